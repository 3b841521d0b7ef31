//! Connections that transactions take, one each.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use deadpool::managed::{
    Manager, Metrics, Object, Pool, PoolError, QueueMode, RecycleError, RecycleResult, Status,
};
use tokio_postgres::{Client, Statement};

use crate::connection::{ConnectOptions, connect};
use crate::counter::Counters;
use crate::error::StoreError;
use crate::prepared::Prepared;
use crate::statement_watch::PoolState;

/// A connection that one transaction has for itself.
pub(crate) type Pooled = Object<Connections>;

/// A connection with the statements prepared on it.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) prepared: Prepared,
    schema_version: Arc<AtomicU64>,
}

impl Connection {
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
        let client = connect(&self.options).await?;
        let schema_version = Arc::clone(&self.schema_version);
        Ok(Connection { client, prepared: Prepared::default(), schema_version })
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<StoreError> {
        if connection.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        Ok(())
    }
}

/// A pool of connections for transactions.
///
/// The holder of one of its connections never waits for a second one of the same pool; that is why
/// a pool of one is enough.
#[derive(Debug, Clone)]
pub(crate) struct TransactionPool {
    pool: Pool<Connections>,
    schema_version: Arc<AtomicU64>,
    pub(crate) counters: Arc<Counters>,
}

impl TransactionPool {
    pub(crate) fn new(
        options: ConnectOptions,
        size: usize,
        counters: &Arc<Counters>,
    ) -> Result<TransactionPool, StoreError> {
        let schema_version = Arc::new(AtomicU64::new(0));
        let connections = Connections { options, schema_version: Arc::clone(&schema_version) };
        let pool = Pool::builder(connections)
            .max_size(size.max(1))
            // What came back last goes out first: PostgreSQL plans every statement several times on
            // each connection, so a few that are in use all the time serve better than many in
            // turn.
            .queue_mode(QueueMode::Lifo)
            .build()
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(TransactionPool { pool, schema_version, counters: Arc::clone(counters) })
    }

    pub(crate) async fn get(&self) -> Result<Pooled, StoreError> {
        let began = Instant::now();
        let got = self.pool.get().await;
        if let Some(watch) = self.counters.watch() {
            watch.connection(began.elapsed());
        }
        got.map_err(|error| match error {
            PoolError::Backend(error) => error,
            other => StoreError::Unavailable(other.to_string()),
        })
    }

    /// How its connections are.
    pub(crate) fn state(&self, name: &'static str) -> PoolState {
        let Status { max_size: most, size: open, available, waiting } = self.pool.status();
        PoolState { name, most, open, idle: available.min(open), waiting }
    }

    /// Makes every connection prepare its statements anew.
    pub(crate) fn schema_changed(&self) {
        self.schema_version.fetch_add(1, Ordering::Release);
    }
}
