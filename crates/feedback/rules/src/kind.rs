//! The kind of a report.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The kind of a report.
    pub enum Kind {
        /// Something works incorrectly.
        Bug = "bug",
        /// Something works, but is annoying.
        Friction = "friction",
        /// Something is missing.
        Idea = "idea",
    }
}

impl Kind {
    /// Whether accepting one needs a severity.
    pub fn has_severity(self) -> bool {
        self == Kind::Bug
    }
}
