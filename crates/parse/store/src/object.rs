//! Objects of a class: found, counted, made, changed and removed.

pub use crate::delete::{delete, purge};
pub use crate::insert::insert;
pub use crate::relation::change_members;
pub use crate::select::{count, explain, find};
pub use crate::update::update;
