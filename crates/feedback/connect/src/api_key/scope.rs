//! What a key may be used for.

use serde::{Deserialize, Serialize};

/// What a key may be used for. None lets it make keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Reading public issues.
    Read,
    /// Reporting.
    Report,
    /// Announcing builds, and what they fix.
    Builds,
    /// Telling of mails that bounced.
    Mail,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Report, Scope::Builds, Scope::Mail];

    /// As it is stored and shown.
    pub fn key(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Report => "report",
            Scope::Builds => "builds",
            Scope::Mail => "mail",
        }
    }
}
