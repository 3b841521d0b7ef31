//! Timestamps and durations in milliseconds.
//!
//! This crate has no clock. The caller passes the time.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

/// A point in time: milliseconds since 1970 in UTC.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// A duration in milliseconds, never negative.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Span(u64);

impl Span {
    /// This many seconds.
    pub const fn seconds(count: u32) -> Span {
        Span(count as u64 * 1000)
    }

    /// This many minutes.
    pub const fn minutes(count: u32) -> Span {
        Span(count as u64 * 60_000)
    }

    /// This many hours.
    pub const fn hours(count: u32) -> Span {
        Span(count as u64 * 3_600_000)
    }

    /// This many days of 24 hours.
    pub const fn days(count: u32) -> Span {
        Span(count as u64 * 86_400_000)
    }

    /// The duration in milliseconds.
    pub const fn millis(self) -> u64 {
        self.0
    }
}

impl Timestamp {
    /// The time `span` after this one, saturating.
    pub fn after(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add_unsigned(span.0))
    }

    /// The time `span` before this one, saturating.
    pub fn before(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_sub_unsigned(span.0))
    }

    /// The day in UTC, such as `21 Nov`. `None` outside the calendar.
    pub fn day_in_words(self) -> Option<String> {
        let date = OffsetDateTime::from_unix_timestamp(self.0.div_euclid(1000)).ok()?;
        let month = date.month().to_string();
        Some(format!("{} {}", date.day(), month.get(..3)?))
    }
}

/// A calendar day in the programme's time zone: days since 1 January 1970.
///
/// The caller computes the number, because this crate knows no time zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub i64);

impl Day {
    /// The week of the day. Weeks begin on Mondays.
    pub fn week(self) -> i64 {
        // 1 January 1970 was a Thursday, the fourth day of its week.
        (self.0.saturating_add(3)).div_euclid(7)
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, Span, Timestamp};

    #[test]
    fn a_week_begins_on_monday() {
        // 5 January 1970 was a Monday.
        assert_eq!(Day(3).week(), 0);
        assert_eq!(Day(4).week(), 1);
        assert_eq!(Day(10).week(), 1);
        assert_eq!(Day(-4).week(), -1);
    }

    #[test]
    fn a_moment_tells_its_day_in_words() {
        let timestamp = Timestamp(1_763_683_200_000).after(Span::hours(2));
        assert_eq!(timestamp.day_in_words().as_deref(), Some("21 Nov"));
        assert_eq!(Timestamp(i64::MAX).day_in_words(), None);
    }
}
