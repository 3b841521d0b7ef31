use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

use super::{Cause, Claim, Due, Instruction, Paid, Purse, Withheld, due, void};
use crate::id::PersonId;
use crate::kind::Kind;
use crate::purse::{allocate, finder_now, purse as worth};
use crate::quality::Quality;
use crate::rule_set::RuleSet;
use crate::severity::Severity;
use crate::timestamp::Timestamp;

fn claim(user: &str, person: &str, number: u32, at: i64) -> Claim {
    Claim {
        user: user.into(),
        person: person.into(),
        season: 1,
        number,
        submitted_at: Timestamp(at),
        is_root: number == 1,
        is_out: false,
    }
}

fn purse(claims: Vec<Claim>) -> Purse {
    Purse {
        issue: "issue".into(),
        number: 412,
        kind: Kind::Bug,
        severity: Some(Severity::S2),
        quality: Quality::A,
        confirmed_at: Some(Timestamp(1000)),
        is_settled: false,
        is_void: false,
        claims,
        cycle: 0,
        capped: BTreeSet::new(),
    }
}

/// What was written for one purse, as the ledger would keep it.
#[derive(Default)]
struct Book {
    entries: Vec<(Paid, bool)>,
    keys: BTreeSet<String>,
}

impl Book {
    fn standing(&self) -> Vec<Paid> {
        self.entries.iter().filter(|(_, stands)| *stands).map(|(paid, _)| paid.clone()).collect()
    }

    /// Carries out what is due and checks what every ledger asks of its entries.
    fn carry_out(&mut self, purse: &mut Purse, cause: &Cause, rules: &RuleSet) -> Due {
        let due = due(purse, &self.standing(), cause, rules);
        for instruction in &due.instructions {
            match instruction {
                Instruction::Reversal(back) => {
                    assert!(self.keys.insert(back.idem_key.clone()), "{}", back.idem_key);
                    let entry = self.entries.iter_mut().find(|(paid, _)| paid.seq == back.of);
                    let (paid, stands) = entry.unwrap();
                    assert!(*stands, "reversed twice");
                    assert_eq!((back.amount, back.season), (-paid.amount, paid.season));
                    assert_eq!(back.explain.amount(), Some(back.amount));
                    *stands = false;
                }
                Instruction::Award(award) => {
                    assert!(self.keys.insert(award.idem_key.clone()), "{}", award.idem_key);
                    assert_eq!(award.explain.amount(), Some(award.amount), "{award:?}");
                    assert!(award.amount > 0);
                    assert_eq!(award.provisional, !purse.is_settled);
                    let paid = Paid {
                        season: award.season,
                        seq: self.entries.len() as u64 + 1,
                        user: award.user.clone(),
                        person: award.person.clone(),
                        amount: award.amount,
                        is_frozen: false,
                    };
                    self.entries.push((paid, true));
                }
            }
        }
        purse.cycle = due.cycle;
        due
    }

    fn net(&self) -> BTreeMap<PersonId, i64> {
        let mut net = BTreeMap::new();
        for paid in self.standing() {
            *net.entry(paid.person).or_default() += paid.amount;
        }
        net
    }
}

fn net(pairs: &[(&str, i64)]) -> BTreeMap<PersonId, i64> {
    pairs.iter().map(|(person, amount)| ((*person).into(), *amount)).collect()
}

#[test]
fn the_worked_example_pays_113_now_and_20_37_and_18_at_the_end() {
    let rules = RuleSet::default();
    let mut purse = purse(vec![claim("a", "a", 1, 0)]);
    let mut book = Book::default();
    book.carry_out(&mut purse, &Cause::Progress, &rules);
    assert_eq!(book.net(), net(&[("a", 113)]));
    purse.claims.extend([claim("b", "b", 2, 10), claim("c", "c", 3, 20)]);
    let change = Cause::Change("two reports were merged".to_owned());
    assert!(book.carry_out(&mut purse, &change, &rules).instructions.is_empty());
    purse.is_settled = true;
    let settled = book.carry_out(&mut purse, &Cause::Progress, &rules);
    let amounts = settled.instructions.iter().map(|one| match one {
        Instruction::Award(award) => award.amount,
        Instruction::Reversal(_) => panic!("nothing is reversed"),
    });
    assert_eq!(amounts.collect::<Vec<_>>(), [20, 37, 18]);
    assert_eq!(book.net(), net(&[("a", 133), ("b", 37), ("c", 18)]));
}

#[test]
fn a_regrade_takes_back_and_pays_anew_in_the_next_cycle() {
    let rules = RuleSet::default();
    let mut purse = purse(vec![claim("a", "a", 1, 0)]);
    let mut book = Book::default();
    book.carry_out(&mut purse, &Cause::Progress, &rules);
    purse.severity = Some(Severity::S3);
    let change = Cause::Change("it was regraded to Minor".to_owned());
    let regraded = book.carry_out(&mut purse, &change, &rules);
    assert_eq!((regraded.instructions.len(), purse.cycle), (2, 1));
    let Instruction::Reversal(back) = &regraded.instructions[0] else { panic!() };
    assert_eq!(back.explain.sentence(), "Reversed +113 (entry 1): #412: it was regraded to Minor");
    assert_eq!(book.net(), net(&[("a", finder_now(63))]));
}

#[test]
fn who_reported_after_confirmation_or_is_out_has_no_part() {
    let rules = RuleSet::default();
    let late = claim("late", "late", 4, 1000);
    let spam = Claim { is_out: true, ..claim("spam", "spam", 2, 1) };
    let mut purse = purse(vec![claim("a", "a", 1, 5), late, spam, claim("b", "b", 3, 7)]);
    purse.is_settled = true;
    let mut book = Book::default();
    book.carry_out(&mut purse, &Cause::Progress, &rules);
    assert_eq!(book.net(), net(&[("a", 151), ("b", 37)]));
}

#[test]
fn anyone_who_reached_the_cap_gets_nothing_and_nobody_else_gets_it_instead() {
    let rules = RuleSet::default();
    let mut purse = purse(vec![claim("a", "a", 1, 0), claim("b", "b", 2, 1)]);
    purse.is_settled = true;
    purse.capped.insert("a".into());
    let mut book = Book::default();
    let due = book.carry_out(&mut purse, &Cause::Progress, &rules);
    assert_eq!(due.withheld, [Withheld::Capped("a".into())]);
    assert_eq!(book.net(), net(&[("b", 37)]));
}

#[test]
fn linking_accounts_that_hold_the_whole_purse_moves_no_points() {
    let rules = RuleSet::default();
    let mut purse = purse(vec![claim("a", "a", 1, 0), claim("b", "b", 2, 1)]);
    purse.is_settled = true;
    let mut book = Book::default();
    book.carry_out(&mut purse, &Cause::Progress, &rules);
    assert_eq!(book.net(), net(&[("a", 151), ("b", 37)]));
    purse.claims[1].person = "a".into();
    let change = Cause::Change("accounts were linked".to_owned());
    assert_eq!(book.carry_out(&mut purse, &change, &rules).instructions, []);
}

#[test]
fn what_a_final_season_holds_is_not_taken_back() {
    let rules = RuleSet::default();
    let paid = Paid {
        season: 1,
        seq: 1,
        user: "a".into(),
        person: "a".into(),
        amount: 113,
        is_frozen: true,
    };
    let mut purse = purse(vec![claim("a", "a", 1, 0)]);
    purse.is_void = true;
    let change = Cause::Change("it was invalid".to_owned());
    let found = due(&purse, std::slice::from_ref(&paid), &change, &rules);
    assert_eq!(found.withheld, [Withheld::SeasonFinal("a".into())]);
    assert!(found.instructions.is_empty());
    let open = Paid { seq: 2, is_frozen: false, ..paid.clone() };
    let voided = void(&"issue".into(), 412, &[paid, open], "it was invalid");
    assert_eq!((voided.instructions.len(), voided.withheld.len()), (1, 1));
}

/// Something that happens to a set before it is settled.
#[derive(Debug, Clone)]
enum Turn {
    Merge(usize),
    Unmerge(usize),
    Severity(Severity),
    Quality(Quality),
    Void,
    Revive,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let turn = prop_oneof![
        3 => (0usize..8).prop_map(Turn::Merge),
        2 => (0usize..8).prop_map(Turn::Unmerge),
        1 => select(Severity::ALL.to_vec()).prop_map(Turn::Severity),
        1 => select(Quality::ALL.to_vec()).prop_map(Turn::Quality),
        1 => proptest::prelude::Just(Turn::Void),
        1 => proptest::prelude::Just(Turn::Revive),
    ];
    proptest::collection::vec(turn, 0..20)
}

/// Reports that may be merged in: account, person, time.
fn reports() -> impl Strategy<Value = Vec<Claim>> {
    let one = (0u8..12, 0u8..6, 0i64..1200);
    proptest::collection::vec(one, 8).prop_map(|reports| {
        let claims = reports.into_iter().zip(2u32..);
        // An account belongs to one person.
        claims
            .map(|((user, person, at), number)| {
                claim(&format!("u{person}-{user}"), &format!("p{person}"), number, at)
            })
            .collect()
    })
}

fn take(purse: &mut Purse, turn: &Turn, reports: &[Claim]) {
    let has = |purse: &Purse, number| purse.claims.iter().any(|claim| claim.number == number);
    match turn {
        Turn::Merge(place) if !has(purse, reports[*place].number) => {
            purse.claims.push(reports[*place].clone());
        }
        Turn::Merge(_) => {}
        Turn::Unmerge(place) => {
            purse.claims.retain(|claim| claim.number != reports[*place].number);
        }
        Turn::Severity(severity) => purse.severity = Some(*severity),
        Turn::Quality(quality) => purse.quality = *quality,
        Turn::Void => purse.is_void = true,
        Turn::Revive => purse.is_void = false,
    }
}

/// Takes the turns one by one, paying after each, and settles at the end.
fn settled(purse: &mut Purse, turns: &[Turn], reports: &[Claim], rules: &RuleSet) -> Book {
    let mut book = Book::default();
    book.carry_out(purse, &Cause::Progress, rules);
    let most = |purse: &Purse| {
        worth(rules.base(purse.kind, purse.severity).unwrap(), purse.quality, rules)
    };
    for turn in turns {
        take(purse, turn, reports);
        book.carry_out(purse, &Cause::Change("so it goes".to_owned()), rules);
        assert!(book.net().values().sum::<i64>() <= most(purse));
        let again = due(purse, &book.standing(), &Cause::Progress, rules);
        assert!(again.instructions.is_empty(), "paid twice: {again:?}");
    }
    purse.is_void = false;
    book.carry_out(purse, &Cause::Change("it is back".to_owned()), rules);
    purse.is_settled = true;
    book.carry_out(purse, &Cause::Progress, rules);
    book
}

proptest! {
    #[test]
    fn any_order_of_merging_and_regrading_ends_in_the_same_parts(turns in turns(), reports in reports()) {
        let rules = RuleSet::default();
        let mut purse = purse(vec![claim("root", "p0", 1, 600)]);
        let book = settled(&mut purse, &turns, &reports, &rules);
        // The same set, settled at once by a user who never saw the way.
        let mut fresh = Purse { cycle: 0, ..purse.clone() };
        let mut direct = Book::default();
        direct.carry_out(&mut fresh, &Cause::Progress, &rules);
        assert_eq!(book.net(), direct.net());
        let total = worth(rules.base(purse.kind, purse.severity).unwrap(), purse.quality, &rules);
        assert_eq!(book.net().values().sum::<i64>(), total);
        let again = due(&purse, &book.standing(), &Cause::Progress, &rules);
        assert!(again.instructions.is_empty());
    }

    #[test]
    fn settled_parts_are_those_of_the_allocation_in_order_of_reporting(turns in turns(), reports in reports()) {
        let rules = RuleSet::default();
        let mut purse = purse(vec![claim("root", "p0", 1, 600)]);
        let book = settled(&mut purse, &turns, &reports, &rules);
        let mut claims: Vec<&Claim> = purse.claims.iter().filter(|claim| claim.is_root || claim.submitted_at < Timestamp(1000)).collect();
        claims.sort_by_key(|claim| (claim.submitted_at, claim.number));
        let mut persons: Vec<PersonId> = Vec::new();
        for claim in claims {
            if !persons.contains(&claim.person) {
                persons.push(claim.person.clone());
            }
        }
        let total = worth(rules.base(purse.kind, purse.severity).unwrap(), purse.quality, &rules);
        let finder = persons[0].clone();
        let mut wanted: BTreeMap<PersonId, i64> = allocate(total, persons, &rules.rules().co_finder_shares).into_iter().collect();
        wanted.retain(|_, part| *part > 0);
        assert_eq!(book.net(), wanted);
        assert!(book.net()[&finder] >= finder_now(total));
    }

    #[test]
    fn more_accounts_of_one_person_hold_what_one_would(turns in turns(), reports in reports(), extra in proptest::collection::vec((0i64..1200, any::<u8>()), 1..6)) {
        let rules = RuleSet::default();
        let root = claim("root", "p0", 1, 600);
        let mut alone = purse(vec![root.clone()]);
        let honest = settled(&mut alone, &turns, &reports, &rules).net();
        // The root's reporter reports again and again by other accounts, always later.
        let mut many = alone.clone();
        many.cycle = 0;
        for (number, (at, account)) in (100u32..).zip(extra) {
            many.claims.push(claim(&format!("extra{account}"), "p0", number, at.max(600)));
        }
        let mut book = Book::default();
        book.carry_out(&mut many, &Cause::Progress, &rules);
        assert_eq!(book.net(), honest);
    }

    #[test]
    fn accounts_that_are_linked_later_end_with_what_one_would_hold(at in 0i64..1000, grade in select(Severity::ALL.to_vec())) {
        let rules = RuleSet::default();
        let mut purse = purse(vec![claim("a", "a", 1, 500), claim("b", "b", 2, at), claim("c", "c", 3, 700)]);
        purse.severity = Some(grade);
        purse.is_settled = true;
        let mut book = Book::default();
        book.carry_out(&mut purse, &Cause::Progress, &rules);
        purse.claims[1].person = "a".into();
        book.carry_out(&mut purse, &Cause::Change("accounts were linked".to_owned()), &rules);
        let mut by_person: BTreeMap<PersonId, i64> = BTreeMap::new();
        for paid in book.standing() {
            let claim = purse.claims.iter().find(|claim| claim.user == paid.user).unwrap();
            *by_person.entry(claim.person.clone()).or_default() += paid.amount;
        }
        let mut fresh = Purse { cycle: 0, ..purse.clone() };
        let mut direct = Book::default();
        direct.carry_out(&mut fresh, &Cause::Progress, &rules);
        assert_eq!(by_person, direct.net());
    }

    #[test]
    fn a_void_purse_holds_nothing(turns in turns(), reports in reports()) {
        let rules = RuleSet::default();
        let mut purse = purse(vec![claim("root", "p0", 1, 600)]);
        let mut book = settled(&mut purse, &turns, &reports, &rules);
        purse.is_void = true;
        purse.is_settled = false;
        book.carry_out(&mut purse, &Cause::Change("it was invalid".to_owned()), &rules);
        assert!(book.standing().is_empty());
    }
}
