//! Conversion between the timestamps of the rules and of the tables.

use feedback_model::Timestamp;
use parse_model::Date;

/// A timestamp of the rules.
pub fn timestamp(date: Date) -> Timestamp {
    Timestamp(date.millis())
}

/// A timestamp of the tables.
pub fn date(timestamp: Timestamp) -> Date {
    Date::from_millis(timestamp.0)
}
