//! How to reach the database, and with how many connections.

use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::config::TargetSessionAttrs;

use crate::connection::ConnectOptions;
use crate::error::StoreError;
use crate::timeouts::Timeouts;
use crate::tls;
use crate::transaction_pool::RESERVED;

/// Connections for suggestions, and as many again for searches. With two of each, a caller who
/// searches all the time leaves one to the others.
pub const SEARCH_CONNECTIONS: usize = 2;
/// How long opening a connection may take.
pub(crate) const CONNECT: Duration = Duration::from_secs(5);
/// How long a connection may be silent before it is asked whether it still lives.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// How long what was sent may go unacknowledged.
const UNANSWERED: Duration = Duration::from_secs(10);
/// What the names of our connections begin with.
const APPLICATION_NAME: &str = "touchstone";
/// How many locks of periodic tasks a node holds at the same time, that of telling Parse Servers of
/// changes among them. Tasks begin one after the other, so more than one at a time are slow ones.
pub(crate) const TASK_LOCKS: usize = 6;
/// Connections that a node opens whatever is asked for: for searches, for the locks of periodic
/// tasks, to listen, and for transactions that may not wait.
pub const FIXED_CONNECTIONS: usize = 2 * SEARCH_CONNECTIONS + TASK_LOCKS + 1 + RESERVED;

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// The primary.
    pub url: String,
    /// A streaming replica for reads that may lag.
    pub replica_url: Option<String>,
    /// Connections that single reading statements share.
    pub pipelined_connections: usize,
    /// Connections of queries that clients make up.
    pub client_queries: ClientQueryOptions,
    /// Connections that single writing statements share. Each waits for its own commit to reach the
    /// disk, and commits that wait at the same time are flushed together.
    pub write_connections: usize,
    /// Connections that transactions take, one each.
    pub transaction_connections: usize,
    /// Also tell Parse Servers on the same database of schema changes.
    pub mixed_fleet: bool,
    /// How long statements and locks may take.
    pub timeouts: Timeouts,
    /// The authorities that vouch for the database's certificate; those of this machine where
    /// nothing is said.
    pub ca_file: Option<PathBuf>,
}

impl StoreOptions {
    /// How many connections to the primary are open at most, the one that listens among them.
    pub fn most_connections(&self) -> usize {
        let clients =
            self.client_queries.quick_connections + 2 * self.client_queries.slow_connections;
        let statements = self.pipelined_connections + clients + self.write_connections;
        statements + self.transaction_connections + FIXED_CONNECTIONS
    }
}

/// The connections of queries that clients make up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientQueryOptions {
    /// Connections that quick ones share.
    pub quick_connections: usize,
    /// Connections for slow ones, one each; and as many again for heavy ones.
    pub slow_connections: usize,
    /// How long one may take and still be quick.
    pub quick: Duration,
    /// How long one may take and still be no more than slow.
    pub slow: Duration,
}

impl Default for ClientQueryOptions {
    fn default() -> ClientQueryOptions {
        ClientQueryOptions {
            quick_connections: 2,
            slow_connections: 1,
            quick: Duration::from_millis(40),
            slow: Duration::from_millis(400),
        }
    }
}

/// Makes PostgreSQL refuse whatever writes: what is taken for a read is one.
pub(crate) fn refuse_writes(way: &mut ConnectOptions) {
    if way.config.get_target_session_attrs() == TargetSessionAttrs::Any {
        let own = way.config.get_options().unwrap_or_default();
        way.config.options(format!("{own} -c default_transaction_read_only=on"));
    } else {
        way.refuses_writes = true;
    }
}

pub(crate) fn configured(
    url: &str,
    options: &StoreOptions,
    statement: Duration,
) -> Result<ConnectOptions, StoreError> {
    let mut config = tls::read(url).map_err(|error| {
        StoreError::Unavailable(format!("the database URL cannot be read: {error}"))
    })?;
    let tls = tls::secured(&mut config, options.ca_file.as_deref())?;
    options.timeouts.put_on(&mut config, statement);
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT);
    }
    config.keepalives_idle(KEEPALIVE);
    config.tcp_user_timeout(UNANSWERED);
    // The change log tells our writers by it, so what an operator calls them comes after.
    let name = match config.get_application_name() {
        Some(own) if !own.starts_with(APPLICATION_NAME) => format!("{APPLICATION_NAME} {own}"),
        Some(own) => own.to_owned(),
        None => APPLICATION_NAME.to_owned(),
    };
    config.application_name(name);
    Ok(ConnectOptions { config, tls, refuses_writes: false })
}
