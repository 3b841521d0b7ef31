//! What is known of an endpoint: whether it rests after failures, how quick it is, where its head is.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::health::{EndpointHealth, HealthState};
use crate::network::{Endpoint, Replay};

/// So many failures in a row …
const FAILURES: u32 = 2;
/// … make an endpoint rest for this long, twice as long each time it fails again …
const REST: Duration = Duration::from_secs(5);
/// … up to this.
const LONGEST_REST: Duration = Duration::from_secs(60);
/// After a pause one call is allowed; others wait until it has ended or this time has passed.
const PROBE: Duration = Duration::from_secs(3);
/// How long a method that an endpoint does not have is not asked of it again.
const ABSENT: Duration = Duration::from_secs(600);

/// The newest block of an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Head {
    /// Its number.
    pub(crate) number: u64,
    /// How old it was when it was seen: comparable between endpoints that were asked at different
    /// moments, which its time is not.
    pub(crate) age_ms: u64,
}

/// One endpoint, as long as it is configured.
#[derive(Debug)]
pub(crate) struct EndpointState {
    pub(crate) endpoint: Endpoint,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// How often it was asked and answered, and how often it failed by its own doing.
    answered: u64,
    failed: u64,
    failures: u32,
    rests_until: Option<Instant>,
    /// It said that it is of this network.
    is_of_network: bool,
    latency_ms: Option<u64>,
    head: Option<Head>,
    /// It reports an invalid newest block: it is used only if no other endpoint answers.
    has_false_head: bool,
    checked_at: Option<u64>,
    absent: Vec<(String, Instant)>,
    /// Whether it can make calls again, until it is tested again.
    replay: Option<(Replay, Instant)>,
}

impl EndpointState {
    /// One of which nothing is known.
    pub(crate) fn new(endpoint: Endpoint) -> EndpointState {
        EndpointState { endpoint, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it may be asked now. The one call after a rest is lent its turn here.
    pub(crate) fn admit(&self, now: Instant) -> bool {
        let mut known = self.known();
        match known.rests_until {
            Some(until) if now < until => false,
            Some(_) => {
                known.rests_until = Some(now + PROBE);
                true
            }
            None => true,
        }
    }

    /// The smaller, the sooner it is used; an endpoint after its pause comes last, so that callers
    /// do not wait for it while others answer.
    pub(crate) fn rank(&self, is_lagging: bool) -> u8 {
        let known = self.known();
        let is_behind = is_lagging || known.has_false_head;
        match (known.rests_until.is_some(), is_behind, known.failures) {
            (true, ..) => 3,
            (false, true, _) => 2,
            (false, false, 0) => 0,
            (false, false, _) => 1,
        }
    }

    /// It answered, after so long.
    pub(crate) fn note_answer(&self, took: Duration) {
        let mut known = self.known();
        (known.failures, known.rests_until) = (0, None);
        known.answered += 1;
        let took = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        known.latency_ms = Some(known.latency_ms.map_or(took, |before| (before * 7 + took) / 8));
    }

    /// It failed by its own doing.
    pub(crate) fn note_failure(&self, now: Instant) {
        let mut known = self.known();
        known.failures = known.failures.saturating_add(1);
        known.failed += 1;
        if let Some(again) = known.failures.checked_sub(FAILURES) {
            let rest = REST.saturating_mul(1 << again.min(8)).min(LONGEST_REST);
            known.rests_until = Some(now + rest);
            if again == 0 {
                tracing::warn!(host = self.endpoint.host(), "endpoint paused after failures");
            }
        }
    }

    /// It lies, or is of another network: it rests at once, and for long.
    pub(crate) fn note_lie(&self, now: Instant) {
        let mut known = self.known();
        known.failures = known.failures.max(FAILURES).saturating_add(1);
        known.failed += 1;
        known.rests_until = Some(now + LONGEST_REST);
        known.is_of_network = false;
        known.head = None;
    }

    /// Whether it said that it is of this network.
    pub(crate) fn is_of_network(&self) -> bool {
        self.known().is_of_network
    }

    /// It said so.
    pub(crate) fn note_network(&self) {
        self.known().is_of_network = true;
    }

    /// It was asked for its newest block.
    pub(crate) fn note_check(&self, head: Option<Head>, at_ms: u64) {
        let mut known = self.known();
        if head.is_some() {
            (known.head, known.has_false_head) = (head, false);
        }
        known.checked_at = Some(at_ms);
    }

    /// Its newest block cannot be.
    pub(crate) fn note_false_head(&self) {
        let mut known = self.known();
        (known.head, known.has_false_head) = (None, true);
    }

    /// Its newest block, when it was last asked; nothing of one that rests.
    pub(crate) fn head(&self) -> Option<Head> {
        let known = self.known();
        if known.rests_until.is_some() { None } else { known.head }
    }

    /// Whether it is known not to have a method.
    pub(crate) fn lacks(&self, method: &str, now: Instant) -> bool {
        self.known().absent.iter().any(|(name, until)| name == method && now < *until)
    }

    /// It does not have a method.
    pub(crate) fn note_lack(&self, method: &str, now: Instant) {
        let mut known = self.known();
        known.absent.retain(|(name, until)| name != method && now < *until);
        if known.absent.len() < 16 {
            known.absent.push((method.to_owned(), now + ABSENT));
        }
    }

    /// How it makes calls again, if that was tried lately.
    pub(crate) fn replay(&self, now: Instant) -> Option<Replay> {
        self.known().replay.filter(|(_, until)| now < *until).map(|(replay, _)| replay)
    }

    /// It makes calls again so.
    pub(crate) fn note_replay(&self, replay: Replay, now: Instant) {
        self.known().replay = Some((replay, now + ABSENT));
    }

    /// How it is shown.
    pub(crate) fn health(&self, is_lagging: bool, block_time_ms: u64) -> EndpointHealth {
        let known = self.known();
        let state = match known.rests_until {
            Some(_) => HealthState::Down,
            None if known.has_false_head => HealthState::Down,
            None if known.latency_ms.is_none() => HealthState::Unknown,
            None if is_lagging => HealthState::Lagging,
            None => HealthState::Ok,
        };
        EndpointHealth {
            host: self.endpoint.host().to_owned(),
            state,
            latency_ms: known.latency_ms,
            head_block: known.head.map(|head| head.number),
            lag_sec: known.head.map(|head| head.age_ms.saturating_sub(block_time_ms) / 1000),
            checked_at: known.checked_at,
            answered: known.answered,
            failed: known.failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoint() -> EndpointState {
        EndpointState::new(Endpoint { url: "https://node.example/key".to_owned() })
    }

    #[test]
    fn two_failures_make_it_rest_and_afterwards_one_call_is_tried() {
        let (endpoint, start) = (endpoint(), Instant::now());
        endpoint.note_failure(start);
        assert!(endpoint.admit(start) && endpoint.rank(false) == 1);
        endpoint.note_failure(start);
        assert!(!endpoint.admit(start + Duration::from_secs(4)));
        let later = start + Duration::from_secs(5);
        assert!(endpoint.admit(later) && !endpoint.admit(later) && endpoint.rank(false) == 3);
        endpoint.note_answer(Duration::from_millis(80));
        assert!(endpoint.admit(later) && endpoint.rank(false) == 0);
    }

    #[test]
    fn it_rests_longer_each_time_but_never_more_than_a_minute() {
        let (endpoint, start) = (endpoint(), Instant::now());
        for _ in 0..3 {
            endpoint.note_failure(start);
        }
        assert!(!endpoint.admit(start + Duration::from_secs(9)));
        for _ in 0..100 {
            endpoint.note_failure(start);
        }
        assert!(endpoint.admit(start + Duration::from_secs(60)));
    }

    #[test]
    fn a_probe_that_never_ends_does_not_keep_others_out_for_ever() {
        let (endpoint, start) = (endpoint(), Instant::now());
        endpoint.note_lie(start);
        let later = start + Duration::from_secs(60);
        assert!(endpoint.admit(later) && !endpoint.admit(later));
        assert!(endpoint.admit(later + PROBE));
    }

    #[test]
    fn a_method_it_lacks_is_asked_again_some_day() {
        let (endpoint, start) = (endpoint(), Instant::now());
        endpoint.note_lack("debug_traceTransaction", start);
        assert!(endpoint.lacks("debug_traceTransaction", start));
        assert!(!endpoint.lacks("trace_transaction", start));
        assert!(!endpoint.lacks("debug_traceTransaction", start + ABSENT));
    }
}
