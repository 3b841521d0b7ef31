//! One transaction on a connection of its own.
//!
//! It is begun by its first statement that may write: what is read before that goes over the shared
//! connections and sees the same, because every statement of a transaction that reads committed
//! rows has a snapshot of its own. So whatever takes its time before the first write (hashing,
//! signatures, calls to others) holds no connection, and work that is refused before it has never
//! taken one.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join;
use parse_model::Schema;
use tokio_postgres::Row;

use crate::commit::commit;
use crate::connection::parameters;
use crate::error::StoreError;
use crate::sql::Sql;
use crate::transaction_pool::{Connection, Pooled, TransactionPool};

/// One transaction. Dropping it without an end undoes it.
///
/// It is undone by closing the connection, so nothing has to be awaited and a request that is given
/// up in the middle leaves nothing behind. Work that was refused is to be rolled back instead,
/// which gives the connection back to the pool.
#[derive(Debug)]
pub struct Tx {
    pool: TransactionPool,
    /// The first statement of the transaction: if it touches no row, the transaction has lost its
    /// claim, and nothing else is done in it.
    claim: Option<Sql>,
    state: Mutex<State>,
    beginning: tokio::sync::Mutex<()>,
    /// The classes as this transaction has changed them; not visible to others before the commit.
    schema: Mutex<Option<Arc<Schema>>>,
}

#[derive(Debug, Clone)]
enum State {
    /// No statement has needed it yet.
    NotBegun,
    /// `begin` is on its way.
    Beginning(Arc<Pooled>),
    Open(Arc<Pooled>),
    Ended,
    /// Ended, because the claim was another request's.
    ClaimLost,
}

impl Tx {
    pub(crate) fn new(pool: TransactionPool, claim: Option<Sql>) -> Tx {
        Tx {
            pool,
            claim,
            state: Mutex::new(State::NotBegun),
            beginning: tokio::sync::Mutex::new(()),
            schema: Mutex::new(None),
        }
    }

    /// Runs one statement and gives its rows.
    pub async fn rows(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        self.run(sql, |connection| async move {
            let statement = connection.statement(sql.text()).await?;
            connection.client.query(&statement, &parameters(sql.binds())).await
        })
        .await
    }

    /// Runs one statement that may take only so long, and gives its rows. The statements after it
    /// have the time they `usually` have.
    pub(crate) async fn rows_within(
        &self,
        sql: &Sql,
        limit: Duration,
        usually: Duration,
    ) -> Result<Vec<Row>, StoreError> {
        self.execute(&time_limit(limit)).await?;
        let rows = self.rows(sql).await?;
        self.execute(&time_limit(usually)).await?;
        Ok(rows)
    }

    /// Runs one statement and gives the number of rows it touched.
    pub async fn execute(&self, sql: &Sql) -> Result<u64, StoreError> {
        self.run(sql, |connection| async move { execute(&connection, sql).await }).await
    }

    /// Runs several statements with fixed text.
    pub(crate) async fn batch(&self, text: &'static str) -> Result<(), StoreError> {
        let sql = Sql::new(text);
        self.run(&sql, |connection| async move { connection.client.batch_execute(text).await })
            .await
    }

    /// Runs a statement, in the transaction that it begins if none has before.
    async fn run<T, F>(
        &self,
        sql: &Sql,
        statement: impl FnOnce(Arc<Pooled>) -> F,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let (connection, outcome) = match self.open()? {
            Some(open) => (Arc::clone(&open), statement(open).await),
            None => {
                let _one_begins = self.beginning.lock().await;
                match self.state() {
                    // Boxed, because what happens once should not make the future of every
                    // statement larger.
                    State::NotBegun => Box::pin(self.begin_with(statement)).await?,
                    State::Open(open) => (Arc::clone(&open), statement(open).await),
                    State::ClaimLost => return Err(StoreError::ClaimLost),
                    // The request that began it was given up.
                    State::Beginning(_) | State::Ended => return Err(ended()),
                }
            }
        };
        outcome.map_err(|error| {
            let error = StoreError::from_database(error);
            if error.is_stale_schema() {
                connection.prepared.remove(sql.text());
            }
            error
        })
    }

    /// Begins, makes sure of the claim, and runs the first statement. What need not be waited for
    /// travels together.
    async fn begin_with<T, F>(
        &self,
        statement: impl FnOnce(Arc<Pooled>) -> F,
    ) -> Result<(Arc<Pooled>, Result<T, tokio_postgres::Error>), StoreError>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let connection = Arc::new(self.pool.get().await?);
        // From here on a request that is given up closes the connection.
        self.set(State::Beginning(Arc::clone(&connection)));
        self.pool.counters.transaction();
        let begin = connection.client.batch_execute("begin");
        let outcome = match &self.claim {
            Some(claim) => {
                self.pool.counters.statement();
                let (begun, claimed) = join(begin, execute(&connection, claim)).await;
                begun.map_err(StoreError::from_database)?;
                if claimed.map_err(StoreError::from_database)? == 0 {
                    self.end(&connection, "rollback", State::ClaimLost).await?;
                    return Err(StoreError::ClaimLost);
                }
                statement(Arc::clone(&connection)).await
            }
            None => {
                let (begun, outcome) = join(begin, statement(Arc::clone(&connection))).await;
                begun.map_err(StoreError::from_database)?;
                outcome
            }
        };
        self.set(State::Open(Arc::clone(&connection)));
        Ok((connection, outcome))
    }

    /// Makes everything permanent. Nothing is sent where nothing was begun.
    ///
    /// If the answer to the commit does not arrive, the outcome is unknown; it is never reported as
    /// a failure that did not happen.
    pub(crate) async fn commit(&self) -> Result<(), StoreError> {
        match self.state() {
            State::NotBegun => {
                self.set(State::Ended);
                Ok(())
            }
            State::Beginning(open) | State::Open(open) => {
                let outcome = commit(&open, self.pool.commit_limit).await;
                // A connection with an unanswered commit on it must not be reused.
                if matches!(outcome, Ok(()) | Err(StoreError::OutcomeUnknown(_))) {
                    self.set(State::Ended);
                }
                outcome
            }
            State::ClaimLost => Err(StoreError::ClaimLost),
            State::Ended => Err(ended()),
        }
    }

    /// Undoes everything and gives the connection back.
    pub(crate) async fn rollback(&self) -> Result<(), StoreError> {
        match self.state() {
            State::NotBegun => self.set(State::Ended),
            State::Beginning(open) | State::Open(open) => {
                self.end(&open, "rollback", State::Ended).await?;
            }
            State::Ended | State::ClaimLost => {}
        }
        Ok(())
    }

    /// Whether a statement has begun it.
    pub(crate) fn is_begun(&self) -> bool {
        !matches!(self.state(), State::NotBegun)
    }

    /// Whether nothing was done, because the claim was another request's.
    pub(crate) fn has_lost_claim(&self) -> bool {
        matches!(self.state(), State::ClaimLost)
    }

    pub(crate) fn schema(&self) -> Option<Arc<Schema>> {
        self.schema.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_schema(&self, schema: Arc<Schema>) {
        *self.schema.lock().unwrap_or_else(PoisonError::into_inner) = Some(schema);
        // What was prepared before the change may not answer as it promised.
        if let State::Open(open) = self.state() {
            open.prepared.clear();
        }
    }

    async fn end(
        &self,
        connection: &Connection,
        how: &'static str,
        then: State,
    ) -> Result<(), StoreError> {
        connection.client.batch_execute(how).await.map_err(StoreError::from_database)?;
        self.set(then);
        Ok(())
    }

    /// The connection, unless it is still to be begun.
    fn open(&self) -> Result<Option<Arc<Pooled>>, StoreError> {
        match self.state() {
            State::NotBegun | State::Beginning(_) => Ok(None),
            State::Open(open) => Ok(Some(open)),
            State::Ended => Err(ended()),
            State::ClaimLost => Err(StoreError::ClaimLost),
        }
    }

    fn state(&self) -> State {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, state: State) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

async fn execute(connection: &Connection, sql: &Sql) -> Result<u64, tokio_postgres::Error> {
    let statement = connection.statement(sql.text()).await?;
    connection.client.execute(&statement, &parameters(sql.binds())).await
}

/// How long the statements after this one may take, until the transaction ends.
fn time_limit(limit: Duration) -> Sql {
    let milliseconds = limit.as_millis().to_string();
    Sql::fixed("select set_config('statement_timeout', $1::text, true)", [milliseconds.into()])
}

fn ended() -> StoreError {
    StoreError::Unavailable("the transaction has ended".to_owned())
}

impl Drop for Tx {
    fn drop(&mut self) {
        let state = std::mem::replace(
            &mut *self.state.lock().unwrap_or_else(PoisonError::into_inner),
            State::Ended,
        );
        if let State::Beginning(lease) | State::Open(lease) = state
            && let Some(lease) = Arc::into_inner(lease)
        {
            drop(Pooled::take(lease));
        }
    }
}
