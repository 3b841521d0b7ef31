//! Connections that many requests share at once.
//!
//! PostgreSQL answers statements of one connection in order, and the client may send the next
//! before the last is answered. A few such connections carry more than many that wait, so single
//! statements travel this way; transactions have connections of their own.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use tokio::task::AbortHandle;
use tokio_postgres::error::DbError;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Row, Socket};

use crate::error::StoreError;
use crate::prepared::Prepared;
use crate::sql::{Bind, Sql};
use crate::statement_watch::PoolState;
use crate::tls::Connector;

/// The schema version of connections that prepare a statement again when its tables have changed,
/// and so need no notification of changes.
const ANY_VERSION: u64 = 0;

/// Runs one statement and gives its rows.
async fn rows(client: &Client, prepared: &Prepared, sql: &Sql) -> Result<Vec<Row>, StoreError> {
    let run = async || {
        let statement = prepared.statement(client, sql.text(), ANY_VERSION).await?;
        client.query(&statement, &parameters(sql.binds())).await
    };
    match run().await.map_err(|error| refreshed(prepared, sql, error)) {
        // The statement never began, so it may be sent again. Boxed, as everything on this path
        // that is rare: it would make the future of every statement larger, which is moved several
        // times.
        Err(error) if error.is_outlived_statement() => {
            Box::pin(run()).await.map_err(|error| refreshed(prepared, sql, error))
        }
        answer => answer,
    }
}

/// Runs one statement and gives the number of rows it touched.
async fn execute(client: &Client, prepared: &Prepared, sql: &Sql) -> Result<u64, StoreError> {
    let run = async {
        let statement = prepared.statement(client, sql.text(), ANY_VERSION).await?;
        client.execute(&statement, &parameters(sql.binds())).await
    };
    run.await.map_err(|error| refreshed(prepared, sql, error))
}

pub(crate) fn parameters(binds: &[Bind]) -> Vec<&(dyn ToSql + Sync)> {
    binds.iter().map(|bind| bind as &(dyn ToSql + Sync)).collect()
}

/// A statement whose tables have changed must be prepared again.
fn refreshed(prepared: &Prepared, sql: &Sql, error: tokio_postgres::Error) -> StoreError {
    let error = StoreError::from_database(error);
    if error.is_stale_schema() {
        prepared.remove(sql.text());
    }
    error
}

/// One pipelined connection.
#[derive(Debug)]
struct PipelinedConnection {
    client: Client,
    prepared: Prepared,
}

/// A slot for a shared connection, which is reopened when it breaks.
#[derive(Debug, Default)]
struct ConnectionSlot {
    connection: Mutex<Option<Arc<PipelinedConnection>>>,
    opening: tokio::sync::Mutex<()>,
    in_flight: AtomicUsize,
}

/// How to connect to one server.
#[derive(Clone)]
pub(crate) struct ConnectOptions {
    /// Where, as whom, and with which settings of the session.
    pub(crate) config: Config,
    /// How the connection is encrypted, where it is.
    pub(crate) tls: Connector,
    /// Whether writes are refused once the connection is there. Where the address asks for a server
    /// that takes writes, a connection that refused them from the start would be taken for one to a
    /// server that does not.
    pub(crate) refuses_writes: bool,
}

impl std::fmt::Debug for ConnectOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectOptions").finish_non_exhaustive()
    }
}

/// A pool of pipelined connections to one server.
#[derive(Debug)]
pub(crate) struct PipelinedPool {
    options: ConnectOptions,
    slots: Vec<ConnectionSlot>,
    /// Whether statements gather before they are sent.
    are_gathering: bool,
}

/// Counts a statement as under way for as long as it lives.
struct InFlight<'a>(&'a AtomicUsize);

impl<'a> InFlight<'a> {
    fn enter(counter: &'a AtomicUsize) -> InFlight<'a> {
        counter.fetch_add(1, Ordering::Relaxed);
        InFlight(counter)
    }
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PipelinedPool {
    /// For statements that read.
    pub(crate) fn new(options: ConnectOptions, count: usize) -> PipelinedPool {
        let slots = std::iter::repeat_with(ConnectionSlot::default).take(count.max(1)).collect();
        PipelinedPool { options, slots, are_gathering: false }
    }

    /// For statements that write. Each waits for a flush to disk, beside which a turn that is
    /// waited for is nothing: they gather. Reads do not, because there the turn costs more than it
    /// saves.
    pub(crate) fn for_writes(options: ConnectOptions, count: usize) -> PipelinedPool {
        PipelinedPool { are_gathering: true, ..PipelinedPool::new(options, count) }
    }

    pub(crate) async fn rows(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        let slot = self.least_busy();
        let _busy = InFlight::enter(&slot.in_flight);
        let connection = self.open(slot).await?;
        rows(&connection.client, &connection.prepared, sql).await
    }

    pub(crate) async fn execute(&self, sql: &Sql) -> Result<u64, StoreError> {
        let slot = self.least_busy();
        let _busy = InFlight::enter(&slot.in_flight);
        let connection = self.open(slot).await?;
        execute(&connection.client, &connection.prepared, sql).await
    }

    /// How its connections are.
    pub(crate) fn state(&self, name: &'static str) -> PoolState {
        let (mut open, mut idle, mut waiting) = (0, 0, 0);
        for slot in &self.slots {
            let under_way = slot.in_flight.load(Ordering::Relaxed);
            let is_open = slot.ready().is_some();
            open += usize::from(is_open);
            idle += usize::from(is_open && under_way == 0);
            waiting += under_way.saturating_sub(1);
        }
        PoolState { name, most: self.slots.len(), open, idle, waiting }
    }

    /// The first slot with the fewest running statements, so that a statement does not queue behind
    /// a slow one while another connection is free, and a quiet server holds few connections.
    fn least_busy(&self) -> &ConnectionSlot {
        let under_way = |slot: &&ConnectionSlot| slot.in_flight.load(Ordering::Relaxed);
        self.slots.iter().min_by_key(under_way).unwrap_or(&self.slots[0])
    }

    async fn open(&self, slot: &ConnectionSlot) -> Result<Arc<PipelinedConnection>, StoreError> {
        match slot.ready() {
            Some(connection) => Ok(connection),
            None => Box::pin(self.opened_anew(slot)).await,
        }
    }

    async fn opened_anew(
        &self,
        slot: &ConnectionSlot,
    ) -> Result<Arc<PipelinedConnection>, StoreError> {
        let _one_opens = slot.opening.lock().await;
        if let Some(connection) = slot.ready() {
            return Ok(connection);
        }
        let client = match connect_shared(&self.options, self.are_gathering).await {
            Ok(client) => client,
            // A database that has no room for one more connection still has those we hold.
            Err(error) => return self.slots.iter().find_map(ConnectionSlot::ready).ok_or(error),
        };
        let connection = Arc::new(PipelinedConnection { client, prepared: Prepared::default() });
        *slot.connection.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(Arc::clone(&connection));
        Ok(connection)
    }
}

impl ConnectionSlot {
    fn ready(&self) -> Option<Arc<PipelinedConnection>> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.as_ref().filter(|connection| !connection.client.is_closed()).cloned()
    }
}

/// Opens a connection for one at a time and keeps it running in the background.
pub(crate) async fn connect(options: &ConnectOptions) -> Result<Client, StoreError> {
    connect_to_cut(options).await.map(|(client, _)| client)
}

/// The same, and how to close its socket whatever is under way.
pub(crate) async fn connect_to_cut(
    options: &ConnectOptions,
) -> Result<(Client, AbortHandle), StoreError> {
    let (client, connection) = opened(options).await?;
    Ok((client, keep_running(Trusted(connection))))
}

/// Opens a connection for many at once and keeps it running in the background.
async fn connect_shared(
    options: &ConnectOptions,
    is_gathering: bool,
) -> Result<Client, StoreError> {
    let (client, connection) = opened(options).await?;
    let connection = Trusted(connection);
    if is_gathering {
        keep_running(Gathering { connection, has_let_others: false });
    } else {
        keep_running(connection);
    }
    if options.refuses_writes {
        let refuse = client.batch_execute("set default_transaction_read_only = on").await;
        refuse.map_err(|error| StoreError::Unavailable(root_cause(&error)))?;
    }
    Ok(client)
}

pub(crate) type Opened =
    tokio_postgres::Connection<Socket, <Connector as MakeTlsConnect<Socket>>::Stream>;

/// Opens a connection, which does nothing until it is run.
pub(crate) async fn opened(options: &ConnectOptions) -> Result<(Client, Opened), StoreError> {
    let opened = options.config.connect(options.tls.clone()).await;
    opened.map_err(|error| StoreError::Unavailable(root_cause(&error)))
}

fn keep_running(
    connection: impl Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static,
) -> AbortHandle {
    #[expect(clippy::disallowed_methods, reason = "lives and dies with the client beside it")]
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!(error = root_cause(&error), "database connection closed");
        }
    })
    .abort_handle()
}

/// Runs a connection for as long as its answers can be believed.
///
/// PostgreSQL warns when it stops waiting for a synchronous replica, and then reports a commit as
/// successful that the replica may never have seen. The warning comes before the answer, so the
/// connection is closed there, and the caller learns that the outcome is unknown.
struct Trusted(Opened);

impl Future for Trusted {
    type Output = Result<(), tokio_postgres::Error>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            match ready!(self.0.poll_message(cx)?) {
                Some(AsyncMessage::Notice(notice)) if is_unreplicated(&notice) => {
                    tracing::error!(
                        notice = notice.message(),
                        "commit not confirmed by the replica, closing the connection"
                    );
                    return Poll::Ready(Ok(()));
                }
                Some(AsyncMessage::Notice(notice)) => {
                    tracing::debug!(notice = notice.message(), "database notice");
                }
                Some(_) => {}
                None => return Poll::Ready(Ok(())),
            }
        }
    }
}

/// Whether a notice says that a commit was not waited for. Its text is in the database's language,
/// where it comes from is not.
fn is_unreplicated(notice: &DbError) -> bool {
    notice.routine() == Some("SyncRepWaitForLSN")
}

/// Lets every task that is ready have its turn before the connection has its own, so that
/// statements which come up together are sent in one packet, and answers which come together are
/// read at once. Where nothing else is ready, the connection goes on right away.
struct Gathering<C> {
    connection: C,
    has_let_others: bool,
}

impl<C: Future + Unpin> Future for Gathering<C> {
    type Output = C::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<C::Output> {
        self.has_let_others = !self.has_let_others;
        if self.has_let_others {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Pin::new(&mut self.connection).poll(cx)
    }
}

/// The innermost reason, which is the one that tells the operator what to do.
pub(crate) fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use super::Gathering;
    use std::sync::{Arc, Mutex};

    #[tokio::test]
    async fn a_connection_that_gathers_goes_on_after_all_that_was_ready() {
        let order = Arc::new(Mutex::new(Vec::new()));
        let note = |what: &'static str| {
            let order = Arc::clone(&order);
            Box::pin(async move { order.lock().unwrap().push(what) })
        };
        let connection = Gathering { connection: note("connection"), has_let_others: false };
        tokio::join!(connection, note("one"), note("another"));
        assert_eq!(*order.lock().unwrap(), ["one", "another", "connection"]);
    }
}
