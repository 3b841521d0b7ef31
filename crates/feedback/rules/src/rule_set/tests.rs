use proptest::prelude::{any, proptest};
use serde_json::json;

use super::{Preset, Published, RuleSet, Rules, diff, in_force, may_begin};
use crate::timestamp::Timestamp;

fn changed(change: impl FnOnce(&mut Rules)) -> Result<RuleSet, String> {
    let mut rules = Rules::from(RuleSet::default());
    change(&mut rules);
    RuleSet::parse(rules).map_err(|refused| refused.to_string())
}

#[test]
fn every_preset_is_within_bounds_and_reads_back_as_itself() {
    for preset in Preset::ALL {
        let set = preset.rule_set();
        let json = serde_json::to_value(&set).unwrap();
        assert_eq!(serde_json::from_value::<RuleSet>(json).unwrap(), set, "{}", preset.key());
    }
}

#[test]
fn rules_out_of_bounds_cannot_be_read() {
    let mut json = serde_json::to_value(RuleSet::default()).unwrap();
    json["coFinderShares"] = json!([2000, 1500, 500]);
    let refused = serde_json::from_value::<RuleSet>(json.clone()).unwrap_err().to_string();
    assert!(refused.contains("below 4000, and are 4000"), "{refused}");
    json["coFinderShares"] = json!([]);
    assert!(serde_json::from_value::<RuleSet>(json.clone()).is_ok());
    json["bonus"] = json!(1);
    assert!(serde_json::from_value::<RuleSet>(json).is_err());
}

#[test]
fn every_bound_is_kept() {
    assert!(changed(|rules| rules.bug.s2 = 401).unwrap_err().contains("cannot pay less"));
    assert!(changed(|rules| rules.bug.s1 = 1_000_001).is_err());
    assert!(changed(|rules| rules.quality.b = 9999).is_err());
    assert!(changed(|rules| rules.quality.c = 10_001).is_err());
    assert!(changed(|rules| rules.co_finder_shares = vec![100, 200]).is_err());
    assert!(changed(|rules| rules.co_finder_shares = vec![100, 0]).is_err());
    assert!(changed(|rules| rules.co_finder_shares = vec![1; 21]).is_err());
    assert!(changed(|rules| rules.settle_days = 91).is_err());
    assert!(changed(|rules| rules.trust.expert_accepted = 4).is_err());
    assert!(changed(|rules| rules.trust.expert_bps = 5000).is_err());
    assert!(changed(|rules| rules.abuse_most = 0).is_err());
}

#[test]
fn a_difference_names_the_rule_and_both_numbers() {
    let after = changed(|rules| {
        rules.bug.s1 = 500;
        rules.co_finder_shares.pop();
    })
    .unwrap();
    let found = diff(&RuleSet::default(), &after);
    let found: Vec<_> =
        found.iter().map(|one| (one.rule.as_str(), one.before, one.after)).collect();
    assert_eq!(found, [("bug.S1", Some(400), Some(500)), ("coFinderShares.5", Some(125), None)]);
}

#[test]
fn the_last_rules_that_began_are_in_force_and_none_begin_in_the_past() {
    let set = |version, from| Published {
        version,
        effective_from: Timestamp(from),
        rules: RuleSet::default(),
    };
    let sets = [set(1, 0), set(3, 200), set(2, 100)];
    let version = |at| in_force(&sets, Timestamp(at)).map(|set| set.version);
    assert_eq!((version(-1), version(150), version(200)), (None, Some(2), Some(3)));
    assert!(may_begin(Timestamp(9), Timestamp(10)).is_err());
    assert!(may_begin(Timestamp(10), Timestamp(10)).is_ok());
}

proptest! {
    #[test]
    fn equal_rules_have_no_difference_and_unequal_ones_have(s4 in 0u32..=50, days in 0u32..=90) {
        let after = changed(|rules| { rules.bug.s4 = s4; rules.settle_days = days; }).unwrap();
        let default = RuleSet::default();
        assert_eq!(diff(&default, &after).is_empty(), default == after);
        assert!(diff(&after, &after).is_empty());
    }

    #[test]
    fn no_shares_that_leave_the_finder_less_than_promised_are_accepted(shares in proptest::collection::vec(any::<u16>(), 0..8)) {
        let shares: Vec<u32> = shares.into_iter().map(u32::from).collect();
        let sum: u32 = shares.iter().sum();
        if changed(|rules| rules.co_finder_shares = shares).is_ok() {
            assert!(sum < 4000);
        }
    }
}
