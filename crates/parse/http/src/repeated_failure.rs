//! Failures of requests as the log tells them: while many fail alike, as all do whose database is
//! gone, one line a second says how many.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use telemetry::task;

/// How often a failure of one kind is logged.
const ONCE_IN: Duration = Duration::from_secs(1);
/// How many kinds are counted at a time. More than that are no longer alike, and all told.
const KINDS: usize = 64;

/// What was being done, and why it failed.
type Kind = (&'static str, String);

/// Counts failures that were logged a moment ago.
#[derive(Debug, Clone, Default)]
pub(crate) struct RepeatedFailures(Arc<Mutex<HashMap<Kind, u64>>>);

impl RepeatedFailures {
    /// Tells the log of a failure, or counts it.
    pub(crate) fn tell(&self, request: &dyn Display, doing: &'static str, reason: String) {
        if let Some(kind) = self.first((doing, reason)) {
            tracing::error!(%request, doing, reason = kind.1, "request failed");
            let counted = self.clone();
            drop(task::spawn("counting failures", async move { counted.report(kind).await }));
        }
    }

    /// Returns the kind if it is to be logged.
    fn first(&self, kind: Kind) -> Option<Kind> {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = kinds.get_mut(&kind) {
            *count += 1;
            return None;
        }
        if kinds.len() < KINDS {
            kinds.insert(kind.clone(), 0);
        }
        Some(kind)
    }

    /// Tells every second how many there were, until there are no more.
    async fn report(&self, kind: Kind) {
        loop {
            tokio::time::sleep(ONCE_IN).await;
            let count = self.counted(&kind);
            if count == 0 {
                return;
            }
            tracing::error!(
                count,
                doing = kind.0,
                reason = kind.1,
                "further requests failed with the same error"
            );
        }
    }

    /// How many there were since the last time; forgets those that have stopped.
    fn counted(&self, kind: &Kind) -> u64 {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = kinds.get_mut(kind).map_or(0, std::mem::take);
        if count == 0 {
            kinds.remove(kind);
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_failures_that_are_alike_the_first_is_told_and_the_others_are_counted() {
        let failures = RepeatedFailures::default();
        let kind = |reason: &str| ("finding", reason.to_owned());
        assert!(failures.first(kind("gone")).is_some());
        for _ in 0..400 {
            assert!(failures.first(kind("gone")).is_none());
        }
        assert!(failures.first(kind("slow")).is_some(), "another reason");
        assert_eq!(failures.counted(&kind("gone")), 400);
        assert!(failures.first(kind("gone")).is_none(), "still counted");
        assert_eq!(failures.counted(&kind("gone")), 1);
        assert_eq!(failures.counted(&kind("gone")), 0);
        assert!(failures.first(kind("gone")).is_some(), "forgotten");
    }

    #[test]
    fn more_kinds_than_can_be_counted_are_all_told() {
        let failures = RepeatedFailures::default();
        for round in 0..2 {
            for number in 0..2 * KINDS {
                let is_told = failures.first(("finding", number.to_string())).is_some();
                assert_eq!(is_told, round == 0 || number >= KINDS);
            }
        }
    }
}
