//! Workers, which process a queue of the application on every node.
//!
//! Unlike a periodic task, which one node runs at a time, a worker runs on all of them, starts as
//! soon as it is woken, and may take long.

use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::join_all;

use crate::engine::Engine;
use crate::error::Error;
use crate::extension::Extension;

/// Processes a queue.
#[async_trait]
pub trait Worker: Send + Sync {
    /// Processes jobs whenever they are due, for ever.
    async fn work(&self, engine: &Engine);

    /// Processes all jobs that are due now.
    async fn drain(&self, engine: &Engine) -> Result<(), Error>;
}

impl Extension {
    /// Adds a worker.
    #[must_use]
    pub fn with_worker(mut self, name: &str, worker: impl Worker + 'static) -> Extension {
        self.implementations.insert::<dyn Worker>(name, Arc::new(worker));
        self
    }

    /// The workers with their names.
    pub fn workers(&self) -> impl Iterator<Item = (&str, &dyn Worker)> {
        self.implementations.all::<dyn Worker>().map(|(name, worker)| (name, &**worker))
    }
}

/// Runs the worker with this name, for ever. Each has its own task, so that one that panics or
/// computes does not delay the others.
pub async fn work_as(engine: &Engine, name: &str) {
    let mut workers = engine.extension().workers();
    if let Some((_, worker)) = workers.find(|(known, _)| *known == name) {
        worker.work(engine).await;
    }
}

/// Runs every worker in one task, for ever. For tests.
pub async fn work_for_ever(engine: &Engine) {
    join_all(engine.extension().workers().map(|(_, worker)| worker.work(engine))).await;
}

/// Lets every worker process all jobs that are due now.
pub async fn drain_all(engine: &Engine) {
    for (name, worker) in engine.extension().workers() {
        if let Err(error) = worker.drain(engine).await {
            tracing::error!(worker = name, %error, "queued work failed, will retry");
        }
    }
}
