use std::collections::BTreeMap;

use proptest::prelude::{Strategy, prop_assert_eq, proptest};

use super::{Decision, Held, moves};
use crate::explain::Explain;
use crate::id::{PersonId, UserId};
use crate::ledger::{Draft, EntryKind, Head, SourceType};
use crate::rule_key::RuleKey;
use crate::rule_set::RuleSet;
use crate::standing::{Standing, ranked, standings};
use crate::timestamp::{Day, Timestamp};

const ACCOUNTS: usize = 6;

/// A season in which accounts earned something, kept as the ledger keeps it.
struct Season {
    head: Head,
    held: Vec<Held>,
    all: Vec<crate::ledger::Entry>,
    persons: BTreeMap<UserId, PersonId>,
    rules: RuleSet,
}

fn name(account: usize) -> String {
    format!("u{account}")
}

impl Season {
    fn new(earned: &[(usize, usize, i64)]) -> Season {
        let persons = (0..ACCOUNTS).map(|n| (name(n).as_str().into(), name(n).as_str().into()));
        let mut season = Season {
            head: Head::START,
            held: Vec::new(),
            all: Vec::new(),
            persons: persons.collect(),
            rules: RuleSet::default(),
        };
        let rules = [
            RuleKey::Thanks,
            RuleKey::FixCheck,
            RuleKey::Manual,
            RuleKey::Regression,
            RuleKey::MissionDone,
        ];
        let mut paid: BTreeMap<(usize, usize, i64), u32> = BTreeMap::new();
        for (number, (account, rule, day)) in earned.iter().enumerate() {
            // As often as the cap lets one account, as `reward` would have it.
            let times = paid.entry((*account, *rule, *day)).or_default();
            *times += 1;
            let most = match rules[*rule] {
                RuleKey::Thanks => 4,
                RuleKey::FixCheck => 5,
                // Of three missions, one a day.
                RuleKey::MissionDone => 1,
                _ => u32::MAX,
            };
            if *times <= most {
                season.write(draft(&name(*account), rules[*rule], *day, number));
            }
        }
        season
    }

    fn write(&mut self, draft: Draft) {
        let day = Day(draft.at.0 / 86_400_000);
        if let Some(seq) = draft.reversal_of {
            let back = self.held.iter_mut().find(|held| held.entry.seq == seq).unwrap();
            assert_eq!(back.reversed_by, None, "reversed twice");
            assert_eq!(
                (back.entry.draft.amount, &back.entry.draft.person),
                (-draft.amount, &draft.person)
            );
            back.reversed_by = Some(draft.idem_key.clone());
            self.all.push(self.head.append(draft));
        } else {
            let entry = self.head.append(draft);
            self.all.push(entry.clone());
            let is_mission = entry.draft.rule == RuleKey::MissionDone;
            let mission = is_mission.then(|| format!("mission{}", day.0));
            let held = Held { entry, issue: None, day, mission, is_void: false, reversed_by: None };
            self.held.push(held);
        }
    }

    /// Makes the accounts belong to the persons that a grouping names.
    fn group(&mut self, grouping: &[usize]) {
        let person = |group: usize| grouping.iter().position(|one| *one == group).unwrap();
        for (account, group) in grouping.iter().enumerate() {
            let person: PersonId = name(person(*group)).as_str().into();
            self.persons.insert(name(account).as_str().into(), person);
        }
        let decision = Decision { reason: "one person", actor: None, now: Timestamp(0) };
        let found = moves(&self.held, &self.persons, |_| Some(&self.rules), &decision);
        let mut keys: Vec<String> = self.all.iter().map(|one| one.draft.idem_key.clone()).collect();
        for (draft, _) in found.into_iter().collect::<Vec<_>>() {
            assert!(!keys.contains(&draft.idem_key), "{}", draft.idem_key);
            keys.push(draft.idem_key.clone());
            self.write(draft);
        }
        let again = moves(&self.held, &self.persons, |_| Some(&self.rules), &decision);
        assert!(again.is_empty(), "asked again, there is nothing to write");
    }

    /// Who is paid for which mission.
    fn done(&self) -> Vec<(String, UserId)> {
        let stands = self.held.iter().filter(|held| held.reversed_by.is_none());
        stands
            .filter_map(|held| Some((held.mission.clone()?, held.entry.draft.user.clone())))
            .collect()
    }

    fn board(&self) -> Vec<(u64, Standing)> {
        let all = standings(&self.all, &BTreeMap::new());
        ranked(all.into_iter().filter(|standing| standing.total != 0).collect())
    }
}

fn draft(user: &str, rule: RuleKey, day: i64, number: usize) -> Draft {
    Draft {
        season: 1,
        user: user.into(),
        person: user.into(),
        amount: 5,
        kind: EntryKind::Award,
        rule,
        rule_set: 1,
        source_type: SourceType::Comment,
        source_id: format!("source{number}"),
        idem_key: format!("key:{number}"),
        reversal_of: None,
        provisional: false,
        reason: None,
        explain: Explain::fixed(5, 1, "Helpful comment on"),
        actor: None,
        at: Timestamp(day * 86_400_000),
    }
}

fn earned() -> impl Strategy<Value = Vec<(usize, usize, i64)>> {
    proptest::collection::vec((0..ACCOUNTS, 0usize..5, 0i64..3), 0..60)
}

fn grouping() -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0..ACCOUNTS, ACCOUNTS)
}

proptest! {
    #[test]
    fn where_everybody_ends_depends_on_who_is_one_person_alone(earned in earned(), ways in proptest::collection::vec(grouping(), 1..6)) {
        let mut walked = Season::new(&earned);
        for grouping in &ways {
            walked.group(grouping);
        }
        let mut afresh = Season::new(&earned);
        afresh.group(ways.last().unwrap());
        prop_assert_eq!(walked.board(), afresh.board());
    }

    #[test]
    fn parted_again_everybody_holds_what_they_held_and_stands_where_they_stood(earned in earned(), ways in proptest::collection::vec(grouping(), 1..6)) {
        let mut season = Season::new(&earned);
        let before = season.board();
        for grouping in &ways {
            season.group(grouping);
        }
        season.group(&(0..ACCOUNTS).collect::<Vec<_>>());
        prop_assert_eq!(season.board(), before);
    }

    #[test]
    fn a_person_is_paid_no_more_than_one_account_could_have_been(earned in earned(), grouping in grouping()) {
        let mut season = Season::new(&earned);
        season.group(&grouping);
        let mut counts: BTreeMap<(&PersonId, i64), u32> = BTreeMap::new();
        for held in season.held.iter().filter(|held| held.reversed_by.is_none()) {
            if held.entry.draft.rule == RuleKey::Thanks {
                *counts.entry((&held.entry.draft.person, held.day.0)).or_default() += 1;
            }
        }
        assert!(counts.values().all(|count| *count <= 4), "{counts:?}");
    }

    #[test]
    fn a_person_is_paid_for_a_mission_exactly_once(earned in earned(), grouping in grouping()) {
        let mut season = Season::new(&earned);
        let before = season.done();
        season.group(&grouping);
        let mut of_persons: Vec<(String, PersonId)> =
            before.iter().map(|(mission, user)| (mission.clone(), season.persons[user].clone())).collect();
        of_persons.sort();
        of_persons.dedup();
        let mut paid: Vec<(String, PersonId)> =
            season.done().iter().map(|(mission, user)| (mission.clone(), season.persons[user].clone())).collect();
        paid.sort();
        prop_assert_eq!(paid, of_persons);
    }

    #[test]
    fn what_was_taken_back_meanwhile_does_not_come_back_with_a_parting(earned in earned()) {
        let mut season = Season::new(&earned);
        season.group(&[0; ACCOUNTS]);
        let paid = season.done();
        let waits = |held: &Held| held.mission.clone().is_some_and(|mission| !paid.contains(&(mission, held.entry.draft.user.clone())));
        season.held.iter_mut().filter(|held| waits(held)).for_each(|held| held.is_void = true);
        season.group(&(0..ACCOUNTS).collect::<Vec<_>>());
        prop_assert_eq!(season.done().len(), paid.len());
    }
}
