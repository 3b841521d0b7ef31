//! What time it is.

use parse_model::Date;

/// Where the time comes from, so that cases can set it.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// The present moment.
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
