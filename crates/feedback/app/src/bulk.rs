//! What a programme is written with that is not made command by command, as a demo is.

pub use feedback_core::refused::invalid;
pub use feedback_core::rules_and_seasons::RulesAndSeasons;
pub use feedback_core::table::{execute, rows};
pub use feedback_issues::issue::timeline::TimelineEvent;
pub use feedback_points::points::{insert as insert_entries, row as entry_row};
