//! What a programme is written with that is not made command by command, as a demo is.

pub use crate::issue::timeline::TimelineEvent;
pub use crate::points::{insert as insert_entries, row as entry_row};
pub use crate::refused::invalid;
pub use crate::rules_and_seasons::RulesAndSeasons;
pub use crate::table::{execute, rows};
