//! Decisions about persons and their reasons.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The decision about a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// They count and are paid.
    Pay,
    /// They count and have an amount, which is not paid out yet.
    SetAside,
    /// They do not count, and the others get more.
    LeaveOut,
}

/// The reason of a decision: a key of a closed list, never a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// They have chosen no wallet on the network of the payout.
    NoAddress,
    /// They are held.
    Held,
    /// They were linked to another person.
    Linked,
    /// The team is never paid.
    Administrator,
    /// None of their accounts is active.
    Inactive,
    /// An administrator decided.
    ByDecision,
}

impl Decision {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            Decision::Pay => "pay",
            Decision::SetAside => "set_aside",
            Decision::LeaveOut => "leave_out",
        }
    }
}

impl Why {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            Why::NoAddress => "no_address",
            Why::Held => "held",
            Why::Linked => "linked",
            Why::Administrator => "administrator",
            Why::Inactive => "inactive",
            Why::ByDecision => "by_decision",
        }
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
