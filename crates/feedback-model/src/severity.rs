//! How bad a bug is.

use serde::{Deserialize, Serialize};

/// How bad a bug is, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Funds are lost or nobody can go on.
    S1,
    /// A main path fails.
    S2,
    /// Something fails, and there is a way around.
    S3,
    /// A blemish.
    S4,
}

impl Severity {
    /// All severities, the worst first.
    pub const ALL: [Severity; 4] = [Severity::S1, Severity::S2, Severity::S3, Severity::S4];

    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            Severity::S1 => "S1",
            Severity::S2 => "S2",
            Severity::S3 => "S3",
            Severity::S4 => "S4",
        }
    }

    /// The word people read, unless the operator chose another.
    pub fn word(self) -> &'static str {
        match self {
            Severity::S1 => "Critical",
            Severity::S2 => "Major",
            Severity::S3 => "Minor",
            Severity::S4 => "Trivial",
        }
    }

    /// The severity of a stored word.
    pub fn parse(key: &str) -> Option<Severity> {
        Severity::ALL.into_iter().find(|severity| severity.key() == key)
    }

    /// Whether it counts where persons with equal totals are told apart.
    pub fn is_high(self) -> bool {
        matches!(self, Severity::S1 | Severity::S2)
    }
}
