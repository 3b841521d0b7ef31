use std::collections::BTreeMap;

use payout::{
    Allocation, Candidate, Curve, Decision, RefusedRules, Rounding, Rules, Tier, U256, allocate,
};
use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use serde_json::Value;

use crate::{text, vectors};

const SEED: &str = "5803778310c95d4b7f4750ddbc07ed343e80514924d8607b512ad548e6029ed4";

fn rules(value: &Value) -> Rules {
    serde_json::from_value(value.clone()).expect("rules")
}

fn decision(value: &Value) -> Decision {
    serde_json::from_value(value.clone()).expect("a decision")
}

#[test]
fn the_worked_examples_come_out_to_the_last_unit() {
    let vectors = vectors();
    for case in vectors["allocation"]["cases"].as_array().expect("cases") {
        let name = &case["name"];
        let people = case["people"].as_array().expect("people");
        let candidates: Vec<Candidate<'_>> = people
            .iter()
            .map(|person| Candidate {
                person: text(&person["personId"]),
                points: person["points"].as_u64().expect("points"),
                decision: decision(&person["decision"]),
            })
            .collect();
        let found = allocate(&rules(&case["rules"]), text(&case["finalHash"]), &candidates);
        let found = found.expect("an allocation");
        let mut shares = BTreeMap::new();
        for (candidate, share) in candidates.iter().zip(&found.shares) {
            if let Some(share) = share {
                let told = (share.weight.to_string(), share.amount.to_string());
                shares.insert(candidate.person.to_owned(), told);
            }
        }
        let known: BTreeMap<String, (String, String)> = case["result"]
            .as_array()
            .expect("a result")
            .iter()
            .map(|one| {
                let told = (text(&one["weight"]).to_owned(), text(&one["amount"]).to_owned());
                (text(&one["personId"]).to_owned(), told)
            })
            .collect();
        assert_eq!(shares, known, "{name}");
        assert_eq!(found.unallocated.to_string(), text(&case["unallocated"]), "{name}");
    }
}

#[test]
fn roots_of_points_are_whole_numbers_rounded_down() {
    let rules = plain(1, Curve::Sqrt, None, Rounding::Down);
    for (points, known) in vectors()["allocation"]["sqrtWeights"].as_object().expect("weights") {
        let points = points.parse().expect("points");
        assert_eq!(rules.weight(points, 1).to_string(), text(known), "{points}");
    }
}

fn plain(pool: u64, curve: Curve, cap_bps: Option<u32>, rounding: Rounding) -> Rules {
    let tiers = (curve == Curve::Tiers).then(|| {
        let tier = |up_to_rank, weight| Tier { up_to_rank, weight };
        vec![tier(Some(3), 9), tier(Some(7), 4), tier(None, 1)]
    });
    let (pool, unit) = (U256::from(pool), U256::from(1));
    Rules { pool, unit, curve, tiers, min_points: 2, cap_bps, rounding }
}

#[test]
fn rules_that_do_not_hold_together_are_refused() {
    let whole = plain(1000, Curve::Proportional, Some(100), Rounding::Down);
    let tiers = |ranks: &[(Option<u64>, u64)]| {
        let tier = |(up_to_rank, weight): &(Option<u64>, u64)| Tier {
            up_to_rank: *up_to_rank,
            weight: *weight,
        };
        Rules {
            curve: Curve::Tiers,
            tiers: Some(ranks.iter().map(tier).collect()),
            ..whole.clone()
        }
    };
    let refused = [
        (Rules { pool: U256::ZERO, ..whole.clone() }, RefusedRules::Pool),
        (Rules { pool: U256::MAX, ..whole.clone() }, RefusedRules::Pool),
        (Rules { unit: U256::ZERO, ..whole.clone() }, RefusedRules::Unit),
        (Rules { unit: U256::from(7), ..whole.clone() }, RefusedRules::Unit),
        (Rules { cap_bps: Some(0), ..whole.clone() }, RefusedRules::Cap),
        (Rules { cap_bps: Some(10_001), ..whole.clone() }, RefusedRules::Cap),
        (Rules { cap_bps: Some(9), ..whole.clone() }, RefusedRules::Cap),
        (Rules { curve: Curve::Tiers, ..whole.clone() }, RefusedRules::Tiers),
        (Rules { tiers: Some(vec![]), ..whole.clone() }, RefusedRules::Tiers),
        (tiers(&[]), RefusedRules::Tiers),
        (tiers(&[(Some(3), 5), (Some(3), 4)]), RefusedRules::Tiers),
        (tiers(&[(Some(3), 5), (Some(4), 5)]), RefusedRules::Tiers),
        (tiers(&[(None, 5), (Some(4), 4)]), RefusedRules::Tiers),
        (tiers(&[(Some(3), 1_000_001)]), RefusedRules::Tiers),
        (tiers(&[(Some(0), 3)]), RefusedRules::Tiers),
    ];
    for (rules, why) in refused {
        assert_eq!(allocate(&rules, SEED, &[]), Err(why), "{rules:?}");
    }
}

type Crowd = Vec<(u64, Decision)>;

fn crowd() -> impl Strategy<Value = Crowd> {
    let decision = prop_oneof![
        8 => Just(Decision::Pay), 1 => Just(Decision::SetAside), 1 => Just(Decision::LeaveOut),
    ];
    let points = prop_oneof![0u64..50, 0u64..5000, any::<u32>().prop_map(u64::from)];
    proptest::collection::vec((points, decision), 0..60).prop_map(|mut crowd| {
        crowd.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
        crowd
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let curve = prop_oneof![Just(Curve::Proportional), Just(Curve::Sqrt), Just(Curve::Tiers)];
    let cap = prop_oneof![Just(None), (1u32..=10_000).prop_map(Some)];
    let rounding = prop_oneof![Just(Rounding::LargestRemainder), Just(Rounding::Down)];
    let pool = prop_oneof![1u64..200, 1u64..1_000_000, any::<u64>().prop_map(|pool| pool.max(1))];
    (pool, curve, cap, rounding)
        .prop_map(|(pool, curve, cap, rounding)| plain(pool, curve, cap, rounding))
}

fn shared(rules: &Rules, crowd: &Crowd) -> Option<Allocation> {
    let names: Vec<String> = (0..crowd.len()).map(|place| format!("p{place}")).collect();
    let candidates: Vec<Candidate<'_>> = crowd
        .iter()
        .zip(&names)
        .map(|((points, decision), person)| Candidate {
            person,
            points: *points,
            decision: *decision,
        })
        .collect();
    match allocate(rules, SEED, &candidates) {
        Ok(allocation) => Some(allocation),
        Err(RefusedRules::Cap) => None,
        Err(other) => panic!("{other}"),
    }
}

fn total(allocation: &Allocation) -> U256 {
    let amounts = allocation.shares.iter().flatten().map(|share| share.amount);
    amounts.fold(U256::ZERO, |sum, amount| sum + amount)
}

proptest! {
    #[test]
    fn everything_is_shared_or_stated_and_nobody_passes_the_cap(rules in any_rules(), crowd in crowd()) {
        let Some(found) = shared(&rules, &crowd) else { return Ok(()) };
        assert_eq!(total(&found) + found.unallocated, rules.pool);
        let shares: Vec<_> = found.shares.iter().flatten().collect();
        assert!(shares.iter().all(|share| share.amount <= found.cap));
        if rules.rounding == Rounding::LargestRemainder && !found.unallocated.is_zero() {
            assert!(shares.iter().all(|share| share.is_capped || share.weight == 0));
        }
        if rules.rounding == Rounding::Down && shares.iter().any(|share| !share.is_capped && share.weight > 0) {
            assert!(found.unallocated < U256::from(shares.len()).max(U256::from(1)));
        }
    }

    #[test]
    fn more_weight_never_gets_less_and_equal_weight_at_most_a_unit_apart(rules in any_rules(), crowd in crowd()) {
        let Some(found) = shared(&rules, &crowd) else { return Ok(()) };
        let mut shares: Vec<_> = found.shares.iter().flatten().collect();
        shares.sort_by_key(|share| (share.weight, share.amount));
        for pair in shares.windows(2) {
            if pair[0].weight < pair[1].weight {
                assert!(pair[0].amount <= pair[1].amount);
            } else {
                assert!(pair[1].amount - pair[0].amount <= U256::from(1));
            }
        }
    }

    #[test]
    fn without_a_cap_everybody_is_within_a_unit_of_their_exact_part(rules in any_rules(), crowd in crowd()) {
        let rules = Rules { cap_bps: None, ..rules };
        let Some(found) = shared(&rules, &crowd) else { return Ok(()) };
        for share in found.shares.iter().flatten().filter(|share| share.weight > 0) {
            let exact = rules.pool * U256::from(share.weight) / U256::from(found.weight);
            assert!(share.amount == exact || share.amount == exact + U256::from(1));
        }
    }

    #[test]
    fn rounding_down_gives_nobody_more(rules in any_rules(), crowd in crowd()) {
        let by = |rounding| shared(&Rules { rounding, ..rules.clone() }, &crowd);
        let (Some(down), Some(up)) = (by(Rounding::Down), by(Rounding::LargestRemainder)) else { return Ok(()) };
        for (down, up) in down.shares.iter().flatten().zip(up.shares.iter().flatten()) {
            assert!(down.amount <= up.amount);
        }
    }

    #[test]
    fn whoever_is_set_aside_changes_nobodys_amount(rules in any_rules(), crowd in crowd(), place in any::<usize>()) {
        if crowd.is_empty() {
            return Ok(());
        }
        let mut other = crowd.clone();
        let place = place % crowd.len();
        if other[place].1 == Decision::LeaveOut {
            return Ok(());
        }
        other[place].1 = Decision::SetAside;
        assert_eq!(shared(&rules, &crowd), shared(&rules, &other));
    }

    #[test]
    fn two_who_are_linked_get_no_more_by_roots_than_apart(first in 2u64..1_000_000, second in 2u64..1_000_000, rest in 2u64..1_000_000) {
        let rules = plain(1_000_000_000, Curve::Sqrt, None, Rounding::Down);
        let pay = |points: u64| (points, Decision::Pay);
        let apart = shared(&rules, &vec![pay(first), pay(second), pay(rest)]).expect("shared");
        let linked = shared(&rules, &vec![pay(first + second), pay(rest)]).expect("shared");
        let amount = |found: &Allocation, place: usize| found.shares[place].expect("a share").amount;
        assert!(amount(&linked, 0) <= amount(&apart, 0) + amount(&apart, 1) + U256::from(1));
    }
}

#[test]
fn the_order_of_input_and_a_common_factor_of_weights_change_nothing() {
    let rules = plain(1_000_003, Curve::Proportional, Some(2000), Rounding::LargestRemainder);
    let points = [900u64, 700, 700, 412, 30, 7];
    let by_name = |order: &[usize], factor: u64| {
        let names: Vec<String> = order.iter().map(|place| format!("p{place}")).collect();
        let candidates: Vec<Candidate<'_>> = order
            .iter()
            .zip(&names)
            .map(|(place, person)| Candidate {
                person,
                points: points[*place] * factor,
                decision: Decision::Pay,
            })
            .collect();
        let found = allocate(&rules, SEED, &candidates).expect("shared");
        let shares = found.shares.into_iter().flatten().map(|share| share.amount);
        names.into_iter().zip(shares).collect::<BTreeMap<_, _>>()
    };
    let straight = by_name(&[0, 1, 2, 3, 4, 5], 1);
    assert_eq!(straight, by_name(&[5, 3, 1, 0, 2, 4], 1));
    assert_eq!(straight, by_name(&[0, 1, 2, 3, 4, 5], 1000));
}
