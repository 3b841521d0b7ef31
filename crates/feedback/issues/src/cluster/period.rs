//! The period of lists and statistics.

use parse_model::Date;
use serde::Deserialize;

/// A period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum Period {
    #[serde(rename = "24h")]
    Day,
    #[serde(rename = "7d")]
    Week,
    #[serde(rename = "30d")]
    Month,
    #[serde(rename = "90d")]
    Quarter,
}

/// Seconds of an hour and of a day.
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

impl Period {
    fn days(self) -> i64 {
        match self {
            Period::Day => 1,
            Period::Week => 7,
            Period::Month => 30,
            Period::Quarter => 90,
        }
    }

    /// Its first hour since 1970, if the last one is the current hour.
    pub(super) fn first_hour(self, now: Date) -> i64 {
        now.millis().div_euclid(1000 * HOUR) - self.days() * 24 + 1
    }

    /// Its first day since 1970 in UTC, if the last one is today. The last 24 hours include a part
    /// of yesterday.
    pub(super) fn first_day(self, now: Date) -> i64 {
        today(now) - self.days().max(2) + 1
    }

    /// Hours in one of 24 equal parts.
    pub(super) fn part_hours(self) -> i64 {
        self.days()
    }

    /// Hours per point of a plot.
    pub(super) fn step_hours(self) -> i64 {
        match self {
            Period::Day | Period::Week | Period::Month => 1,
            Period::Quarter => 24,
        }
    }
}

/// Today, in days since 1970.
pub(super) fn today(now: Date) -> i64 {
    now.millis().div_euclid(1000 * DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_ends_with_the_hour_and_the_day_that_run() {
        let now = Date::from_millis(1_763_200_000_000);
        let hour = 1_763_200_000_000 / 3_600_000;
        assert_eq!(Period::Day.first_hour(now), hour - 23);
        assert_eq!(Period::Week.first_hour(now), hour - 7 * 24 + 1);
        assert_eq!(Period::Week.part_hours() * 24, 7 * 24);
        assert_eq!(Period::Month.first_day(now), hour / 24 - 29);
        assert_eq!(Period::Day.first_day(now), hour / 24 - 1);
    }
}
