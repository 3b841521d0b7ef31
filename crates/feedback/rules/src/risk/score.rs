//! How much speaks for two accounts being one person's.
//!
//! Families have ceilings, and the largest is below what opens a case: whatever one kind of
//! evidence says, another one has to agree.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Against, Fact, SignalKind};
use crate::keyed_enum::keyed_enum;

/// The score at which a case opens, unless administrators want more.
pub const OPENS_AT: i64 = 60;

/// What one thing against it takes off, and what all of them together do.
const AGAINST: (i64, i64) = (5, 15);

keyed_enum! {
    /// Signals of one kind of evidence.
    pub enum Family {
        /// Who paid, and who is to be paid.
        Money = "money",
        /// The browser.
        Machine = "machine",
        /// The network and the time.
        Place = "place",
        /// What was written.
        Words = "words",
        /// What was voted for.
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

    /// What its signals count for at most, together.
    fn ceiling(self) -> i64 {
        match self {
            Family::Money => 45,
            Family::Machine => 30,
            Family::Words => 25,
            Family::Place | Family::Votes => 20,
        }
    }

    /// Whether a case can rest on it. Crowds share places and opinions.
    fn is_strong(self) -> bool {
        matches!(self, Family::Money | Family::Machine | Family::Words)
    }
}

/// Something noticed about two accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Signal {
    /// What.
    pub kind: SignalKind,
    /// How much it counts for, before its family's ceiling.
    pub points: i64,
    /// What is known about it.
    pub detail: Fact,
}

/// What is known about two accounts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PairFacts {
    /// What was noticed.
    pub(super) signals: Vec<Signal>,
    /// Families of which at least something could be found out.
    pub(super) known: BTreeSet<Family>,
    /// What speaks against it.
    pub(super) against: BTreeSet<Against>,
}

/// How much speaks for two accounts being one person's, and what of it is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairScore {
    /// The sum.
    pub total: i64,
    /// The score of each family; `None` if unknown.
    pub families: BTreeMap<Family, Option<i64>>,
    /// What was noticed.
    pub signals: Vec<Signal>,
    /// What speaks against it.
    pub against: BTreeSet<Against>,
}

impl PairFacts {
    /// Adds it up.
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
    /// Whether a person should look: enough in all, from two families, one of them strong.
    pub fn opens(&self, at: i64) -> bool {
        let speaks = |family: &&Family| self.families.get(family).copied().flatten() > Some(0);
        let speaking: Vec<&Family> = self.families.keys().filter(speaks).collect();
        self.total >= at.max(1)
            && speaking.len() >= 2
            && speaking.iter().any(|family| family.is_strong())
    }
}
