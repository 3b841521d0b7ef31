use std::collections::BTreeMap;

use proptest::prelude::{Strategy, any, proptest};

use super::{Standing, ranked, standings};
use crate::explain::Explain;
use crate::id::PersonId;
use crate::ledger::{self, Draft, Entry, EntryKind, Head, SourceType};
use crate::rule_key::RuleKey;
use crate::timestamp::Timestamp;

fn draft(person: &str, amount: i64, key: &str) -> Draft {
    Draft {
        season: 1,
        user: person.into(),
        person: person.into(),
        amount,
        kind: EntryKind::Award,
        rule: RuleKey::Thanks,
        rule_set: 1,
        source_type: SourceType::Comment,
        source_id: key.to_owned(),
        idem_key: key.to_owned(),
        reversal_of: None,
        provisional: false,
        reason: None,
        explain: Explain::by_hand(amount, "because"),
        actor: None,
        at: Timestamp(0),
    }
}

fn back(entry: &Entry) -> Draft {
    Draft {
        amount: -entry.draft.amount,
        kind: EntryKind::Reversal,
        reversal_of: Some(entry.seq),
        idem_key: format!("reversal of {}", entry.seq),
        ..entry.draft.clone()
    }
}

fn chain(awards: &[(u8, i64)]) -> (Vec<Entry>, Head) {
    let mut head = Head::START;
    let append = |(place, (person, amount)): (usize, &(u8, i64))| {
        head.append(draft(&format!("p{person}"), *amount, &format!("k{place}")))
    };
    let entries = awards.iter().enumerate().map(append).collect();
    (entries, head)
}

/// Few persons and small amounts, so that many have the same total.
fn awards() -> impl Strategy<Value = Vec<(u8, i64)>> {
    proptest::collection::vec((0u8..9, 1i64..4), 1..40)
}

fn ranks(entries: &[Entry], high: &BTreeMap<PersonId, u32>) -> Vec<(u64, Standing)> {
    let mut eligible = standings(entries, high);
    eligible.retain(|standing| standing.total > 0);
    ranked(eligible)
}

fn rank_of(ranks: &[(u64, Standing)], person: &PersonId) -> Option<u64> {
    ranks.iter().find(|(_, standing)| standing.person == *person).map(|(rank, _)| *rank)
}

#[test]
fn more_points_stand_higher_then_high_finds_then_who_was_first() {
    let standing = |person: &str, total, high_count, last_seq| Standing {
        person: person.into(),
        total,
        high_count,
        last_seq,
    };
    let ranked = ranked(vec![
        standing("late", 10, 1, 9),
        standing("early", 10, 1, 3),
        standing("high", 10, 2, 20),
        standing("rich", 11, 0, 30),
    ]);
    let order: Vec<&str> = ranked.iter().map(|(_, standing)| standing.person.as_str()).collect();
    assert_eq!(order, ["rich", "high", "early", "late"]);
}

proptest! {
    #[test]
    fn of_any_two_exactly_one_stands_before_the_other(awards in awards(), high in proptest::collection::btree_map(0u8..9, 0u32..3, 0..9)) {
        let high = high.into_iter().map(|(person, count)| (format!("p{person}").into(), count)).collect();
        let (entries, _) = chain(&awards);
        let ranks = ranks(&entries, &high);
        for (place, (rank, standing)) in ranks.iter().enumerate() {
            assert_eq!(*rank, place as u64 + 1);
            for (_, below) in &ranks[place + 1..] {
                assert!(standing.compare(below).is_lt() && below.compare(standing).is_gt());
                let key = |one: &Standing| (one.total, one.high_count, one.last_seq);
                assert_ne!(key(standing), key(below));
            }
        }
    }

    #[test]
    fn getting_points_never_lowers_ones_rank(awards in awards(), who in any::<proptest::sample::Index>(), amount in 1i64..5) {
        let (mut entries, mut head) = chain(&awards);
        let person = who.get(&entries).draft.person.clone();
        let high = BTreeMap::new();
        let before = rank_of(&ranks(&entries, &high), &person);
        entries.push(head.append(draft(person.as_str(), amount, "more")));
        let after = rank_of(&ranks(&entries, &high), &person);
        assert!(after.is_some() && after <= before);
    }

    #[test]
    fn an_award_that_was_taken_back_leaves_every_rank_as_it_was(awards in awards(), who in 0u8..9, amount in 1i64..5) {
        let (mut entries, mut head) = chain(&awards);
        let high = BTreeMap::new();
        let before = ranks(&entries, &high);
        let award = head.append(draft(&format!("p{who}"), amount, "more"));
        entries.push(award.clone());
        entries.push(head.append(back(&award)));
        assert_eq!(ranks(&entries, &high), before);
    }

    #[test]
    fn totals_are_the_sums_of_the_ledger(awards in awards()) {
        let (entries, _) = chain(&awards);
        let totals = ledger::totals(&entries);
        for standing in standings(&entries, &BTreeMap::new()) {
            assert_eq!(totals.get(&standing.person), Some(&standing.total));
        }
    }
}
