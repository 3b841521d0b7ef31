//! The pace of a fan-out: short pages with pauses between them, so that other requests are hardly
//! slowed down.

use std::time::Duration;

/// The size of the first page; later ones have as many people as fit into [`PAGE_TAKES`].
const FIRST_PAGE: i64 = 250;
/// How many a page has at least: on a machine that is overloaded each page waits for its turns, however small it is.
const SMALLEST_PAGE: i64 = 200;
/// How many a page has at most: what is committed together is also waited for together.
const LARGEST_PAGE: i64 = 500;
/// How long a page may take. Concurrent requests use the other cores, or wait that long.
const PAGE_TAKES: Duration = Duration::from_millis(25);
/// How many people are notified in a second if that leaves time to pause.
const PEOPLE_PER_SECOND: u32 = 3_000;
/// The longest pause. A longer one in the database means that a clock was set.
pub(super) const LONGEST_REST: Duration = Duration::from_secs(1);

/// How many people the next transaction tells.
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
    /// How many people the next page has.
    pub(super) fn page(&self) -> i64 {
        self.page
    }

    /// Has the next page take as long as one should, by how long this one took.
    pub(super) fn learn(&mut self, took: Duration) {
        let micros = |time: Duration| i64::try_from(time.as_micros()).unwrap_or(i64::MAX).max(1);
        let fitting = self.page.saturating_mul(micros(PAGE_TAKES)) / micros(took);
        // One page that was held up says little.
        let next = fitting.clamp(self.page / 2, self.page * 2);
        self.page = next.clamp(SMALLEST_PAGE, LARGEST_PAGE);
    }
}

/// The time that so many people have, from when their page was due to when the next one is.
pub(super) fn share(people: i64) -> Duration {
    let people = u32::try_from(people).unwrap_or(u32::MAX);
    (Duration::from_secs(1).saturating_mul(people) / PEOPLE_PER_SECOND).min(LONGEST_REST)
}

/// How long is rested at least after a page that took so long, also where that makes it late.
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
