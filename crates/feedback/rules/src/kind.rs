//! What a report is about.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// What a report is about.
    pub enum Kind {
        /// Something does what it should not.
        Bug = "bug",
        /// Something works and is a nuisance.
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
