//! The database.

use super::definition::{FLAG, Key, MILLISECONDS, database, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    database("database_url", "The PostgreSQL database. Required. By its socket: `postgres:///database?host=/run/postgresql`. In a password, `@` is written `%40`, `/` is `%2F` and `#` is `%23`."),
    open("database_wait", Some("30"), "seconds, 0 to 3600", "How long a server that starts waits for a database that is not there yet."),
    database("replica_url", "A streaming replica, for reads that ask for SECONDARY."),
    open("pipelined_connections", None, "a whole number from 1 to 1000", "Connections on which single reading statements of many requests are pipelined. Not set: one per core and one more."),
    open("client_query_connections", None, "a whole number from 1 to 1000", "Connections on which queries of callers without the master key are pipelined, apart from those of functions and sessions. Not set: one per core and one more."),
    open("slow_query_connections", None, "a whole number from 1 to 1000", "Connections for such queries that are not quick, each for one at a time; the others wait their turn. As many again are for those that take more than ten times as long as quick ones may. Not set: one per two cores, at least one."),
    open("quick_query_timeout", Some("40"), MILLISECONDS, "How long such a query may take before it is moved to the connections for slow ones, where it begins again."),
    open("write_connections", None, "a whole number from 1 to 1000", "Connections for single writing statements; commits that wait at the same time are flushed together, so a slow disk wants more. Not set: three per core."),
    open("transaction_connections", Some("16"), "a whole number from 1 to 1000", "Connections for transactions, each for one at a time."),
    open("statement_timeout", Some("5000"), MILLISECONDS, "How long one statement may take; then the request is answered with 124. Changing a class and emptying one take as long as they take."),
    Key { product_default: Some("2000"), ..open("read_timeout", Some("5000"), MILLISECONDS, "The same for single statements that only read.") },
    open("lock_timeout", Some("2000"), MILLISECONDS, "How long a statement may wait for what others hold; then the request is answered with 124."),
    open("idle_transaction_timeout", Some("10000"), MILLISECONDS, "How long a transaction may do nothing before the database ends it."),
    open("commit_timeout", Some("5000"), MILLISECONDS, "How long the answer to a commit is waited for; then the request is answered with 503 and nobody knows whether it was done. The commit is never cancelled."),
    open("transaction_wait", Some("5000"), MILLISECONDS, "How long a transaction waits for a connection while others have all of them; then the request is answered with 503."),
    open("database_ca_file", None, "the path of a PEM file", "The authorities that vouch for the database's certificate. Not set: those this machine trusts. A database elsewhere is reached by TLS, verified in full, unless its address says `sslmode=disable`."),
    Key { expects: "an address such as redis://user:password@host:6379/0, or rediss:// for TLS", ..database("redis_url", "A Redis server, to find ranks among hundreds of thousands of people quickly, wake other nodes and count calls together with them. It holds nothing that cannot be made anew from the database, which answers while it is gone.") },
    open("mixed_fleet", Some("false"), FLAG, "Write only what a Parse Server on the same database can read: bcrypt passwords, plain session tokens."),
];
