//! How bad a bug is.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// How bad a bug is, the worst first.
    pub enum Severity {
        /// Funds are lost, or the product is unusable.
        S1 = "S1",
        /// A main path fails.
        S2 = "S2",
        /// Something fails, and there is a way around.
        S3 = "S3",
        /// A blemish.
        S4 = "S4",
    }
}

impl Severity {
    /// The word people read, unless the operator chose another.
    pub fn word(self) -> &'static str {
        match self {
            Severity::S1 => "Critical",
            Severity::S2 => "Major",
            Severity::S3 => "Minor",
            Severity::S4 => "Trivial",
        }
    }

    /// Whether it counts as a high find, which ranks persons with equal totals.
    pub fn is_high(self) -> bool {
        matches!(self, Severity::S1 | Severity::S2)
    }
}
