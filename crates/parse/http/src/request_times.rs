//! How long a request took, and where.

use std::time::Duration;

/// How long a request took.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// In all.
    pub(crate) total: Duration,
    /// In the database.
    pub(crate) database: Duration,
    /// Waiting for a connection to it.
    pub(crate) waited: Duration,
}
