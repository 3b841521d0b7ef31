//! Connections of queries that clients make up, and of functions that search by a caller's text.

use std::time::Duration;

use crate::connection::{ConnectOptions, PipelinedPool};
use crate::error::StoreError;
use crate::store_options::{SEARCH_CONNECTIONS, StoreOptions, configured, refuse_writes};

/// How long a suggestion may take: it is shown while a user types.
const SUGGESTION: Duration = Duration::from_millis(300);
/// How long each statement of a search may take.
const SEARCH: Duration = Duration::from_secs(2);

/// Which connections a reading statement shares, and so whom it can hold up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Lane {
    /// Those of the server's own statements, whose cost we know.
    #[default]
    Own,
    /// Those of quick client queries. One that is not quick is ended with [`Code::TIMEOUT`].
    ///
    /// [`Code::TIMEOUT`]: parse_model::Code::TIMEOUT
    Quick,
    /// Those of slow client queries, which take turns there. One that is too slow even for that is
    /// ended in the same way.
    Slow,
    /// Those of the client queries that take longest, and of callers who have had more than their
    /// share of the database's time.
    Heavy,
    /// Those of suggestions that functions look up by a caller's text. One that takes too long is
    /// ended in the same way.
    Suggestion,
    /// Those of searches that functions make by a caller's text, with more time.
    Search,
}

/// The connections of queries that clients make up, apart from those of our own statements: how
/// long such a query takes is known only once it was tried.
#[derive(Debug)]
pub(crate) struct ClientQueryPools {
    /// For all of them at first, with little time.
    pub(crate) quick: PipelinedPool,
    /// For those that need more.
    pub(crate) slow: PipelinedPool,
    /// For those that need more even than that.
    pub(crate) heavy: PipelinedPool,
    /// For suggestions by a caller's text.
    pub(crate) suggestions: PipelinedPool,
    /// For searches by a caller's text.
    pub(crate) searches: PipelinedPool,
}

impl ClientQueryPools {
    /// To one server. No query is given more than one core's worth of work at a time.
    pub(crate) fn new(url: &str, options: &StoreOptions) -> Result<ClientQueryPools, StoreError> {
        let clients = options.client_queries;
        let way = |statement| {
            let mut way = configured(url, options, statement)?;
            refuse_writes(&mut way);
            let own = way.config.get_options().unwrap_or_default();
            let own = format!("{own} -c max_parallel_workers_per_gather=0");
            way.config.options(own);
            Ok::<ConnectOptions, StoreError>(way)
        };
        Ok(ClientQueryPools {
            quick: PipelinedPool::new(way(clients.quick)?, clients.quick_connections),
            slow: PipelinedPool::new(way(clients.slow)?, clients.slow_connections),
            heavy: PipelinedPool::new(way(options.timeouts.reading)?, clients.slow_connections),
            suggestions: PipelinedPool::new(way(SUGGESTION)?, SEARCH_CONNECTIONS),
            searches: PipelinedPool::new(way(SEARCH)?, SEARCH_CONNECTIONS),
        })
    }
}
