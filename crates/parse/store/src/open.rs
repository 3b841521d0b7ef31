//! Opens a database: migrates it, and reads its classes.

use std::sync::{Arc, OnceLock};

use crate::catalogue::Catalogue;
use crate::client_query::ClientQueryPools;
use crate::connection::PipelinedPool;
use crate::counter::Counters;
use crate::error::StoreError;
use crate::notify::Listener;
use crate::store::{Inner, Store};
use crate::store_options::{CONNECT, StoreOptions, TASK_LOCKS, configured, refuse_writes};
use crate::transaction_pool::TransactionPool;
use crate::tx::Tx;
use crate::{bootstrap, migrate, stored_class};

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
        let heard = tokio::time::timeout(CONNECT, store.listener_health().begun());
        let (schema, _) = tokio::join!(store.reload_schema(), heard);
        schema.map(|()| store)
    }

    /// Reloads the classes.
    pub async fn reload_schema(&self) -> Result<(), StoreError> {
        // One at a time: the last reader also replaces last, so that no reader who was slow puts an
        // older state back.
        let _one_reads = self.0.catalogue.reading().await;
        let schema = stored_class::read(&self.db()).await?;
        self.0.catalogue.replace(schema);
        // A statement that fails because it has outlived its tables would take its transaction with
        // it, so none is kept over a change.
        self.0.transactions.schema_changed();
        Ok(())
    }
}
