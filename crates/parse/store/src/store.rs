//! Access to the database: the pools that all share, or one transaction's connection.

use std::sync::{Arc, OnceLock};

use futures_util::future::BoxFuture;
use parse_model::query::ReadPreference;
use parse_model::{Class, ClassName, Date, Json, Schema};
use tokio_postgres::Row;

use crate::catalogue::Catalogue;
use crate::client_query::{ClientQueryPools, Lane};
use crate::connection::PipelinedPool;
use crate::counter::{Counters, Traffic};
use crate::error::StoreError;
use crate::listener_health::ListenerHealth;
use crate::live_classes::LiveClasses;
use crate::notify::{Invalidation, Listener};
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::statement_watch::{PoolState, StatementWatch, watched, watched_end};
use crate::store_options::ClientQueryOptions;
use crate::timeouts::Timeouts;
use crate::transaction_pool::TransactionPool;
use crate::tx::Tx;

/// The database with everything known about it.
#[derive(Debug, Clone)]
pub struct Store(pub(crate) Arc<Inner>);

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) reads: PipelinedPool,
    pub(crate) client_queries: ClientQueryPools,
    pub(crate) writes: PipelinedPool,
    pub(crate) replica: Option<PipelinedPool>,
    pub(crate) client_queries_on_replica: Option<ClientQueryPools>,
    pub(crate) transactions: TransactionPool,
    pub(crate) task_locks: TransactionPool,
    pub(crate) counters: Arc<Counters>,
    pub(crate) catalogue: Catalogue,
    pub(crate) listener: Listener,
    pub(crate) mixed_fleet: bool,
    pub(crate) client_query_options: ClientQueryOptions,
    pub(crate) timeouts: Timeouts,
    pub(crate) live_classes: OnceLock<LiveClasses>,
}

impl Inner {
    fn readers(&self, preference: ReadPreference, lane: Lane) -> &PipelinedPool {
        let is_replica = preference == ReadPreference::Secondary;
        let of_clients = match &self.client_queries_on_replica {
            Some(pool) if is_replica => pool,
            _ => &self.client_queries,
        };
        match (lane, &self.replica) {
            (Lane::Quick, _) => &of_clients.quick,
            (Lane::Slow, _) => &of_clients.slow,
            (Lane::Heavy, _) => &of_clients.heavy,
            (Lane::Suggestion, _) => &of_clients.suggestions,
            (Lane::Search, _) => &of_clients.searches,
            (Lane::Own, Some(replica)) if is_replica => replica,
            (Lane::Own, _) => &self.reads,
        }
    }
}

impl Store {
    /// Statements outside any transaction.
    pub fn db(&self) -> Db {
        Db::Shared(self.clone())
    }

    /// Statements that only read, outside any transaction; PostgreSQL refuses others.
    pub fn read_only(&self) -> Db {
        Db::ReadOnly(self.clone())
    }

    /// A new transaction, begun by its first statement that may write.
    pub fn begin(&self) -> Db {
        self.transaction(&self.0.transactions, None)
    }

    /// A new transaction whose first statement is a claim. If that touches no row, nothing is done:
    /// every statement fails with [`StoreError::ClaimLost`].
    pub fn begin_with_claim(&self, claim: Sql) -> Db {
        self.transaction(&self.0.transactions, Some(claim))
    }

    /// A transaction that holds the lock of a periodic task while it runs. It is on a connection of
    /// its own kind, because the task needs others for its work.
    pub fn begin_task_lock(&self) -> Db {
        self.transaction(&self.0.task_locks, None)
    }

    fn transaction(&self, pool: &TransactionPool, claim: Option<Sql>) -> Db {
        Db::Tx(self.clone(), Arc::new(Tx::new(pool.clone(), claim)))
    }

    /// What time it is for the database.
    pub async fn time(&self) -> Result<Date, StoreError> {
        let question = "select (extract(epoch from clock_timestamp()) * 1000)::int8";
        let rows = self.read_only().read(&Sql::new(question)).await?;
        let millis = rows.first().map(|row| cell::<i64>(row, 0)).transpose()?.flatten();
        Ok(Date::from_millis(millis.unwrap_or_default()))
    }

    /// What was sent to the database since the start.
    pub fn traffic(&self) -> Traffic {
        self.0.counters.traffic()
    }

    /// Sets the observer of every statement from now on.
    pub fn set_watch(&self, watch: Arc<dyn StatementWatch>) {
        self.0.counters.set_watch(watch);
    }

    /// How the connections are, by what they are for.
    pub fn pools(&self) -> Vec<PoolState> {
        let Inner { client_queries: clients, .. } = &*self.0;
        let mut pools = vec![
            self.0.transactions.state("transactions"),
            self.0.task_locks.state("task_locks"),
            self.0.reads.state("reads"),
            self.0.writes.state("writes"),
            clients.quick.state("client_quick"),
            clients.slow.state("client_slow"),
            clients.heavy.state("client_heavy"),
            clients.suggestions.state("suggestions"),
            clients.searches.state("searches"),
        ];
        pools.extend(self.0.replica.as_ref().map(|pool| pool.state("replica")));
        if let Some(clients) = &self.0.client_queries_on_replica {
            pools.push(clients.quick.state("replica_client_quick"));
            pools.push(clients.slow.state("replica_client_slow"));
            pools.push(clients.heavy.state("replica_client_heavy"));
        }
        pools
    }

    /// The classes as they were last read.
    pub fn schema(&self) -> Arc<Schema> {
        self.0.catalogue.schema()
    }

    /// Whether what other nodes tell is heard.
    pub fn listener_health(&self) -> &ListenerHealth {
        self.0.listener.health()
    }

    /// Waits for invalidations of other nodes (or this one) and returns all of them, each once.
    ///
    /// After a broken connection, or after an overflow of the buffer, [`Invalidation::Everything`]
    /// is among them, because some are lost.
    pub async fn next_invalidations(&self) -> Vec<Invalidation> {
        self.0.listener.next().await
    }

    /// Tells every node, this one included.
    pub async fn notify(&self, invalidation: &Invalidation) -> Result<(), StoreError> {
        self.db().execute(&invalidation.sql()).await?;
        Ok(())
    }

    /// The connections of client queries.
    pub fn client_query_options(&self) -> ClientQueryOptions {
        self.0.client_query_options
    }

    /// Says which classes are live, once: those that are made from now on are logged from their
    /// first object on.
    pub fn set_live_classes(&self, live: LiveClasses) {
        // A second word would come too late for classes that were made by the first.
        drop(self.0.live_classes.set(live));
    }

    pub(crate) fn live_classes(&self) -> Option<&LiveClasses> {
        self.0.live_classes.get()
    }

    pub(crate) fn is_mixed_fleet(&self) -> bool {
        self.0.mixed_fleet
    }
}

/// The documents in the first column of rows.
fn first_column(rows: &[Row]) -> Result<Vec<Json>, StoreError> {
    let document =
        |row: &Row| cell::<Document>(row, 0).map(|cell| cell.map_or(Json::Null, |d| d.0));
    rows.iter().map(document).collect()
}

/// Whether a statement writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It only reads.
    Reads,
    /// It writes, or holds rows for a write.
    Writes,
}

/// Where statements go: to the connections all share, or to one transaction.
#[derive(Debug, Clone)]
pub enum Db {
    /// Each statement is a transaction of its own.
    Shared(Store),
    /// The same, of statements that only read.
    ReadOnly(Store),
    /// All statements commit or roll back together.
    Tx(Store, Arc<Tx>),
}

/// Statements are boxed: the compiler would otherwise look through everything a connection does, for
/// every function that awaits one, to see that it is `Send`, which took nine tenths of its time.
impl Db {
    /// Whether the role we came as may do everything on the database's machine.
    pub async fn is_superuser(&self) -> Result<bool, StoreError> {
        let question = "select rolsuper from pg_roles where rolname = current_user";
        let rows = self.rows(&Sql::new(question)).await?;
        rows.first().map_or(Ok(false), |row| Ok(row.try_get(0)?))
    }

    /// Runs one statement that may write, and gives its rows.
    pub fn rows<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<Vec<Row>, StoreError>> {
        match self {
            Db::Shared(store) => self.watched(sql, store.0.writes.rows(sql)),
            Db::ReadOnly(store) => {
                let rows = store.0.reads.rows(sql);
                self.watched(sql, async { rows.await.map_err(StoreError::while_reading) })
            }
            Db::Tx(_, tx) => self.watched(sql, tx.rows(sql)),
        }
    }

    /// Runs one statement that only reads, on the primary.
    pub fn read<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<Vec<Row>, StoreError>> {
        self.rows_from(sql, ReadPreference::Primary)
    }

    /// Runs one reading statement of our own where the caller prefers. Inside a transaction that
    /// has begun there is no choice.
    pub fn rows_from<'a>(
        &'a self,
        sql: &'a Sql,
        preference: ReadPreference,
    ) -> BoxFuture<'a, Result<Vec<Row>, StoreError>> {
        self.rows_in(sql, preference, Lane::Own)
    }

    /// The same on the connections of a lane. In a transaction that has begun, a client query has
    /// the time of a slow one: others may wait for what the transaction holds.
    pub fn rows_in<'a>(
        &'a self,
        sql: &'a Sql,
        preference: ReadPreference,
        lane: Lane,
    ) -> BoxFuture<'a, Result<Vec<Row>, StoreError>> {
        match self {
            Db::Tx(store, tx) if tx.is_begun() && lane != Lane::Own => {
                let Inner { client_query_options: clients, timeouts, .. } = &*store.0;
                self.watched(sql, tx.rows_within(sql, clients.slow, timeouts.statement))
            }
            Db::Tx(_, tx) if tx.is_begun() => self.watched(sql, tx.rows(sql)),
            Db::Tx(store, _) => {
                self.watched(sql, store.0.readers(ReadPreference::Primary, lane).rows(sql))
            }
            Db::Shared(store) | Db::ReadOnly(store) => {
                self.watched(sql, store.0.readers(preference, lane).rows(sql))
            }
        }
    }

    /// Runs one statement whose first column is jsonb, and gives that column. What only reads goes
    /// to the connections that reads share.
    pub async fn documents(&self, sql: &Sql, access: Access) -> Result<Vec<Json>, StoreError> {
        match access {
            Access::Reads => self.documents_in(sql, Lane::Own).await,
            Access::Writes => first_column(&self.rows(sql).await?),
        }
    }

    /// The same of a statement that only reads, on the connections of a lane.
    pub async fn documents_in(&self, sql: &Sql, lane: Lane) -> Result<Vec<Json>, StoreError> {
        first_column(&self.rows_in(sql, ReadPreference::Primary, lane).await?)
    }

    /// Runs one statement and gives the number of rows it touched.
    pub fn execute<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<u64, StoreError>> {
        match self {
            Db::Shared(store) => self.watched(sql, store.0.writes.execute(sql)),
            Db::ReadOnly(store) => {
                let touched = store.0.reads.execute(sql);
                self.watched(sql, async { touched.await.map_err(StoreError::while_reading) })
            }
            Db::Tx(_, tx) => self.watched(sql, tx.execute(sql)),
        }
    }

    /// The store behind it.
    pub fn store(&self) -> &Store {
        match self {
            Db::Shared(store) | Db::ReadOnly(store) | Db::Tx(store, _) => store,
        }
    }

    /// The classes as seen from here.
    pub fn schema(&self) -> Arc<Schema> {
        match self {
            Db::Shared(store) | Db::ReadOnly(store) => store.schema(),
            Db::Tx(store, tx) => tx.schema().unwrap_or_else(|| store.schema()),
        }
    }

    /// One class as seen from here.
    pub fn class(&self, name: &ClassName) -> Option<Arc<Class>> {
        self.schema().class(name).cloned()
    }

    /// Whether statements here share a transaction.
    pub fn is_transaction(&self) -> bool {
        matches!(self, Db::Tx(..))
    }

    /// Whether statements here share a transaction that has begun, and so a connection.
    pub fn is_begun(&self) -> bool {
        matches!(self, Db::Tx(_, tx) if tx.is_begun())
    }

    /// Whether only reading statements may be sent.
    pub fn is_read_only(&self) -> bool {
        matches!(self, Db::ReadOnly(_))
    }

    /// Whether nothing was done in a transaction, because its claim was another request's.
    pub fn has_lost_claim(&self) -> bool {
        matches!(self, Db::Tx(_, tx) if tx.has_lost_claim())
    }

    /// Undoes a transaction; nothing to do outside one.
    pub async fn rollback(&self) -> Result<(), StoreError> {
        match self {
            Db::Shared(_) | Db::ReadOnly(_) => Ok(()),
            Db::Tx(_, tx) => tx.rollback().await,
        }
    }

    /// The transaction this is, or a new one; [`Db::finish_for`] ends it.
    pub(crate) fn in_transaction(&self) -> Db {
        if self.is_transaction() { self.clone() } else { self.store().begin() }
    }

    /// Ends what was begun for `outer`: for good if all went well, without a trace if not. Nothing
    /// to do where `outer` is the transaction.
    pub(crate) async fn finish_for<T>(
        self,
        outer: &Db,
        outcome: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        if outer.is_transaction() {
            return outcome;
        }
        match outcome {
            Ok(value) => self.commit().await.map(|()| value),
            Err(error) => {
                self.rollback().await?;
                Err(error)
            }
        }
    }

    fn watched<'a, T: Send + 'a>(
        &'a self,
        sql: &'a Sql,
        run: impl Future<Output = Result<T, StoreError>> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        watched(&self.store().0.counters, sql.text(), run)
    }

    /// Makes a transaction permanent; nothing to do outside one.
    pub async fn commit(&self) -> Result<(), StoreError> {
        let Db::Tx(store, tx) = self else { return Ok(()) };
        let has_changed_schema = tx.schema().is_some();
        if tx.is_begun() {
            watched_end(&store.0.counters, "commit", tx.commit()).await?;
        } else {
            tx.commit().await?;
        }
        if has_changed_schema {
            store.reload_schema().await?;
        }
        Ok(())
    }
}
