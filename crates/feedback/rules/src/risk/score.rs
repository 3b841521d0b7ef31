//! The score of a pair of accounts.
//!
//! The score of each family is limited, and the highest limit is below the threshold of a case, so
//! at least two families must agree.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Against, Fact, SignalKind};
use crate::keyed_enum::keyed_enum;

/// The default score at which a case opens.
pub const OPENS_AT: i64 = 60;

/// The deduction for one signal against it, and the largest deduction.
const AGAINST: (i64, i64) = (5, 15);

keyed_enum! {
    /// A family of signals.
    pub enum Family {
        /// Payers and payout addresses.
        Money = "money",
        /// Browsers.
        Machine = "machine",
        /// Networks and times.
        Place = "place",
        /// Texts.
        Words = "words",
        /// Votes.
        Votes = "votes",
    }
}

impl Family {
    /// The family of a signal.
    pub fn of(kind: SignalKind) -> Family {
        match kind {
            SignalKind::SharedFunder | SignalKind::SharedPayout | SignalKind::WalletPassed => {
                Family::Money
            }
            SignalKind::SharedDevice => Family::Machine,
            SignalKind::SharedNetwork | SignalKind::BurstSignup => Family::Place,
            SignalKind::TextCopy => Family::Words,
            SignalKind::VoteRing => Family::Votes,
        }
    }

    /// The largest score of the family.
    fn ceiling(self) -> i64 {
        match self {
            Family::Money => 45,
            Family::Machine => 30,
            Family::Words => 25,
            Family::Place | Family::Votes => 20,
        }
    }

    /// Whether a case can be based on it. Crowds share networks and votes.
    fn is_strong(self) -> bool {
        matches!(self, Family::Money | Family::Machine | Family::Words)
    }
}

/// A signal about two accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// Its kind.
    pub kind: SignalKind,
    /// Its points, before the limit of its family.
    pub points: i64,
    /// Its details.
    pub detail: Fact,
}

/// The signals about two accounts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PairFacts {
    /// The signals.
    pub(super) signals: Vec<Signal>,
    /// Families with a known result.
    pub(super) known: BTreeSet<Family>,
    /// The signals against it.
    pub(super) against: BTreeSet<Against>,
}

/// The score of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairScore {
    /// The sum.
    pub total: i64,
    /// The score of each family; `None` if unknown.
    pub families: BTreeMap<Family, Option<i64>>,
    /// The signals.
    pub signals: Vec<Signal>,
    /// The signals against it.
    pub against: BTreeSet<Against>,
}

impl PairFacts {
    /// Adds up the score.
    pub(super) fn score(self) -> PairScore {
        let family = |family: Family| {
            let of_it = self.signals.iter().filter(|signal| Family::of(signal.kind) == family);
            let sum: i64 = of_it.map(|signal| signal.points).sum();
            (family, (sum > 0 || self.known.contains(&family)).then(|| sum.min(family.ceiling())))
        };
        let families: BTreeMap<Family, Option<i64>> = Family::ALL.into_iter().map(family).collect();
        let against = i64::try_from(self.against.len()).unwrap_or(i64::MAX);
        let against = against.saturating_mul(AGAINST.0).min(AGAINST.1);
        let total = families.values().flatten().sum::<i64>() - against;
        PairScore { total, families, signals: self.signals, against: self.against }
    }
}

impl PairScore {
    /// Whether a case opens: a sufficient score from two families, one of them strong.
    pub fn opens(&self, at: i64) -> bool {
        let speaks = |family: &&Family| self.families.get(family).copied().flatten() > Some(0);
        let speaking: Vec<&Family> = self.families.keys().filter(speaks).collect();
        self.total >= at.max(1)
            && speaking.len() >= 2
            && speaking.iter().any(|family| family.is_strong())
    }
}
