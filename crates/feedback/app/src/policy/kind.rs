//! The kinds of pages that a programme publishes.

use serde::{Deserialize, Serialize};

/// The kinds of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PolicyKind {
    /// What is stored about people.
    Privacy,
    /// The contract with testers.
    Terms,
    /// What testers may do, and what is rewarded.
    Rules,
}

impl PolicyKind {
    /// Its name in addresses.
    pub(crate) fn key(self) -> &'static str {
        match self {
            PolicyKind::Privacy => "privacy",
            PolicyKind::Terms => "terms",
            PolicyKind::Rules => "rules",
        }
    }
}
