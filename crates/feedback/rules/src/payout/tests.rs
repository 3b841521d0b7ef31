use std::collections::BTreeSet;

use super::{Payable, Payout};
use crate::kind::Kind;
use crate::ledger::{Entry, Head};
use crate::quality::Quality;
use crate::rule_set::{Published, RuleSet};
use crate::season::{Season, SeasonState};
use crate::settlement::{Cause, Claim, Purse};
use crate::status::{Resolution, Status};
use crate::timestamp::Timestamp;

/// An idea and the ledger of its season.
struct Idea {
    status: Status,
    resolution: Option<Resolution>,
    state: SeasonState,
    is_settled: bool,
    is_paid_out: bool,
    cycle: u32,
    head: Head,
    entries: Vec<Entry>,
}

impl Idea {
    fn accepted() -> Idea {
        Idea {
            status: Status::Confirmed,
            resolution: None,
            state: SeasonState::Live,
            is_settled: true,
            is_paid_out: false,
            cycle: 0,
            head: Head::START,
            entries: Vec::new(),
        }
    }

    /// Writes what is to be paid now, and gives the rules and the amounts.
    fn pay(&mut self, is_anew: bool) -> Vec<(&'static str, i64)> {
        let rules =
            Published { version: 1, effective_from: Timestamp(0), rules: RuleSet::default() };
        let (starts_at, ends_at) = (Timestamp(0), Timestamp(100));
        let seasons = [Season { number: 1, starts_at, ends_at, review_days: 7, state: self.state }];
        let finder = Claim {
            user: "rin".into(),
            person: "rin".into(),
            season: 1,
            number: 7,
            submitted_at: Timestamp(1),
            is_root: true,
            is_out: false,
        };
        let purse = Purse {
            issue: "idea".into(),
            number: 7,
            kind: Kind::Idea,
            severity: None,
            quality: Quality::B,
            confirmed_at: Some(Timestamp(2)),
            is_settled: self.is_settled,
            is_void: false,
            claims: vec![finder],
            cycle: self.cycle,
            capped: BTreeSet::new(),
        };
        let payable = Payable {
            purse,
            status: self.status,
            resolution: self.resolution,
            submitted_at: Timestamp(1),
            is_paid_out: self.is_paid_out,
            reporter: Some(("rin".into(), "rin".into())),
            entries: &self.entries,
            seasons: &seasons,
            purse_rules: &rules,
            rules: &rules,
        };
        let Payout { drafts, cycle } =
            payable.payout(&Cause::Progress, is_anew, None, Timestamp(3));
        self.cycle = cycle;
        let paid = drafts.iter().map(|draft| (draft.rule.key(), draft.amount)).collect();
        for draft in drafts {
            let entry = self.head.append(draft);
            match entry.draft.reversal_of {
                Some(seq) => self.entries.retain(|other| other.seq != seq),
                None => self.entries.push(entry),
            }
        }
        paid
    }
}

#[test]
fn an_idea_pays_when_it_is_accepted_and_again_when_it_is_shipped() {
    let mut idea = Idea::accepted();
    let [("idea.accepted", accepted)] = idea.pay(false)[..] else { panic!("one award") };
    assert!(idea.pay(false).is_empty());
    idea.status = Status::Verified;
    let [("idea.shipped", shipped)] = idea.pay(false)[..] else { panic!("one award") };
    assert!(idea.pay(false).is_empty());
    idea.resolution = Some(Resolution::Invalid);
    assert_eq!(idea.pay(false), [("idea.accepted", -accepted), ("idea.shipped", -shipped)]);
}

#[test]
fn spam_costs_once_and_nothing_if_it_was_none_unless_the_season_is_final() {
    let mut idea = Idea::accepted();
    idea.is_paid_out = true;
    idea.resolution = Some(Resolution::Spam);
    assert_eq!(idea.pay(false), [("spam", -20)]);
    assert!(idea.pay(false).is_empty());
    idea.resolution = None;
    idea.state = SeasonState::Final;
    assert!(idea.pay(false).is_empty());
    idea.state = SeasonState::Review;
    assert_eq!(idea.pay(false), [("spam", 20)]);
}

#[test]
fn what_is_paid_out_is_left_alone_unless_it_is_shared_anew() {
    let mut idea = Idea::accepted();
    idea.is_paid_out = true;
    assert!(idea.pay(false).is_empty());
    assert_eq!(idea.pay(true).len(), 1);
}
