//! How well a report is made.

use serde::{Deserialize, Serialize};

/// How well a report is made, as the triager sees it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Quality {
    /// Better than asked for.
    A,
    /// As asked for.
    #[default]
    B,
    /// The team had to find out the rest.
    C,
}

impl Quality {
    /// All qualities, the best first.
    pub const ALL: [Quality; 3] = [Quality::A, Quality::B, Quality::C];

    /// The letter that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            Quality::A => "A",
            Quality::B => "B",
            Quality::C => "C",
        }
    }

    /// The quality of a stored letter.
    pub fn parse(key: &str) -> Option<Quality> {
        Quality::ALL.into_iter().find(|quality| quality.key() == key)
    }
}
