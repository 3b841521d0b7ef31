//! What an account is allowed to be.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;

/// The two roles there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reports, checks and earns points; people call them testers.
    User,
    /// Decides, and never earns points.
    Admin,
}

keyed_enum! {
    /// What state an account is in.
    #[derive(Default)]
    pub enum AccountStatus {
        /// As usual.
        #[default]
        Active = "active",
        /// Reads, and answers about its own issues; no reports, votes or points.
        Limited = "limited",
        /// May do nothing.
        Suspended = "suspended",
        /// Is gone.
        Deleted = "deleted",
    }
}
