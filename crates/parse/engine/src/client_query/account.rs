//! Tracks the database time of a caller, which decides about the lane of their next query.

use std::time::{Duration, Instant};

use parse_store::Lane;

/// Database time that a caller can use in a burst …
const AT_ONCE: Duration = Duration::from_millis(500);
/// … the share of all time by which it is refilled …
const SHARE: u32 = 10;
/// … and the largest debt.
const MOST_SPENT: Duration = Duration::from_secs(12);
/// Without queries, everything is refilled after this time.
pub(super) const ALL_COMES_BACK: Duration = Duration::from_secs(120);

/// The account of a caller at one time.
#[derive(Debug)]
pub(super) struct Account {
    /// The time used, minus what was refilled.
    spent: Duration,
    at: Instant,
    /// Whether one of their queries was slow since the account was last full.
    sends_slow_ones: bool,
}

impl Account {
    pub(super) fn new(now: Instant) -> Account {
        Account { spent: Duration::ZERO, at: now, sends_slow_ones: false }
    }

    /// Charges a statement with its duration, and whether it was cancelled for being slow.
    pub(super) fn charge(&mut self, took: Duration, was_slow: bool, now: Instant) {
        self.come_back(now);
        self.spent = (self.spent + took).min(MOST_SPENT);
        self.sends_slow_ones |= was_slow;
    }

    /// The first lane for the next query.
    pub(super) fn lane(&mut self, now: Instant) -> Lane {
        self.come_back(now);
        if self.spent > AT_ONCE {
            Lane::Heavy
        } else if self.sends_slow_ones {
            Lane::Slow
        } else {
            Lane::Quick
        }
    }

    fn come_back(&mut self, now: Instant) {
        let back = now.saturating_duration_since(self.at) / SHARE;
        (self.spent, self.at) = (self.spent.saturating_sub(back), now);
        self.sends_slow_ones &= !self.spent.is_zero();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn one_slow_query_is_forgotten_after_ten_times_its_time() {
        let now = Instant::now();
        let mut account = Account::new(now);
        account.charge(60 * MS, true, now);
        assert_eq!(account.lane(now + 500 * MS), Lane::Slow);
        assert_eq!(account.lane(now + 600 * MS), Lane::Quick);
    }

    #[test]
    fn anyone_who_takes_more_than_a_tenth_of_all_time_comes_last() {
        let now = Instant::now();
        let (mut modest, mut greedy) = (Account::new(now), Account::new(now));
        for second in 0..60 {
            let now = now + Duration::from_secs(second);
            modest.charge(90 * MS, false, now);
            greedy.charge(120 * MS, false, now);
        }
        let now = now + Duration::from_secs(60);
        assert_eq!((modest.lane(now), greedy.lane(now)), (Lane::Quick, Lane::Heavy));
    }

    #[test]
    fn however_much_was_spent_comes_back_while_the_caller_is_remembered() {
        let now = Instant::now();
        let mut account = Account::new(now);
        for _ in 0..1000 {
            account.charge(Duration::from_secs(5), true, now);
        }
        assert_eq!(account.lane(now + ALL_COMES_BACK / 2), Lane::Heavy);
        assert_eq!(account.lane(now + ALL_COMES_BACK), Lane::Quick);
    }
}
