//! Counts calls per caller, in bounded memory.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

/// How many callers one counter tells apart. More than that at once share places, so that nobody
/// can fill the memory by coming from ever new addresses.
const MOST_CALLERS: usize = 100_000;

/// Callers that have been quiet for long are forgotten at each so many calls.
const SWEEP_EVERY: u64 = 8_192;

/// Counting the callers takes every lock there is, so it is done only now and then.
const COUNT_EVERY: u64 = 256;

/// The places that are shared once there are too many callers.
const SHARED_PLACES: u64 = 1_024;

/// One rule's counter.
pub(super) struct Counter {
    limiter: RateLimiter<u64, DashMapStateStore<u64>, DefaultClock>,
    clock: DefaultClock,
    hasher: RandomState,
    calls: AtomicU64,
    is_crowded: AtomicBool,
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter").field("callers", &self.limiter.len()).finish_non_exhaustive()
    }
}

impl Counter {
    /// Allows so many calls per window, at any pace within it.
    pub(super) fn new(count: NonZeroU32, window: Duration) -> Counter {
        let refill = (window / count.get()).max(Duration::from_nanos(1));
        // A period above zero always makes a quota.
        let quota = Quota::with_period(refill).unwrap_or(Quota::per_second(count));
        let clock = DefaultClock::default();
        Counter {
            limiter: RateLimiter::dashmap_with_clock(quota.allow_burst(count), clock.clone()),
            clock,
            hasher: RandomState::new(),
            calls: AtomicU64::new(0),
            is_crowded: AtomicBool::new(false),
        }
    }

    /// Counts a call; says when to come again if it is one too many.
    pub(super) fn charge(&self, caller: &str) -> Result<(), Duration> {
        let mut place = self.hasher.hash_one(caller);
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(SWEEP_EVERY) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        if number.is_multiple_of(COUNT_EVERY) {
            self.is_crowded.store(self.limiter.len() > MOST_CALLERS, Ordering::Relaxed);
        }
        if self.is_crowded.load(Ordering::Relaxed) {
            place %= SHARED_PLACES;
        }
        let outcome = self.limiter.check_key(&place);
        outcome.map_err(|not_until| not_until.wait_time_from(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter(count: u32) -> Counter {
        Counter::new(NonZeroU32::new(count).unwrap(), Duration::from_secs(3600))
    }

    #[test]
    fn each_caller_has_a_count_of_its_own() {
        let counter = counter(2);
        assert!(counter.charge("a").is_ok());
        assert!(counter.charge("a").is_ok());
        let wait = counter.charge("a").unwrap_err();
        assert!(wait > Duration::from_secs(60) && wait <= Duration::from_secs(1800), "{wait:?}");
        assert!(counter.charge("b").is_ok());
    }

    #[test]
    fn ever_new_callers_do_not_fill_the_memory() {
        let counter = counter(5);
        for number in 0..MOST_CALLERS * 2 {
            let _ = counter.charge(&number.to_string());
        }
        let places = counter.limiter.len();
        assert!(places <= MOST_CALLERS + 1300, "{places}");
        assert!(
            (0..2000).any(|n| counter.charge(&format!("new{n}")).is_err()),
            "they share places"
        );
    }
}
