//! Sums up the entries of a ledger.

use std::collections::{BTreeMap, BTreeSet};

use feedback_model::RuleKey;
use feedback_model::id::PersonId;
use feedback_model::ledger::PublicEntry;
use feedback_model::standing::Standing;

/// An effective entry.
struct Stands {
    person: PersonId,
    /// The position from which it counts: its own, or that of the entry it replaces.
    place: u64,
    /// The source, if it was a critical or major bug.
    high: Option<String>,
}

/// The sums so far.
#[derive(Default)]
pub(super) struct Sums {
    totals: BTreeMap<PersonId, i64>,
    standing: BTreeMap<u64, Stands>,
}

impl Sums {
    pub(super) fn take(&mut self, entry: &PublicEntry) {
        *self.totals.entry(entry.person.clone()).or_default() += entry.amount;
        match entry.reversal_of {
            Some(seq) => {
                self.standing.remove(&seq);
            }
            None => {
                let is_high = matches!(entry.rule, RuleKey::BugS1 | RuleKey::BugS2);
                let high = is_high.then(|| entry.source.clone());
                let stands = Stands { person: entry.person.clone(), place: entry.place, high };
                self.standing.insert(entry.seq, stands);
            }
        }
    }

    /// All persons with points, in order.
    pub(super) fn standings(self) -> Vec<Standing> {
        let mut last: BTreeMap<&PersonId, u64> = BTreeMap::new();
        let mut high: BTreeMap<&PersonId, BTreeSet<&str>> = BTreeMap::new();
        for standing in self.standing.values() {
            let kept = last.entry(&standing.person).or_default();
            *kept = standing.place.max(*kept);
            if let Some(source) = &standing.high {
                high.entry(&standing.person).or_default().insert(source);
            }
        }
        let mut standings: Vec<Standing> = self
            .totals
            .iter()
            .filter(|(_, total)| **total > 0)
            .map(|(person, total)| Standing {
                person: person.clone(),
                total: *total,
                high_count: high.get(person).map_or(0, |sources| sources.len() as u32),
                last_seq: last.get(person).copied().unwrap_or_default(),
            })
            .collect();
        standings.sort_by(Standing::compare);
        standings
    }
}
