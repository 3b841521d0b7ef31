//! Reads how a server begins and ends.

use std::time::Duration;

use super::reader::Reader;

/// How a server begins and ends.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// How long the database is waited for at the start.
    pub database_wait: Duration,
    /// Whether a start brings the database to the version of this program.
    pub migrates_on_start: bool,
    /// How long before its end a server reports that requests should go elsewhere.
    pub shutdown_delay: Duration,
    /// How long requests in flight may take to finish at the end.
    pub shutdown_grace: Duration,
}

/// Reads it.
pub(super) fn lifetime(read: &mut Reader<'_>) -> Lifetime {
    Lifetime {
        database_wait: read.seconds("database_wait"),
        migrates_on_start: read.flag("migrate_on_start"),
        shutdown_delay: read.seconds("shutdown_delay"),
        shutdown_grace: read.seconds("shutdown_grace"),
    }
}
