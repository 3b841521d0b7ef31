//! How long the database worked on a statement, which may be far less than its answer took.
//!
//! A connection answers statements in the order in which they were sent. So one begins to run when it
//! is sent or when the one before it is answered, whichever is later.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Adds up how long the database worked on statements.
#[derive(Debug, Default)]
pub struct RunTime(AtomicU64);

impl RunTime {
    /// Adds the time of one statement.
    pub fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.0.fetch_add(micros, Ordering::Relaxed);
    }

    /// What was added up, from which it begins again.
    pub fn take(&self) -> Duration {
        Duration::from_micros(self.0.swap(0, Ordering::Relaxed))
    }
}

/// When a statement was answered, once it is.
type Answered = Arc<OnceLock<Instant>>;

/// The order in which the statements of one connection were sent.
#[derive(Debug)]
pub(crate) struct SendOrder(Mutex<Answered>);

impl Default for SendOrder {
    fn default() -> SendOrder {
        SendOrder(Mutex::new(Arc::new(OnceLock::from(Instant::now()))))
    }
}

impl SendOrder {
    /// Awaits the answer to a statement that is sent now, and adds how long the database worked on it.
    pub(crate) async fn timed<T>(
        &self,
        run_time: Option<&RunTime>,
        answer: impl Future<Output = T>,
    ) -> T {
        let Some(run_time) = run_time else { return answer.await };
        let sent = self.send(Instant::now());
        let answer = answer.await;
        run_time.add(sent.ran_until(Instant::now()));
        answer
    }

    fn send(&self, at: Instant) -> Sent {
        let answered = Answered::default();
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *last, Arc::clone(&answered));
        Sent { at, before, answered }
    }
}

/// A statement under way. One that nobody waits for any more counts as answered.
struct Sent {
    at: Instant,
    before: Answered,
    answered: Answered,
}

impl Sent {
    fn ran_until(&self, now: Instant) -> Duration {
        let _ = self.answered.set(now);
        // The one before is answered, too. Where that is not noted yet, it was at this very moment.
        let began = self.before.get().map_or(now, |free| self.at.max(*free));
        now.saturating_duration_since(began)
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        let _ = self.answered.set(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_statement_runs_from_the_answer_to_the_one_before() {
        let order = SendOrder::default();
        let now = Instant::now() + MS;
        let (slow, quick) = (order.send(now), order.send(now + MS));
        assert_eq!(slow.ran_until(now + 40 * MS), 40 * MS);
        assert_eq!(quick.ran_until(now + 42 * MS), 2 * MS);
        let later = order.send(now + 100 * MS);
        assert_eq!(later.ran_until(now + 103 * MS), 3 * MS, "the connection was idle between");
    }

    #[test]
    fn an_answer_that_came_with_the_one_before_took_no_time() {
        let order = SendOrder::default();
        let now = Instant::now() + MS;
        let (slow, quick) = (order.send(now), order.send(now));
        assert_eq!(quick.ran_until(now + 40 * MS), Duration::ZERO);
        assert_eq!(slow.ran_until(now + 40 * MS), 40 * MS);
    }
}
