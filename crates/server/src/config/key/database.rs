//! The database.

use super::{FLAG, Key, database, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    database("database_url", "The PostgreSQL database. Required."),
    database("replica_url", "A streaming replica, for reads that ask for SECONDARY."),
    open("pipelined_connections", None, "a whole number from 1 to 1000", "Connections on which single reading statements of many requests are pipelined. Not set: one per core and one more."),
    open("write_connections", None, "a whole number from 1 to 1000", "Connections for single writing statements; commits that wait at the same time are flushed together, so a slow disk wants more. Not set: three per core."),
    open("transaction_connections", Some("16"), "a whole number from 1 to 1000", "Connections for transactions, each for one at a time."),
    open("mixed_fleet", Some("false"), FLAG, "Write only what a Parse Server on the same database can read: bcrypt passwords, plain session tokens."),
];
