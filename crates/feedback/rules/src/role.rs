//! Roles and statuses of accounts.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;

/// The role of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Reports, checks and earns points: a tester.
    User,
    /// Decides, and never earns points.
    Admin,
}

keyed_enum! {
    /// The status of an account.
    #[derive(Default)]
    pub enum AccountStatus {
        /// Active.
        #[default]
        Active = "active",
        /// May read, and comment on its own issues. No reports, votes or points.
        Limited = "limited",
        /// May do nothing.
        Suspended = "suspended",
        /// Deleted.
        Deleted = "deleted",
    }
}
