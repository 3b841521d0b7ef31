//! The standings of a season.
//!
//! The order is strict: the total, then the number of high finds, then who was first. Places of
//! entries are unique in a season, so no two persons share a rank.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::PersonId;
use crate::ledger::{self, Entry, place};

/// What a person has reached in a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// Who.
    #[serde(rename = "personId")]
    pub person: PersonId,
    /// The sum of all their entries.
    pub total: i64,
    /// How many of their confirmed bugs were critical or major.
    pub high_count: u32,
    /// The place of their last entry that stands, or of what it stands for: that is when they got
    /// where they are.
    pub last_seq: u64,
}

impl Standing {
    /// Which of two ranks higher; the higher one is less.
    pub fn compare(&self, other: &Standing) -> Ordering {
        other
            .total
            .cmp(&self.total)
            .then(other.high_count.cmp(&self.high_count))
            .then(self.last_seq.cmp(&other.last_seq))
            .then_with(|| self.person.cmp(&other.person))
    }
}

/// The standings that a ledger leads to. `high_counts` are given, as they come from the issues.
///
/// A reversed entry leaves no trace here: neither in the total nor in the order.
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

/// Puts eligible persons in order; the first has rank 1.
pub fn ranked(mut eligible: Vec<Standing>) -> Vec<(u64, Standing)> {
    eligible.sort_by(Standing::compare);
    (1..).zip(eligible).collect()
}

#[cfg(test)]
mod tests;
