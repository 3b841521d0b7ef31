//! The database.

use super::definition::{FLAG, Key, MILLISECONDS, database, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    database("database_url", "The PostgreSQL database. Required. By its socket: `postgres:///database?host=/run/postgresql`. In a password, `@` is written `%40`, `/` is `%2F` and `#` is `%23`."),
    open("database_wait", Some("30"), "seconds, 0 to 3600", "How long a server that starts waits for a database that is not there yet."),
    database("replica_url", "A streaming replica, for reads that ask for SECONDARY."),
    open("database_connections", None, "a whole number from 19 to 1000", "The most connections that one node opens to the database. Not set: follows from the cores, 43 on two cores and 55 on four. The sum over all nodes must stay below PostgreSQL's `max_connections`."),
    open("statement_timeout", Some("5000"), MILLISECONDS, "The longest time for one statement; then the request is answered with 124. In the product profile, single statements that only read have 2 seconds at most. Changing a class and emptying one have no time limit."),
    open("lock_timeout", Some("2000"), MILLISECONDS, "How long a statement may wait for what others hold; then the request is answered with 124."),
    open("database_ca_file", None, "the path of a PEM file", "The authorities that vouch for the database's certificate. Not set: those this machine trusts. A database elsewhere is reached by TLS, verified in full, unless its address says `sslmode=disable`."),
    Key { expects: "an address such as redis://user:password@host:6379/0, or rediss:// for TLS", ..database("redis_url", "A Redis server: fast ranks for hundreds of thousands of testers, quick signals between nodes, and rate limits shared by all nodes. It only holds copies. If Redis stops, the server goes on with the database.") },
    open("mixed_fleet", Some("false"), FLAG, "Write only what a Parse Server on the same database can read: bcrypt passwords, plain session tokens."),
];
