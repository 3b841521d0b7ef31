//! How the database is reached.

use std::path::PathBuf;

use parse_store::{ClientQueryOptions, StoreOptions, Timeouts};

use super::reader::{Reader, word};

/// A query that takes so many times as long as a quick one may is no longer slow, but heavy.
const TIMES_AS_SLOW: u32 = 10;

/// Reads how the database is reached.
pub(super) fn store_options(read: &mut Reader<'_>, mixed_fleet: bool) -> StoreOptions {
    // More connections than the cores can serve only make both ends switch between them.
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let quick = read.milliseconds("quick_query_timeout");
    StoreOptions {
        url: read.required("database_url", ""),
        replica_url: read.value("replica_url", word),
        pipelined_connections: read.whole("pipelined_connections", 1, 1000).unwrap_or(cores + 1),
        client_queries: ClientQueryOptions {
            quick_connections: read.whole("client_query_connections", 1, 1000).unwrap_or(cores + 1),
            slow_connections: read
                .whole("slow_query_connections", 1, 1000)
                .unwrap_or_else(|| (cores / 2).max(1)),
            quick,
            slow: quick * TIMES_AS_SLOW,
        },
        write_connections: read.whole("write_connections", 1, 1000).unwrap_or(3 * cores),
        transaction_connections: read.whole("transaction_connections", 1, 1000).unwrap_or_default(),
        mixed_fleet,
        timeouts: Timeouts {
            reading: read.milliseconds("read_timeout"),
            statement: read.milliseconds("statement_timeout"),
            lock: read.milliseconds("lock_timeout"),
            idle_transaction: read.milliseconds("idle_transaction_timeout"),
            commit: read.milliseconds("commit_timeout"),
            connection_wait: read.milliseconds("transaction_wait"),
        },
        ca_file: read.value("database_ca_file", word).map(PathBuf::from),
    }
}
