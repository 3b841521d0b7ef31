//! Access to the database: the pools that all share, or one transaction's connection.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::BoxFuture;
use parse_model::query::ReadPreference;
use parse_model::{Class, ClassName, Date, Json, Schema};
use tokio_postgres::Row;
use tokio_postgres::config::TargetSessionAttrs;

use crate::catalogue::Catalogue;
use crate::change_log::LiveClasses;
use crate::client_query::{ClientQueryOptions, ClientQueryPools, Lane, SEARCH_CONNECTIONS};
use crate::connection::{ConnectOptions, PipelinedPool};
use crate::counter::{Counters, Traffic};
use crate::error::StoreError;
use crate::hearing::Hearing;
use crate::notify::{Invalidation, Listener};
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::statement_watch::{PoolState, StatementWatch, watched, watched_end};
use crate::timeouts::Timeouts;
use crate::transaction_pool::{RESERVED, TransactionPool};
use crate::tx::Tx;
use crate::{bootstrap, migrate, tls};

/// How long opening a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a connection may be silent before it is asked whether it still lives.
const KEEPALIVE: Duration = Duration::from_secs(30);
/// How long what was sent may go unacknowledged.
const UNANSWERED: Duration = Duration::from_secs(10);
/// What the names of our connections begin with.
const APPLICATION_NAME: &str = "touchstone";
/// How many locks of periodic tasks a node holds at the same time, that of telling Parse Servers of
/// changes among them. Tasks begin one after the other, so more than one at a time are slow ones.
const TASK_LOCKS: usize = 6;

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
        let clients = clients + 2 * SEARCH_CONNECTIONS;
        let statements = self.pipelined_connections + clients + self.write_connections;
        statements + self.transaction_connections + TASK_LOCKS + 1 + RESERVED
    }
}

/// The database with everything known about it.
#[derive(Debug, Clone)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    reads: PipelinedPool,
    client_queries: ClientQueryPools,
    writes: PipelinedPool,
    replica: Option<PipelinedPool>,
    client_queries_on_replica: Option<ClientQueryPools>,
    transactions: TransactionPool,
    task_locks: TransactionPool,
    counters: Arc<Counters>,
    catalogue: Catalogue,
    listener: Listener,
    mixed_fleet: bool,
    client_query_options: ClientQueryOptions,
    timeouts: Timeouts,
    live_classes: OnceLock<LiveClasses>,
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
    /// Connects, runs our migrations and reads the classes.
    pub async fn open(options: &StoreOptions) -> Result<Store, StoreError> {
        let timeouts = options.timeouts;
        let way = |url: &str, statement| configured(url, options, statement);
        let primary = way(&options.url, timeouts.statement)?;
        let mut reads = way(&options.url, timeouts.reading)?;
        refuse_writes(&mut reads);
        let replica = options.replica_url.as_deref().map(|url| way(url, timeouts.reading));
        let replica = replica.transpose()?;
        let counters = Arc::new(Counters::default());
        let pool = |size| TransactionPool::new(&primary, size, timeouts, &counters);
        let transactions = pool(options.transaction_connections)?;
        let setup = Tx::new(transactions.clone(), None);
        migrate::run(&setup).await?;
        bootstrap::run(&setup).await?;
        setup.commit().await?;
        let store = Store(Arc::new(Inner {
            reads: PipelinedPool::new(reads, options.pipelined_connections),
            client_queries: ClientQueryPools::new(&options.url, options)?,
            writes: PipelinedPool::for_writes(primary.clone(), options.write_connections),
            replica: replica.map(|way| PipelinedPool::new(way, options.pipelined_connections)),
            client_queries_on_replica: options
                .replica_url
                .as_deref()
                .map(|url| ClientQueryPools::new(url, options))
                .transpose()?,
            transactions,
            task_locks: pool(TASK_LOCKS)?,
            counters: Arc::clone(&counters),
            catalogue: Catalogue::default(),
            listener: Listener::new(primary, options.mixed_fleet),
            mixed_fleet: options.mixed_fleet,
            client_query_options: options.client_queries,
            timeouts,
            live_classes: OnceLock::new(),
        }));
        // What was read before anything is heard could not be kept.
        let heard = tokio::time::timeout(CONNECT, store.hearing().begun());
        let (schema, _) = tokio::join!(store.reload_schema(), heard);
        schema.map(|()| store)
    }

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

    /// Has somebody told of every statement from now on.
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

    /// Reads the classes anew.
    pub async fn reload_schema(&self) -> Result<(), StoreError> {
        // One at a time: the last reader also replaces last, so that no reader who was slow puts an
        // older state back.
        let _one_reads = self.0.catalogue.reading().await;
        let schema = crate::catalogue::read(&self.db()).await?;
        self.0.catalogue.replace(schema);
        // A statement that fails because it has outlived its tables would take its transaction with
        // it, so none is kept over a change.
        self.0.transactions.schema_changed();
        Ok(())
    }

    /// Whether what other nodes tell is heard.
    pub fn hearing(&self) -> &Hearing {
        self.0.listener.hearing()
    }

    /// Waits for invalidations of other nodes (or this one) and returns all of them, each once.
    ///
    /// After a broken connection, or when more was told than could be kept,
    /// [`Invalidation::Everything`] is among them, because something is lost.
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
