//! Severities of bugs.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The severity of a bug, worst first.
    pub enum Severity {
        /// Funds are lost, or the product is unusable.
        S1 = "S1",
        /// A main function fails.
        S2 = "S2",
        /// Something fails, but there is a workaround.
        S3 = "S3",
        /// A cosmetic problem.
        S4 = "S4",
    }
}

impl Severity {
    /// The display name, unless the operator has chosen another one.
    pub fn word(self) -> &'static str {
        match self {
            Severity::S1 => "Critical",
            Severity::S2 => "Major",
            Severity::S3 => "Minor",
            Severity::S4 => "Trivial",
        }
    }

    /// Whether it counts as a high find, which breaks ties between equal totals.
    pub fn is_high(self) -> bool {
        matches!(self, Severity::S1 | Severity::S2)
    }
}
