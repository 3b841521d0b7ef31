//! What an account is allowed to be.

use serde::{Deserialize, Serialize};

/// The two roles there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reports, checks and earns points; people call them testers.
    User,
    /// Decides, and never earns points.
    Admin,
}

/// What state an account is in.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum AccountStatus {
    /// As usual.
    #[default]
    Active,
    /// Reads, and answers about its own issues; no reports, votes or points.
    Limited,
    /// May do nothing.
    Suspended,
    /// Is gone.
    Deleted,
}

impl AccountStatus {
    /// All states.
    pub const ALL: [AccountStatus; 4] = [
        AccountStatus::Active,
        AccountStatus::Limited,
        AccountStatus::Suspended,
        AccountStatus::Deleted,
    ];

    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            AccountStatus::Active => "active",
            AccountStatus::Limited => "limited",
            AccountStatus::Suspended => "suspended",
            AccountStatus::Deleted => "deleted",
        }
    }

    /// The state of a stored word.
    pub fn parse(key: &str) -> Option<AccountStatus> {
        AccountStatus::ALL.into_iter().find(|status| status.key() == key)
    }
}
