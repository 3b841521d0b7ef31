//! The way to the database: one for all, or one transaction's.

use std::sync::Arc;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use parse_model::query::ReadPreference;
use parse_model::{Class, ClassName, Schema};
use tokio_postgres::{Config, NoTls, Row};

use crate::catalogue::Catalogue;
use crate::connection::Pipes;
use crate::error::StoreError;
use crate::notify::{Listener, Notice};
use crate::sql::Sql;
use crate::tx::Tx;
use crate::{bootstrap, migrate};

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// The primary.
    pub url: String,
    /// A streaming replica for reads that may lag.
    pub replica_url: Option<String>,
    /// Connections that single reading statements share.
    pub pipelined_connections: usize,
    /// Connections that single writing statements share. Each waits for its own commit to reach the
    /// disk, and commits that wait at the same time are flushed together.
    pub write_connections: usize,
    /// Connections that transactions take, one each.
    pub transaction_connections: usize,
    /// Also tell Parse Servers on the same database of schema changes.
    pub mixed_fleet: bool,
}

/// The database with everything known about it.
#[derive(Debug, Clone)]
pub struct Store(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    reads: Pipes,
    writes: Pipes,
    replica: Option<Pipes>,
    transactions: Pool,
    catalogue: Catalogue,
    listener: Listener,
    mixed_fleet: bool,
}

impl Store {
    /// Connects, brings our own tables up to date and reads the classes.
    pub async fn open(options: &StoreOptions) -> Result<Store, StoreError> {
        let config = configured(&options.url)?;
        let replica = options.replica_url.as_deref().map(configured).transpose()?;
        let manager = Manager::from_config(
            config.clone(),
            NoTls,
            ManagerConfig { recycling_method: RecyclingMethod::Fast },
        );
        let transactions = Pool::builder(manager)
            .max_size(options.transaction_connections.max(1))
            .build()
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let setup = Tx::begin(&transactions).await?;
        migrate::run(&setup).await?;
        bootstrap::run(&setup).await?;
        setup.commit().await?;
        let store = Store(Arc::new(Inner {
            reads: Pipes::new(config.clone(), options.pipelined_connections),
            writes: Pipes::new(config.clone(), options.write_connections),
            replica: replica.map(|config| Pipes::new(config, options.pipelined_connections)),
            transactions,
            catalogue: Catalogue::default(),
            listener: Listener::new(config, options.mixed_fleet),
            mixed_fleet: options.mixed_fleet,
        }));
        store.reload_schema().await?;
        Ok(store)
    }

    /// Statements outside any transaction.
    pub fn db(&self) -> Db {
        Db::Shared(self.clone())
    }

    /// A new transaction.
    pub async fn begin(&self) -> Result<Db, StoreError> {
        let tx = Tx::begin(&self.0.transactions).await?;
        Ok(Db::Tx(self.clone(), Arc::new(tx)))
    }

    /// The classes as they were last read.
    pub fn schema(&self) -> Arc<Schema> {
        self.0.catalogue.schema()
    }

    /// Reads the classes anew.
    pub async fn reload_schema(&self) -> Result<(), StoreError> {
        // One at a time: whoever reads last also replaces last, so that no reader who was slow
        // puts an older state back.
        let _one_reads = self.0.catalogue.reading().await;
        let schema = crate::catalogue::read(&self.db()).await?;
        self.0.catalogue.replace(schema);
        // A statement that fails because it has outlived its tables would take its transaction with
        // it, so none is kept over a change.
        self.0.transactions.manager().statement_caches.clear();
        Ok(())
    }

    /// Waits for the next thing another node (or this one) has told.
    ///
    /// After a broken connection the first answer is [`Notice::Everything`], because whatever was
    /// said meanwhile is lost.
    pub async fn next_notice(&self) -> Notice {
        self.0.listener.next().await
    }

    /// Tells every node, this one included.
    pub async fn notify(&self, notice: &Notice) -> Result<(), StoreError> {
        self.db().execute(&notice.sql()).await?;
        Ok(())
    }

    pub(crate) fn is_mixed_fleet(&self) -> bool {
        self.0.mixed_fleet
    }
}

fn configured(url: &str) -> Result<Config, StoreError> {
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        StoreError::Unavailable(format!("the database URL cannot be read: {error}"))
    })?;
    if config.get_application_name().is_none() {
        config.application_name("touchstone");
    }
    Ok(config)
}

/// Where statements go: to the connections all share, or to one transaction.
#[derive(Debug, Clone)]
pub enum Db {
    /// Each statement is a transaction of its own.
    Shared(Store),
    /// All statements stand or fall together.
    Tx(Store, Arc<Tx>),
}

impl Db {
    /// Runs one statement that may write, and gives its rows.
    pub async fn rows(&self, sql: &Sql) -> Result<Vec<Row>, StoreError> {
        match self {
            Db::Shared(store) => store.0.writes.rows(sql).await,
            Db::Tx(_, tx) => tx.rows(sql).await,
        }
    }

    /// Runs one reading statement where the caller prefers. Inside a transaction there is no
    /// choice.
    pub async fn rows_from(
        &self,
        sql: &Sql,
        preference: ReadPreference,
    ) -> Result<Vec<Row>, StoreError> {
        match (self, preference) {
            (Db::Tx(_, tx), _) => tx.rows(sql).await,
            (Db::Shared(store), ReadPreference::Secondary) => {
                store.0.replica.as_ref().unwrap_or(&store.0.reads).rows(sql).await
            }
            (Db::Shared(store), ReadPreference::Primary) => store.0.reads.rows(sql).await,
        }
    }

    /// Runs one statement and gives the number of rows it touched.
    pub async fn execute(&self, sql: &Sql) -> Result<u64, StoreError> {
        match self {
            Db::Shared(store) => store.0.writes.execute(sql).await,
            Db::Tx(_, tx) => tx.execute(sql).await,
        }
    }

    /// The store behind it.
    pub fn store(&self) -> &Store {
        match self {
            Db::Shared(store) | Db::Tx(store, _) => store,
        }
    }

    /// The classes as seen from here.
    pub fn schema(&self) -> Arc<Schema> {
        match self {
            Db::Shared(store) => store.schema(),
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

    /// Undoes a transaction; nothing to do outside one.
    pub async fn rollback(&self) -> Result<(), StoreError> {
        match self {
            Db::Shared(_) => Ok(()),
            Db::Tx(_, tx) => tx.rollback().await,
        }
    }

    /// Makes a transaction permanent; nothing to do outside one.
    pub async fn commit(&self) -> Result<(), StoreError> {
        let Db::Tx(store, tx) = self else { return Ok(()) };
        let has_changed_schema = tx.schema().is_some();
        tx.commit().await?;
        if has_changed_schema {
            store.reload_schema().await?;
        }
        Ok(())
    }
}
