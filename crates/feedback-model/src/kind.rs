//! What a report is about.

use serde::{Deserialize, Serialize};

/// What a report is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something does what it should not.
    Bug,
    /// Something works and is a nuisance.
    Friction,
    /// Something is missing.
    Idea,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Bug, Kind::Friction, Kind::Idea];

    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Bug => "bug",
            Kind::Friction => "friction",
            Kind::Idea => "idea",
        }
    }

    /// The kind of a stored word.
    pub fn parse(key: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Whether accepting one needs a severity.
    pub fn has_severity(self) -> bool {
        self == Kind::Bug
    }
}
