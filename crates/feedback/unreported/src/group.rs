//! What calls are counted by.

use serde::{Deserialize, Serialize};

/// Calls that are counted together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Group {
    /// Days since 1970, in UTC.
    pub(super) day: i64,
    pub(super) contract: String,
    /// The first four bytes of the calldata, or nothing if it is shorter.
    pub(super) selector: String,
    /// `direct`, or `operation` of a smart account.
    pub(super) kind: String,
    /// The newest build of the app at that time, or nothing.
    pub(super) build: String,
}

/// The calls of a group, and the failed ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(super) struct Calls {
    pub(super) calls: i64,
    pub(super) failed: i64,
    /// Failures whose sender is a linked wallet.
    pub(super) linked: i64,
}
