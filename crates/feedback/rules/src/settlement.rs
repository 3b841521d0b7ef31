//! The amounts due for an issue, given what was paid already.
//!
//! The result depends only on the set, the grade and the stage, not on how they came about, so any
//! order of merging, unmerging and regrading ends in the same shares. It is idempotent.

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

/// One report of the issue: the root or a duplicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The account that reported.
    pub user: UserId,
    /// Its current person.
    pub person: PersonId,
    /// The season of its points, by [`crate::season::season_for`].
    pub season: u32,
    /// The number of the report.
    pub number: u32,
    /// The time of submission.
    pub submitted_at: Timestamp,
    /// Whether it is the root of the set.
    pub is_root: bool,
    /// Whether it has no share: spam, withdrawn, invalid, or by a user who cannot score.
    pub is_out: bool,
}

/// A root issue with its set, as far as points depend on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purse {
    /// The root.
    pub issue: IssueId,
    /// Its number.
    pub number: u32,
    /// Its kind.
    pub kind: Kind,
    /// Its severity.
    pub severity: Option<Severity>,
    /// The quality of its report.
    pub quality: Quality,
    /// The time of confirmation. Nothing is due before.
    pub confirmed_at: Option<Timestamp>,
    /// Whether its points are final.
    pub is_settled: bool,
    /// Whether nothing is due: closed as invalid or spam, or merged.
    pub is_void: bool,
    /// Every report of the set, including the root's.
    pub claims: Vec<Claim>,
    /// How often its points were recomputed.
    pub cycle: u32,
    /// Persons at the cap of the rule on the day of the confirmation, not counting this issue.
    pub capped: BTreeSet<PersonId>,
}

/// An effective award from this pool: neither reversed nor a reversal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paid {
    /// Its season.
    pub season: u32,
    /// Its position.
    pub seq: u64,
    /// The account.
    pub user: UserId,
    /// The person of the account when it was written.
    pub person: PersonId,
    /// The points.
    pub amount: i64,
    /// Whether its season is final, so that it cannot be reversed.
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

/// Why the amounts are recomputed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The issue was confirmed or settled. Missing amounts are added.
    Progress,
    /// An existing fact changed. Persons who lose points are notified of this reason.
    Change(String),
}

/// An entry to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instruction {
    /// An award.
    Award(Award),
    /// A reversal.
    Reversal(Reversal),
}

/// An award.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// The account.
    pub user: UserId,
    /// The person.
    pub person: PersonId,
    /// The season.
    pub season: u32,
    /// The points, never 0.
    pub amount: i64,
    /// The rule.
    pub rule: RuleKey,
    /// Whether the issue is not settled yet.
    pub provisional: bool,
    /// The idempotency key.
    pub idem_key: String,
    /// The explanation of the amount.
    pub explain: Explain,
}

/// A reversal: the negative amount of the entry, for the same person, in the same season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The season of both.
    pub season: u32,
    /// The position of the reversed entry.
    pub of: u64,
    /// The negative amount.
    pub amount: i64,
    /// The idempotency key.
    pub idem_key: String,
    /// The reason for the person.
    pub reason: String,
    /// The explanation of the amount.
    pub explain: Explain,
}

impl Reversal {
    /// The reversal of `entry`.
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

/// Why a person does not get an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withheld {
    /// They had reached the cap of the rule on that day.
    Capped(PersonId),
    /// Their points are in a final season. An adjustment in the current one can help.
    SeasonFinal(PersonId),
}

/// The changes due for an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The entries to write, in this order.
    pub instructions: Vec<Instruction>,
    /// Amounts that are not paid, and why.
    pub withheld: Vec<Withheld>,
    /// The issue's new `pointsCycle`.
    pub cycle: u32,
}

/// The changes due for an issue, given the effective awards of its pool.
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

/// Reverses all entries of an issue, because it was invalid or spam.
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

/// When a confirmed issue is settled at the latest.
pub fn settles_at(confirmed_at: Timestamp, rules: &RuleSet) -> Timestamp {
    confirmed_at.after(Span::days(rules.rules().settle_days))
}

/// Accounts may have been linked since, so the points of all of them belong to the person.
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
        // An entry is reversed at most once, so its position is a sufficient key.
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
