//! The scopes of API keys.

use serde::{Deserialize, Serialize};

/// A scope of a key. No scope allows creating keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Reading public issues.
    Read,
    /// Submitting reports.
    Report,
    /// Announcing builds and their fixes.
    Builds,
    /// Reporting bounced mails.
    Mail,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Report, Scope::Builds, Scope::Mail];

    /// The name that is stored and shown.
    pub fn key(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Report => "report",
            Scope::Builds => "builds",
            Scope::Mail => "mail",
        }
    }
}
