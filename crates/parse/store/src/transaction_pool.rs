//! Connections that transactions take, one each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use deadpool::Runtime;
use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolError, QueueMode, RecycleError, RecycleResult, Status,
    TimeoutType,
};
use tokio::task::AbortHandle;
use tokio_postgres::{Client, Statement};

use crate::connection::{ConnectOptions, connect_to_cut};
use crate::counter::Counters;
use crate::error::StoreError;
use crate::prepared::Prepared;
use crate::statement_watch::PoolState;
use crate::timeouts::Timeouts;

/// A connection that one transaction has for itself.
pub(crate) type Pooled = Object<Connections>;

/// A connection with the statements prepared on it.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) prepared: Prepared,
    schema_version: Arc<AtomicU64>,
    driver: AbortHandle,
}

impl Connection {
    /// Closes the socket without another word, whatever is under way on it.
    pub(crate) fn cut(&self) {
        self.driver.abort();
    }

    /// The statement of a text. A transaction that ran one which has outlived its tables would be
    /// lost, so none is used that was prepared before the last change of the schema.
    pub(crate) async fn statement(&self, text: &str) -> Result<Statement, tokio_postgres::Error> {
        let version = self.schema_version.load(Ordering::Acquire);
        self.prepared.statement(&self.client, text, version).await
    }
}

/// Opens connections for the pool, and judges those that come back.
#[derive(Debug)]
pub(crate) struct Connections {
    options: ConnectOptions,
    schema_version: Arc<AtomicU64>,
}

impl Manager for Connections {
    type Type = Connection;
    type Error = StoreError;

    async fn create(&self) -> Result<Connection, StoreError> {
        let (client, driver) = connect_to_cut(&self.options).await?;
        let schema_version = Arc::clone(&self.schema_version);
        Ok(Connection { client, prepared: Prepared::default(), schema_version, driver })
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<StoreError> {
        if connection.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        Ok(())
    }
}

/// How many connections are kept for those who may not have to wait.
pub(crate) const RESERVED: usize = 2;

tokio::task_local! {
    static IN_RESERVE: ();
}

/// Does work whose transactions may use the connections that are kept back when all others are
/// taken: for signing in, which people need to do before anything else.
pub async fn in_reserve<T>(work: impl Future<Output = T>) -> T {
    IN_RESERVE.scope((), work).await
}

/// A pool of connections for transactions.
///
/// The holder of one of its connections never waits for a second one of the same pool; that is why
/// a pool of one is enough.
#[derive(Debug, Clone)]
pub(crate) struct TransactionPool {
    pool: Pool<Connections>,
    /// Opened for sign-ins when all other connections are taken.
    reserve: Pool<Connections>,
    schema_version: Arc<AtomicU64>,
    pub(crate) counters: Arc<Counters>,
    /// How long the answer to a commit is waited for; zero means for ever.
    pub(crate) commit_limit: Duration,
}

impl TransactionPool {
    pub(crate) fn new(
        options: &ConnectOptions,
        size: usize,
        timeouts: Timeouts,
        counters: &Arc<Counters>,
    ) -> Result<TransactionPool, StoreError> {
        let schema_version = Arc::new(AtomicU64::new(0));
        let pool = |size: usize| {
            let schema_version = Arc::clone(&schema_version);
            Pool::builder(Connections { options: options.clone(), schema_version })
                .max_size(size.max(1))
                // What came back last goes out first: PostgreSQL plans every statement several
                // times on each connection, so a few that are in use all the time serve better
                // than many in turn.
                .queue_mode(QueueMode::Lifo)
                .runtime(Runtime::Tokio1)
                .wait_timeout(Some(timeouts.connection_wait).filter(|wait| !wait.is_zero()))
                .build()
                .map_err(|error| StoreError::Unavailable(error.to_string()))
        };
        let (pool, reserve) = (pool(size)?, pool(RESERVED)?);
        let (counters, commit_limit) = (Arc::clone(counters), timeouts.commit);
        Ok(TransactionPool { pool, reserve, schema_version, counters, commit_limit })
    }

    pub(crate) async fn get(&self) -> Result<Pooled, StoreError> {
        let began = Instant::now();
        let is_in_reserve = IN_RESERVE.try_with(|()| ()).is_ok();
        let got = if is_in_reserve && self.pool.status().available == 0 && self.is_full() {
            self.reserve.get().await
        } else {
            self.pool.get().await
        };
        if let Some(watch) = self.counters.watch() {
            watch.connection(began.elapsed());
        }
        got.map_err(|error| match error {
            PoolError::Backend(error) => error,
            PoolError::Timeout(TimeoutType::Wait) => StoreError::Busy,
            other => StoreError::Unavailable(other.to_string()),
        })
    }

    /// How its connections are.
    pub(crate) fn state(&self, name: &'static str) -> PoolState {
        let Status { max_size: most, size: open, available, waiting } = self.pool.status();
        PoolState { name, most, open, idle: available.min(open), waiting }
    }

    /// Whether all connections there may be are taken.
    fn is_full(&self) -> bool {
        let status = self.pool.status();
        status.size >= status.max_size
    }

    /// Makes every connection prepare its statements again.
    pub(crate) fn schema_changed(&self) {
        self.schema_version.fetch_add(1, Ordering::Release);
    }
}
