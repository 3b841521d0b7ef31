//! The database.

use super::definition::{FLAG, HOUR, Key, MILLISECONDS, database, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    database("database_url", "PostgreSQL database. Required. Through its socket: `postgres:///database?host=/run/postgresql`. In a password, write `@` as `%40`, `/` as `%2F` and `#` as `%23`."),
    open("database_wait", Some("30"), HOUR, "Time that a starting server waits for the database."),
    database("replica_url", "Streaming replica for reads that ask for SECONDARY."),
    open("database_connections", None, "a whole number from 19 to 1000", "Largest number of connections that one node opens to the database. Default: depends on the cores, 43 on two cores and 55 on four. The sum over all nodes must be below `max_connections` of PostgreSQL."),
    with_unlimited(open("statement_timeout", Some("5000"), MILLISECONDS, "Time limit of a statement. The request then fails with error 124. In the product profile, single statements that only read have at most 2 seconds. Changes of a class and deleting all objects of one have no time limit."), "0"),
    with_unlimited(open("lock_timeout", Some("2000"), MILLISECONDS, "Time that a statement waits for a lock. The request then fails with error 124."), "0"),
    open("database_ca_file", None, "the path of a PEM file", "Certificate authorities of the database. Default: those of this machine. A database on another host is reached over verified TLS, unless its address has `sslmode=disable`."),
    Key { expects: "an address such as redis://user:password@host:6379/0, or rediss:// for TLS", ..database("redis_url", "Redis server. It serves ranks for hundreds of thousands of testers, and shares signals and rate limits between nodes. It holds copies only. If it fails, the server continues with the database.") },
    open("parse_server_compat_writes", Some("false"), FLAG, "Write passwords (bcrypt) and session tokens (plain) so that a Parse Server on the same database can read them."),
];
