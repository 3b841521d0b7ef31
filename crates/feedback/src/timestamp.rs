//! Points in time, of the rules and of the tables.

use feedback_model::Moment;
use parse_model::Date;

/// A moment as the rules have it.
pub(crate) fn moment(date: Date) -> Moment {
    Moment(date.millis())
}

/// A moment as the tables have it.
pub(crate) fn date(moment: Moment) -> Date {
    Date::from_millis(moment.0)
}
