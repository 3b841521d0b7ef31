//! The standings of a season.
//!
//! The order is strict: the total, then the number of high finds, then who was first. Positions of
//! entries are unique in a season, so no two persons share a rank.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::PersonId;
use crate::ledger::{self, Entry, place};

/// The standing of a person in a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The person.
    #[serde(rename = "personId")]
    pub person: PersonId,
    /// The sum of all their entries.
    pub total: i64,
    /// Number of their confirmed critical and major bugs.
    pub high_count: u32,
    /// The position of their last effective entry, or of the one it replaces: when they reached the
    /// total.
    pub last_seq: u64,
}

impl Standing {
    /// The order of ranks. The higher-ranked standing is less.
    pub fn compare(&self, other: &Standing) -> Ordering {
        other
            .total
            .cmp(&self.total)
            .then(other.high_count.cmp(&self.high_count))
            .then(self.last_seq.cmp(&other.last_seq))
            .then_with(|| self.person.cmp(&other.person))
    }
}

/// The standings of a ledger. `high_counts` are given, because they come from the issues.
///
/// A reversed entry has no effect on total and order.
pub fn standings(entries: &[Entry], high_counts: &BTreeMap<PersonId, u32>) -> Vec<Standing> {
    let mut last: BTreeMap<&PersonId, u64> = BTreeMap::new();
    for entry in ledger::standing(entries) {
        let kept = last.entry(&entry.draft.person).or_default();
        *kept = place(entry).max(*kept);
    }
    ledger::totals(entries)
        .into_iter()
        .map(|(person, total)| Standing {
            person: person.clone(),
            total,
            high_count: high_counts.get(person).copied().unwrap_or_default(),
            last_seq: last.get(person).copied().unwrap_or_default(),
        })
        .collect()
}

/// Sorts eligible persons. The first one has rank 1.
pub fn ranked(mut eligible: Vec<Standing>) -> Vec<(u64, Standing)> {
    eligible.sort_by(Standing::compare);
    (1..).zip(eligible).collect()
}

#[cfg(test)]
mod tests;
