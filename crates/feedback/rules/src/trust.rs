//! Trust levels of users, from the outcomes of their reports.
//!
//! A level is always derived from the whole history and never counted up, so an undone decision has
//! no effect.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::issue::IssueState;
use crate::rule_set::TrustRules;
use crate::severity::Severity;
use crate::status::Resolution;
use crate::timestamp::{Span, Timestamp};

/// The levels of trust.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(try_from = "u8", into = "u8")]
pub enum Trust {
    /// 0: a new user.
    #[default]
    New,
    /// 1: at least one accepted report.
    Known,
    /// 2: their fix checks count without proof.
    Reliable,
    /// 3: larger quotas.
    Expert,
    /// 4: set by an administrator.
    Named,
}

impl Trust {
    /// All levels, lowest first.
    pub const ALL: [Trust; 5] =
        [Trust::New, Trust::Known, Trust::Reliable, Trust::Expert, Trust::Named];

    /// The level as a number from 0 to 4.
    pub fn level(self) -> u8 {
        self as u8
    }
}

impl From<Trust> for u8 {
    fn from(trust: Trust) -> u8 {
        trust.level()
    }
}

/// There are five levels, 0 to 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("trust levels go from 0 to 4")]
pub struct NoSuchLevel;

impl TryFrom<u8> for Trust {
    type Error = NoSuchLevel;

    fn try_from(level: u8) -> Result<Trust, NoSuchLevel> {
        Trust::ALL.get(usize::from(level)).copied().ok_or(NoSuchLevel)
    }
}

/// The outcome of a report for trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    /// It was accepted.
    Accepted,
    /// It was wrong, and its reporter could have known.
    Wrong,
    /// It was spam.
    Spam,
    /// Not decided, or without significance.
    Neutral,
}

/// The outcome of a report.
///
/// `root_confirmed_at` is when the root of its set was confirmed, if it is a duplicate.
pub fn judge(
    issue: &IssueState,
    claimed: Option<Severity>,
    root_confirmed_at: Option<Timestamp>,
) -> Judgement {
    let confirmed = match issue.confirmed_at {
        Some(_) => Judgement::Accepted,
        None => Judgement::Neutral,
    };
    match issue.stage.resolution() {
        None | Some(Resolution::WontFix) => confirmed,
        Some(Resolution::Spam) => Judgement::Spam,
        Some(Resolution::Invalid) => Judgement::Wrong,
        Some(Resolution::WorkingAsIntended) => match claimed {
            Some(claimed) if claimed.is_high() => Judgement::Wrong,
            _ => Judgement::Neutral,
        },
        Some(Resolution::Duplicate) => match root_confirmed_at {
            Some(at) if issue.origin.submitted_at < at => Judgement::Accepted,
            _ => Judgement::Neutral,
        },
        Some(Resolution::NotReproducible | Resolution::NoResponse | Resolution::Withdrawn) => {
            Judgement::Neutral
        }
    }
}

/// A report of a user, and when it was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decided {
    /// Its outcome.
    pub judgement: Judgement,
    /// The time.
    pub at: Timestamp,
}

/// The record of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Number of accepted reports.
    pub accepted: u32,
    /// Accepted ones among the last decided reports.
    pub right: u32,
    /// Number of decided reports for the accuracy.
    pub looked_at: u32,
    /// Number of spam reports.
    pub spam: u32,
    /// Whether recent spam removes the level.
    pub is_dropped: bool,
    /// Whether the user scores. Spam stops points until an administrator has looked at it.
    pub scores: bool,
}

impl Record {
    /// The share of accepted ones among the last decided reports, in basis points.
    pub fn accuracy_bps(&self) -> Option<u32> {
        (self.right * 10_000).checked_div(self.looked_at)
    }
}

/// Number of decided reports for the accuracy.
pub const ACCURACY_WINDOW: usize = 20;

const SPAM_WINDOW: Span = Span::days(30);

/// Sums up a history. `cleared_at` is when an administrator last looked at the spam.
pub fn record(history: &[Decided], now: Timestamp, cleared_at: Option<Timestamp>) -> Record {
    let mut decided: Vec<&Decided> =
        history.iter().filter(|one| one.judgement != Judgement::Neutral).collect();
    // Of reports that were decided together the worse ones come last, so that the result is
    // deterministic.
    decided.sort_by_key(|one| (Reverse(one.at), one.judgement));
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let of = |judgement: Judgement, among: &[&Decided]| {
        count(among.iter().filter(|one| one.judgement == judgement).count())
    };
    let last = &decided[..decided.len().min(ACCURACY_WINDOW)];
    let spams: Vec<Timestamp> =
        decided.iter().filter(|one| one.judgement == Judgement::Spam).map(|one| one.at).collect();
    // Newest first: two closures within the window, the later one recently.
    let is_dropped = spams
        .windows(2)
        .any(|pair| pair[0] <= pair[1].after(SPAM_WINDOW) && now < pair[0].after(SPAM_WINDOW));
    let unseen = spams.iter().filter(|at| cleared_at.is_none_or(|cleared| **at > cleared)).count();
    Record {
        accepted: of(Judgement::Accepted, &decided),
        right: of(Judgement::Accepted, last),
        looked_at: count(last.len()),
        spam: count(spams.len()),
        is_dropped,
        scores: unseen < 3,
    }
}

/// The level of a record. `start` comes from the invitation, and `pinned` from an administrator and
/// has precedence.
pub fn level(record: &Record, start: Trust, pinned: Option<Trust>, rules: &TrustRules) -> Trust {
    if let Some(pinned) = pinned {
        return pinned;
    }
    if record.is_dropped {
        return Trust::New;
    }
    let is_accurate = |least: u32| record.accuracy_bps().is_some_and(|accuracy| accuracy >= least);
    let earned = if record.accepted >= rules.expert_accepted && is_accurate(rules.expert_bps) {
        Trust::Expert
    } else if record.accepted >= rules.reliable_accepted && is_accurate(rules.reliable_bps) {
        Trust::Reliable
    } else if record.accepted >= rules.known_accepted {
        Trust::Known
    } else {
        Trust::New
    };
    earned.max(start.min(Trust::Known))
}

#[cfg(test)]
mod tests;
