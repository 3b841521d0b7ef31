//! Leaving a host alone that fails again and again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many failures …
const FAILURES: usize = 5;
/// … within this time …
const WITHIN: Duration = Duration::from_secs(30);
/// … keep us away for this long; then one call is tried.
const OPEN_FOR: Duration = Duration::from_secs(30);
/// Beyond this many hosts those without recent failures are forgotten.
const REMEMBERED: usize = 1024;

/// What is known of each host.
#[derive(Debug, Default)]
pub(crate) struct Breakers(Mutex<HashMap<String, Breaker>>);

#[derive(Debug, Default)]
struct Breaker {
    failures: Vec<Instant>,
    open_until: Option<Instant>,
}

impl Breakers {
    /// Whether a host may be called now.
    pub(crate) fn admit(&self, host: &str, now: Instant) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(breaker) = known.get_mut(host) else { return true };
        match breaker.open_until {
            Some(until) if now < until => false,
            Some(_) => {
                // The trial call. Until it has ended well, other calls are refused.
                breaker.open_until = Some(now + OPEN_FOR);
                true
            }
            None => true,
        }
    }

    /// Notes how a call ended.
    pub(crate) fn note(&self, host: &str, is_good: bool, now: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if is_good {
            known.remove(host);
            return;
        }
        if known.len() >= REMEMBERED {
            known.retain(|_, breaker| breaker.matters(now));
        }
        let breaker = known.entry(host.to_owned()).or_default();
        breaker.failures.retain(|failure| now.duration_since(*failure) < WITHIN);
        breaker.failures.push(now);
        if breaker.failures.len() >= FAILURES || breaker.open_until.is_some() {
            breaker.failures.clear();
            breaker.open_until = Some(now + OPEN_FOR);
        }
    }
}

impl Breaker {
    fn matters(&self, now: Instant) -> bool {
        self.open_until.is_some_and(|until| now < until)
            || self.failures.iter().any(|failure| now.duration_since(*failure) < WITHIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failing(breakers: &Breakers, times: usize, now: Instant) {
        for _ in 0..times {
            breakers.note("h", false, now);
        }
    }

    #[test]
    fn five_failures_in_half_a_minute_keep_us_away_for_half_a_minute() {
        let (breakers, start) = (Breakers::default(), Instant::now());
        failing(&breakers, 4, start);
        assert!(breakers.admit("h", start));
        failing(&breakers, 1, start);
        assert!(!breakers.admit("h", start));
        assert!(breakers.admit("other", start));
        assert!(!breakers.admit("h", start + Duration::from_secs(29)));
        assert!(breakers.admit("h", start + Duration::from_secs(30)));
    }

    #[test]
    fn failures_far_apart_do_not_count_together() {
        let (breakers, start) = (Breakers::default(), Instant::now());
        for minute in 0..10 {
            failing(&breakers, 1, start + Duration::from_secs(60 * minute));
        }
        assert!(breakers.admit("h", start + Duration::from_secs(600)));
    }

    #[test]
    fn afterwards_one_call_is_tried_and_decides() {
        let (breakers, start) = (Breakers::default(), Instant::now());
        failing(&breakers, 5, start);
        let later = start + Duration::from_secs(31);
        assert!(breakers.admit("h", later) && !breakers.admit("h", later));
        breakers.note("h", false, later);
        assert!(!breakers.admit("h", later + Duration::from_secs(1)));
        let again = later + Duration::from_secs(31);
        assert!(breakers.admit("h", again));
        breakers.note("h", true, again);
        assert!(breakers.admit("h", again) && breakers.admit("h", again));
    }

    #[test]
    fn hosts_that_do_not_matter_any_more_are_forgotten() {
        let (breakers, start) = (Breakers::default(), Instant::now());
        for number in 0..REMEMBERED {
            breakers.note(&number.to_string(), false, start);
        }
        breakers.note("h", false, start + WITHIN);
        assert_eq!(breakers.0.lock().unwrap().len(), 1);
    }
}
