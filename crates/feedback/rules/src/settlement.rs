//! What a fault owes to those who found it, given what it has paid already.
//!
//! The answer depends on the set, the grade and the stage alone, never on the way that led there:
//! so any order of merging, unmerging and regrading ends in the same parts. Asked again after its
//! instructions were carried out, it gives none.

mod share;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::explain::Explain;
use crate::id::{IssueId, PersonId, UserId};
use crate::kind::Kind;
use crate::ledger::{Draft, Entry, EntryKind};
use crate::quality::Quality;
use crate::rule_key::RuleKey;
use crate::rule_set::RuleSet;
use crate::severity::Severity;
use crate::timestamp::{Span, Timestamp};
use share::Share;

/// One report of the fault: the root's or a duplicate's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The account that reported.
    pub user: UserId,
    /// The person it belongs to today.
    pub person: PersonId,
    /// The season its points belong to; [`crate::season::season_for`] tells.
    pub season: u32,
    /// The number of the report.
    pub number: u32,
    /// When it was submitted.
    pub submitted_at: Timestamp,
    /// Whether it is the root of the set.
    pub is_root: bool,
    /// Whether it has no part in the purse: spam, withdrawn, invalid, or by a user who cannot
    /// score.
    pub is_out: bool,
}

/// A root issue with its set, as far as points look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purse {
    /// The root.
    pub issue: IssueId,
    /// Its number.
    pub number: u32,
    /// What it is about.
    pub kind: Kind,
    /// How bad it is.
    pub severity: Option<Severity>,
    /// How well it was reported.
    pub quality: Quality,
    /// When it was confirmed; nothing is owed before.
    pub confirmed_at: Option<Timestamp>,
    /// Whether its points are final.
    pub is_settled: bool,
    /// Whether it owes nothing: closed as invalid or spam, or merged into another.
    pub is_void: bool,
    /// Every report of the set, the root's among them.
    pub claims: Vec<Claim>,
    /// How often the points of this issue were recomputed.
    pub cycle: u32,
    /// Persons who had reached the cap of the rule, without this issue, on the day it was
    /// confirmed.
    pub capped: BTreeSet<PersonId>,
}

/// An award from this issue's purse in force: neither reversed nor a reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Its season.
    pub season: u32,
    /// Its place there.
    pub seq: u64,
    /// Who has it.
    pub user: UserId,
    /// The person as they were linked then.
    pub person: PersonId,
    /// How much.
    pub amount: i64,
    /// Whether its season is final, so that its entries cannot be reversed.
    pub is_frozen: bool,
}

impl Paid {
    /// An award from its entry in the ledger.
    pub fn of(entry: &Entry, is_frozen: bool) -> Paid {
        Paid {
            season: entry.draft.season,
            seq: entry.seq,
            user: entry.draft.user.clone(),
            person: entry.draft.person.clone(),
            amount: entry.draft.amount,
            is_frozen,
        }
    }
}

/// Why it is asked what is owed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The issue was confirmed or settled: what is still owed is added.
    Progress,
    /// Something changed that was there before; a person who loses points is notified of it.
    Change(String),
}

/// What to write into the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// Points are earned.
    Award(Award),
    /// An entry is reversed.
    Reversal(Reversal),
}

/// Points to be earned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// Whose account.
    pub user: UserId,
    /// Which person.
    pub person: PersonId,
    /// In which season.
    pub season: u32,
    /// How many; never 0.
    pub amount: i64,
    /// By which rule.
    pub rule: RuleKey,
    /// Whether the issue is not settled yet.
    pub provisional: bool,
    /// What keeps it from being written twice.
    pub idem_key: String,
    /// How the amount came about.
    pub explain: Explain,
}

/// A reversal: minus the amount of the entry, for the same person, in the same season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The season of both.
    pub season: u32,
    /// The place of the entry.
    pub of: u64,
    /// Minus what it was.
    pub amount: i64,
    /// What keeps it from being written twice.
    pub idem_key: String,
    /// Why, for the person to read.
    pub reason: String,
    /// How the amount came about.
    pub explain: Explain,
}

impl Reversal {
    /// What takes `entry` back.
    pub fn draft(&self, entry: &Entry, actor: Option<UserId>, at: Timestamp) -> Draft {
        Draft {
            amount: self.amount,
            kind: EntryKind::Reversal,
            idem_key: self.idem_key.clone(),
            reversal_of: Some(self.of),
            provisional: false,
            reason: Some(self.reason.clone()),
            explain: self.explain.clone(),
            actor,
            at,
            ..entry.draft.clone()
        }
    }
}

/// Why a user does not get what they would.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withheld {
    /// They had reached the cap of the rule that day.
    Capped(PersonId),
    /// Their points are in a season that is final; an adjustment in the running one can help.
    SeasonFinal(PersonId),
}

/// What is to be done about the points of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// What to write, in this order.
    pub instructions: Vec<Instruction>,
    /// What is not paid, and why.
    pub withheld: Vec<Withheld>,
    /// The issue's `pointsCycle` afterwards.
    pub cycle: u32,
}

/// The points due for a fault, given the awards of its purse in force.
pub fn due(purse: &Purse, paid: &[Paid], cause: &Cause, rules: &RuleSet) -> Due {
    let (shares, mut withheld) = share::shares(purse, rules);
    let mut held: BTreeMap<&PersonId, Vec<&Paid>> = BTreeMap::new();
    for entry in paid {
        held.entry(person_today(purse, entry)).or_default().push(entry);
    }
    let mut reversals = Vec::new();
    let mut owed: Vec<(&Share, i64)> = Vec::new();
    let mut persons: BTreeSet<&PersonId> = held.keys().copied().collect();
    persons.extend(shares.iter().map(|share| &share.person));
    for person in persons {
        let share = shares.iter().find(|share| share.person == *person);
        let target = share.map_or(0, |share| share.amount);
        let entries = held.get(person).map_or(&[] as &[&Paid], Vec::as_slice);
        let has: i64 = entries.iter().map(|entry| entry.amount).sum();
        if has == target {
            continue;
        }
        let keeps = entries.is_empty() || (*cause == Cause::Progress && target > has);
        if keeps {
            owed.extend(share.map(|share| (share, has)));
        } else if entries.iter().any(|entry| entry.is_frozen) {
            withheld.push(Withheld::SeasonFinal(person.clone()));
        } else {
            reversals.extend(entries.iter().map(|entry| reversal(purse, entry, cause)));
            owed.extend(share.map(|share| (share, 0)));
        }
    }
    let cycle = purse.cycle + u32::from(!reversals.is_empty());
    owed.sort_by_key(|(share, _)| share.place);
    let awards = owed.iter().filter_map(|(share, has)| award(purse, share, *has, cycle, rules));
    let instructions =
        reversals.into_iter().map(Instruction::Reversal).chain(awards.map(Instruction::Award));
    Due { instructions: instructions.collect(), withheld, cycle }
}

/// Reverses everything an issue paid by any rule, because it was invalid or spam.
pub fn void(issue: &IssueId, number: u32, paid: &[Paid], reason: &str) -> Due {
    let (frozen, open): (Vec<&Paid>, Vec<&Paid>) = paid.iter().partition(|entry| entry.is_frozen);
    let reversals = open.iter().map(|entry| take_back(issue, number, entry, reason));
    let withheld = frozen.iter().map(|entry| Withheld::SeasonFinal(entry.person.clone()));
    Due {
        instructions: reversals.map(Instruction::Reversal).collect(),
        withheld: withheld.collect(),
        cycle: 0,
    }
}

/// When a confirmed issue is settled, unless something settles it earlier.
pub fn settles_at(confirmed_at: Timestamp, rules: &RuleSet) -> Timestamp {
    confirmed_at.after(Span::days(rules.rules().settle_days))
}

/// Accounts may have been linked since: what any of them has, the person has.
fn person_today<'a>(purse: &'a Purse, entry: &'a Paid) -> &'a PersonId {
    let claim = purse.claims.iter().find(|claim| claim.user == entry.user);
    claim.map_or(&entry.person, |claim| &claim.person)
}

fn reversal(purse: &Purse, entry: &Paid, cause: &Cause) -> Reversal {
    let reason = match cause {
        Cause::Progress => "the set of reports changed",
        Cause::Change(reason) => reason,
    };
    take_back(&purse.issue, purse.number, entry, reason)
}

fn take_back(issue: &IssueId, number: u32, entry: &Paid, reason: &str) -> Reversal {
    Reversal {
        season: entry.season,
        of: entry.seq,
        amount: -entry.amount,
        // An entry is reversed once, so its own place is key enough.
        idem_key: format!("reversal:{issue}:{}:{}", entry.season, entry.seq),
        reason: reason.to_owned(),
        explain: Explain::reversed(entry.amount, entry.seq, format!("#{number}: {reason}")),
    }
}

fn award(purse: &Purse, share: &Share, has: i64, cycle: u32, rules: &RuleSet) -> Option<Award> {
    let amount = share.amount - has;
    if amount <= 0 {
        return None;
    }
    let part = if purse.is_settled { "share" } else { "now" };
    Some(Award {
        user: share.user.clone(),
        person: share.person.clone(),
        season: share.season,
        amount,
        rule: RuleKey::of_purse(purse.kind, purse.severity)?,
        provisional: !purse.is_settled,
        idem_key: format!("purse:{}:{cycle}:{}:{part}", purse.issue, share.person),
        explain: share.explain(purse, has, rules)?,
    })
}
