//! The pace of a fan-out: short pages with pauses between them, so that other requests are hardly
//! delayed.

use std::time::Duration;

/// Users on the first page. Later ones have as many as fit into [`PAGE_TAKES`].
const FIRST_PAGE: i64 = 250;
/// The smallest page. On an overloaded machine each page waits for locks, however small it is.
const SMALLEST_PAGE: i64 = 200;
/// The largest page. Other transactions wait for everything that is committed together.
const LARGEST_PAGE: i64 = 500;
/// Target duration of a page. Concurrent requests use the other cores, or wait that long.
const PAGE_TAKES: Duration = Duration::from_millis(25);
/// Users notified per second, if that leaves time for pauses.
const PEOPLE_PER_SECOND: u32 = 3_000;
/// The longest pause. A longer one in the database means that a clock was changed.
pub(super) const LONGEST_REST: Duration = Duration::from_secs(1);

/// Chooses the size of the next page.
#[derive(Debug)]
pub(super) struct Pace {
    page: i64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { page: FIRST_PAGE }
    }
}

impl Pace {
    /// Users on the next page.
    pub(super) fn page(&self) -> i64 {
        self.page
    }

    /// Adjusts the next page to the duration of this one.
    pub(super) fn learn(&mut self, took: Duration) {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX).max(1);
        let fitting = self.page.saturating_mul(micros(PAGE_TAKES)) / micros(took);
        // One delayed page is not significant.
        let next = fitting.clamp(self.page / 2, self.page * 2);
        self.page = next.clamp(SMALLEST_PAGE, LARGEST_PAGE);
    }
}

/// The share of time of this many users, from the due time of their page to that of the next one.
pub(super) fn share(people: i64) -> Duration {
    let people = u32::try_from(people).unwrap_or(u32::MAX);
    (Duration::from_secs(1).saturating_mul(people) / PEOPLE_PER_SECOND).min(LONGEST_REST)
}

/// The shortest pause after a page of this duration, even if the fan-out is behind its pace.
pub(super) fn least_rest(took: Duration) -> Duration {
    (took / 2).min(LONGEST_REST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn pages_become_as_long_as_they_should_be_and_keep_their_bounds() {
        let mut pace = Pace::default();
        for (took, page) in [(25, 250), (50, 200), (400, 200), (10, 400), (1, 500), (400, 250)] {
            pace.learn(took * MILLISECOND);
            assert_eq!(pace.page(), page, "after {took} ms");
        }
    }

    #[test]
    fn whoever_is_quick_keeps_the_pace_and_whoever_is_slow_rests_all_the_same() {
        assert_eq!(share(300), 100 * MILLISECOND);
        assert_eq!((share(0), share(i64::MAX)), (Duration::ZERO, LONGEST_REST));
        assert_eq!(least_rest(400 * MILLISECOND), 200 * MILLISECOND);
        assert_eq!(least_rest(60_000 * MILLISECOND), LONGEST_REST);
    }
}
