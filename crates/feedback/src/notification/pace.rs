//! How fast many are told: in short pages with rests between them, so that whoever calls meanwhile hardly notices.

use std::time::Duration;

/// How many people the first page has; those after it have as many as can be told in [`PAGE_TAKES`].
const FIRST_PAGE: i64 = 250;
/// How many a page has at least: what each page costs by itself would be most of it.
const SMALLEST_PAGE: i64 = 50;
/// How many a page has at most: what is committed together is also waited for together.
const LARGEST_PAGE: i64 = 500;
/// How long a page may take. Whoever calls meanwhile has the other cores, or waits that long.
const PAGE_TAKES: Duration = Duration::from_millis(25);
/// How many are told in a second where that leaves time to rest.
const PEOPLE_PER_SECOND: u32 = 3_000;
/// The longest rest. Whoever finds a longer one noted takes it for a clock that was set.
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

/// How long is rested after so many were told in that time: for the rest of their share of a second, and never less than
/// half as long as it took.
pub(super) fn rest(people: i64, took: Duration) -> Duration {
    let people = u32::try_from(people).unwrap_or(u32::MAX);
    let share = Duration::from_secs(1).saturating_mul(people) / PEOPLE_PER_SECOND;
    share.saturating_sub(took).max(took / 2).min(LONGEST_REST)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    #[test]
    fn pages_become_as_long_as_they_should_be_and_keep_their_bounds() {
        let mut pace = Pace::default();
        for (took, page) in
            [(25, 250), (50, 125), (400, 62), (400, 50), (10, 100), (1, 200), (1, 400), (1, 500)]
        {
            pace.learn(took * MILLISECOND);
            assert_eq!(pace.page(), page, "after {took} ms");
        }
    }

    #[test]
    fn whoever_is_quick_keeps_the_pace_and_whoever_is_slow_rests_all_the_same() {
        assert_eq!(rest(300, 20 * MILLISECOND), 80 * MILLISECOND);
        assert_eq!(rest(300, 90 * MILLISECOND), 45 * MILLISECOND);
        assert_eq!(rest(300, 400 * MILLISECOND), 200 * MILLISECOND);
        assert_eq!(rest(0, Duration::ZERO), Duration::ZERO);
        assert_eq!(rest(50, 60_000 * MILLISECOND), LONGEST_REST);
    }
}
