//! Retry delays of queues, and when they give up.

use std::time::Duration;

use parse_model::Date;

/// Delays in seconds, one after each failed attempt. After the last one the work is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackOff(&'static [i64]);

impl BackOff {
    /// For a service that does not answer: nine attempts in three days.
    pub const SERVICE: BackOff = BackOff(&[10, 60, 300, 1_800, 7_200, 43_200, 86_400, 86_400]);

    /// For internal errors: nine attempts in eight hours.
    pub const OWN_FAULT: BackOff = BackOff(&[60, 120, 300, 900, 1_800, 3_600, 7_200, 14_400]);

    /// When to retry after this many failed attempts, or `None` to give up. A longer wait that the
    /// service asks for is respected. Rows that failed together are retried at different times.
    pub fn next(self, now: Date, attempts: u32, id: i64, asked: Option<Duration>) -> Option<Date> {
        let place = usize::try_from(attempts.saturating_sub(1)).ok()?;
        let own = *self.0.get(place)?;
        let spread = (id * 7).rem_euclid(20) * own / 100;
        let asked = asked.map_or(0, |asked| i64::try_from(asked.as_secs()).unwrap_or(own) + 1);
        Some(now.plus_seconds(asked.max(own + spread)))
    }
}

/// Spreads rows with text ids over time.
pub fn spread(id: &str) -> i64 {
    id.bytes().map(i64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Date = Date::from_millis(1_800_000_000_000);

    fn seconds(back_off: BackOff, attempts: u32, asked: Option<u64>) -> Option<i64> {
        let next = back_off.next(NOW, attempts, 20, asked.map(Duration::from_secs));
        next.map(|due| (due.millis() - NOW.millis()) / 1000)
    }

    #[test]
    fn waits_grow_with_a_fifth_of_spread_and_end_after_nine_attempts() {
        for back_off in [BackOff::SERVICE, BackOff::OWN_FAULT] {
            for (attempts, own) in (1..).zip(back_off.0) {
                let waits = seconds(back_off, attempts, None).expect("another attempt");
                assert!((*own..=own + own / 5).contains(&waits), "{attempts}: {waits}");
            }
            assert_eq!(seconds(back_off, 9, None), None);
        }
        assert!(BackOff::OWN_FAULT.0.iter().sum::<i64>() < 8 * 3_600);
    }

    #[test]
    fn a_longer_wait_that_a_service_asks_for_is_never_cut_short() {
        assert_eq!(seconds(BackOff::SERVICE, 1, Some(1_847)), Some(1_848));
        assert!(seconds(BackOff::SERVICE, 4, Some(1)) >= Some(1_800));
    }
}
