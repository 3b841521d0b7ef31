//! Points in time, of the rules and of the tables.

use feedback_model::Timestamp;
use parse_model::Date;

/// A moment as the rules have it.
pub fn timestamp(date: Date) -> Timestamp {
    Timestamp(date.millis())
}

/// A moment as the tables have it.
pub fn date(timestamp: Timestamp) -> Date {
    Date::from_millis(timestamp.0)
}
