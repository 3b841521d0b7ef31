//! One transaction on a connection of its own.

use std::sync::{Arc, Mutex, PoisonError};

use deadpool_postgres::Object as Pooled;
use parse_model::Schema;
use tokio_postgres::Row;

use crate::connection::{parameters, root_cause};
use crate::error::StoreError;
use crate::sql::Sql;

/// One transaction. Dropping it without [`Tx::commit`] undoes it.
///
/// It is undone by closing the connection, so nothing has to be awaited and a request that is
/// given up in the middle leaves nothing behind.
#[derive(Debug)]
pub struct Tx {
    connection: Mutex<Option<Arc<Pooled>>>,
    /// The classes as this transaction has changed them; not visible to others before the commit.
    schema: Mutex<Option<Arc<Schema>>>,
}

impl Tx {
    pub(crate) async fn begin(pool: &deadpool_postgres::Pool) -> Result<Tx, StoreError> {
        let pooled =
            pool.get().await.map_err(|error| StoreError::Unavailable(root_cause(&error)))?;
        pooled.batch_execute("begin").await.map_err(StoreError::from_database)?;
        Ok(Tx { connection: Mutex::new(Some(Arc::new(pooled))), schema: Mutex::new(None) })
    }

    /// Runs one statement and gives its rows.
    pub async fn rows(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        let client = self.lease()?;
        let run = async {
            let statement = client.prepare_cached(sql.text()).await?;
            client.query(&statement, &parameters(sql.binds())).await
        };
        run.await.map_err(|error| forgotten(&client, sql, error))
    }

    /// Runs one statement and gives the number of rows it touched.
    pub async fn execute(&self, sql: &Sql) -> Result<u64, StoreError> {
        let client = self.lease()?;
        let run = async {
            let statement = client.prepare_cached(sql.text()).await?;
            client.execute(&statement, &parameters(sql.binds())).await
        };
        run.await.map_err(|error| forgotten(&client, sql, error))
    }

    /// Runs several statements with fixed text.
    pub(crate) async fn batch(&self, text: &'static str) -> Result<(), StoreError> {
        self.lease()?.batch_execute(text).await.map_err(StoreError::from_database)
    }

    /// Makes everything permanent.
    ///
    /// If the answer to the commit does not arrive, the connection is closed and the outcome is
    /// unknown; it is never reported as a failure that did not happen.
    pub(crate) async fn commit(&self) -> Result<(), StoreError> {
        let client = self.lease()?;
        client.batch_execute("commit").await.map_err(StoreError::from_database)?;
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Undoes everything and gives the connection back.
    pub(crate) async fn rollback(&self) -> Result<(), StoreError> {
        let client = self.lease()?;
        client.batch_execute("rollback").await.map_err(StoreError::from_database)?;
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    pub(crate) fn schema(&self) -> Option<Arc<Schema>> {
        self.schema.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_schema(&self, schema: Arc<Schema>) {
        *self.schema.lock().unwrap_or_else(PoisonError::into_inner) = Some(schema);
        // What was prepared before the change may not answer as it promised.
        if let Ok(client) = self.lease() {
            client.statement_cache.clear();
        }
    }

    fn lease(&self) -> Result<Arc<Pooled>, StoreError> {
        let lease = self.connection.lock().unwrap_or_else(PoisonError::into_inner).clone();
        lease.ok_or_else(|| StoreError::Unavailable("the transaction has ended".to_owned()))
    }
}

/// A statement whose tables have changed shape under it must be prepared anew.
fn forgotten(client: &Pooled, sql: &Sql, error: tokio_postgres::Error) -> StoreError {
    let error = StoreError::from_database(error);
    if error.is_stale_schema() {
        client.statement_cache.remove(sql.text(), &[]);
    }
    error
}

impl Drop for Tx {
    fn drop(&mut self) {
        let lease = self.connection.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(lease) = lease.and_then(Arc::into_inner) {
            drop(Pooled::take(lease));
        }
    }
}
