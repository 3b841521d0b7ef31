//! The current time.

use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use parse_model::Date;

/// A source of time, which tests can set.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The current time.
    fn now(&self) -> Date;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Date {
        #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let millis = since_1970.map_or(0, |elapsed| elapsed.as_millis());
        Date::from_millis(i64::try_from(millis).unwrap_or(i64::MAX))
    }
}

/// The clock of the database, advanced locally between two answers.
///
/// The clocks of nodes differ, and may be changed while they run. Comparisons with times that other
/// nodes wrote (the end of a session, of a sign-in text, of a season) must not depend on that, so
/// all nodes use the clock of the database. Until it has answered, the machine's clock is used.
#[derive(Debug, Default)]
pub struct DatabaseClock(RwLock<Option<Anchor>>);

#[derive(Debug, Clone, Copy)]
struct Anchor {
    at: Instant,
    date: Date,
}

impl Anchor {
    fn date_at(self, at: Instant) -> Date {
        let passed = at.saturating_duration_since(self.at).as_millis();
        let passed = i64::try_from(passed).unwrap_or(i64::MAX);
        Date::from_millis(self.date.millis().saturating_add(passed))
    }
}

impl DatabaseClock {
    /// Processes the time that the database returned to a query sent at `asked`, after this delay.
    /// Returns the milliseconds by which this clock was set forward, if any. Differences within the
    /// delay are ignored.
    pub fn told(&self, told: Date, asked: Instant, took: Duration) -> Option<i64> {
        let at = asked + took / 2;
        let mut anchor = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let before = anchor.map_or_else(|| SystemClock.now(), |anchor| anchor.date_at(at));
        let off = told.millis() - before.millis();
        let explained = i64::try_from(took.as_millis()).unwrap_or(i64::MAX) / 2 + 1;
        if anchor.is_some() && off.abs() <= explained {
            return None;
        }
        *anchor = Some(Anchor { at, date: told });
        Some(off)
    }
}

impl Clock for DatabaseClock {
    fn now(&self) -> Date {
        let anchor = *self.0.read().unwrap_or_else(PoisonError::into_inner);
        anchor.map_or_else(|| SystemClock.now(), |anchor| anchor.date_at(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_databases_and_goes_on_between_its_answers() {
        let clock = DatabaseClock::default();
        let hour = 3_600_000;
        let told = Date::from_millis(SystemClock.now().millis() - hour);
        let asked = Instant::now();
        let off = clock.told(told, asked, Duration::from_millis(4)).expect("the first counts");
        assert!((-hour - 60_000..-hour + 60_000).contains(&off), "{off}");
        let later = asked + Duration::from_millis(1002);
        let expected = Date::from_millis(told.millis() + 1000);
        let told_again = Date::from_millis(expected.millis() + 1);
        assert_eq!(clock.told(told_again, later, Duration::ZERO), None, "within the way");
        let moved = Date::from_millis(expected.millis() + 500);
        assert_eq!(clock.told(moved, later, Duration::from_millis(10)), Some(495));
        assert!(clock.now().millis() < SystemClock.now().millis() - hour / 2);
    }
}
