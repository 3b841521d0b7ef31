//! Counts calls per caller, in bounded memory.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

/// How many callers one counter distinguishes before it groups them by wider networks, so that the
/// owner of one network cannot fill the memory with ever new addresses.
const MOST_CALLERS: usize = 100_000;

/// Callers that have been quiet for long are forgotten at each so many calls.
const SWEEP_EVERY: u64 = 8_192;

/// Counting the callers takes every lock there is, so it is done only now and then.
const COUNT_EVERY: u64 = 256;

/// The places that are shared once even the wider networks are too many.
const SHARED_PLACES: u64 = 65_536;

/// What a call is counted under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tally {
    /// As narrowly as the rule says.
    pub(super) exact: String,
    /// By the network behind it, where ever new callers cost nothing.
    pub(super) wide: Option<String>,
}

impl From<String> for Tally {
    fn from(exact: String) -> Tally {
        Tally { exact, wide: None }
    }
}

/// How full a counter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Crowding {
    None,
    Crowded,
    Overcrowded,
}

/// One rule's counter.
pub(super) struct Counter {
    limiter: RateLimiter<u64, DashMapStateStore<u64>, DefaultClock>,
    clock: DefaultClock,
    hasher: RandomState,
    calls: AtomicU64,
    crowding: AtomicU8,
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
            crowding: AtomicU8::new(Crowding::None as u8),
        }
    }

    /// Counts a call; says when to come again if it is one too many.
    pub(super) fn charge(&self, caller: &Tally) -> Result<(), Duration> {
        let number = self.calls.fetch_add(1, Ordering::Relaxed) + 1;
        if number.is_multiple_of(SWEEP_EVERY) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        if number.is_multiple_of(COUNT_EVERY) {
            let crowding = match self.limiter.len() {
                callers if callers > 2 * MOST_CALLERS => Crowding::Overcrowded,
                callers if callers > MOST_CALLERS => Crowding::Crowded,
                _ => Crowding::None,
            };
            self.crowding.store(crowding as u8, Ordering::Relaxed);
        }
        let crowding = self.crowding.load(Ordering::Relaxed);
        let place = match &caller.wide {
            Some(wide) if crowding >= Crowding::Crowded as u8 => self.hasher.hash_one(wide),
            _ if crowding >= Crowding::Overcrowded as u8 => {
                self.hasher.hash_one(&caller.exact) % SHARED_PLACES
            }
            _ => self.hasher.hash_one(&caller.exact),
        };
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

    fn named(name: &str) -> Tally {
        name.to_owned().into()
    }

    #[test]
    fn each_caller_has_a_count_of_its_own() {
        let counter = counter(2);
        assert!(counter.charge(&named("a")).is_ok());
        assert!(counter.charge(&named("a")).is_ok());
        let wait = counter.charge(&named("a")).unwrap_err();
        assert!(wait > Duration::from_secs(60) && wait <= Duration::from_secs(1800), "{wait:?}");
        assert!(counter.charge(&named("b")).is_ok());
    }

    #[test]
    fn ever_new_addresses_of_one_network_end_up_sharing_its_place_and_nobody_elses() {
        let counter = counter(5);
        let of_network = |number: usize| Tally {
            exact: number.to_string(),
            wide: Some("2001:db8::".to_owned()),
        };
        for number in 0..MOST_CALLERS * 2 {
            let _ = counter.charge(&of_network(number));
        }
        let places = counter.limiter.len();
        assert!(places <= MOST_CALLERS + 300, "{places}");
        assert!(counter.charge(&of_network(usize::MAX)).is_err());
        assert!((0..2000).all(|n| counter.charge(&named(&format!("192.0.2.{n}"))).is_ok()));
    }

    #[test]
    fn callers_without_a_wider_network_do_not_fill_the_memory_either() {
        let counter = counter(5);
        for number in 0..MOST_CALLERS * 3 {
            let _ = counter.charge(&named(&number.to_string()));
        }
        let places = counter.limiter.len();
        assert!(
            places <= 2 * MOST_CALLERS + usize::try_from(SHARED_PLACES).unwrap() + 300,
            "{places}"
        );
    }
}
