//! Queues in PostgreSQL. One node at a time takes a row, under a lease.
//!
//! A row is inserted in the transaction that calls for the work. Taking it moves its lease into the
//! future, and the end of the lease or the attempt number proves ownership. If a node dies, the row
//! is taken again. A node whose lease has expired writes nothing. No transaction is open while the
//! work is done.

use std::panic::AssertUnwindSafe;

use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::{join_all, try_join_all};
use parse_engine::{Cx, Engine, Error, Extension, Worker};
use parse_identity::Caller;
use parse_model::Date;
use parse_store::{Access, Db};

use crate::command_context::CommandContext;
use crate::product_state::ProductState;
use crate::wakes::Queue;

/// A queue and the work for one row.
#[async_trait]
pub trait LeaseQueue: Send + Sync + 'static {
    /// A row that this node has taken.
    type Job: Send + Sync;

    /// The name of the worker in logs and metrics.
    fn name(&self) -> &'static str;

    /// The queue whose wake-ups start the worker.
    fn queue(&self) -> Queue;

    /// Rows that one node works on at a time. Most of that time is spent waiting for external
    /// answers.
    fn lanes(&self) -> usize {
        1
    }

    /// Takes one due row that is not leased.
    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<Self::Job>, Error>;

    /// Does the work of a row and records the outcome.
    async fn run(&self, work: &QueueContext<'_>, job: &Self::Job) -> Result<(), Error>;

    /// Records an internal error, so that the row is retried or given up.
    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &Self::Job,
        error: &Error,
    ) -> Result<(), Error>;
}

/// The context of a queue worker.
#[derive(Debug, Clone, Copy)]
pub struct QueueContext<'a> {
    /// The engine of this node.
    pub engine: &'a Engine,
    /// State shared by all requests of this node.
    pub state: &'a ProductState,
}

impl QueueContext<'_> {
    /// A context without a caller and without a transaction.
    pub fn autocommit(&self) -> CommandContext {
        self.context(self.engine.cx(Caller::master()))
    }

    /// Runs work in a transaction of its own, and repeats it after a conflict.
    pub async fn unit<T, F>(&self, work: impl Fn(CommandContext) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.engine.cx(Caller::master()).unit(|tx| work(self.context(tx))).await
    }

    /// The time.
    pub fn now(&self) -> Date {
        self.engine.clock().now()
    }

    /// The database, outside any transaction.
    pub fn db(&self) -> Db {
        self.engine.store().db()
    }

    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

/// Registers the worker of a queue.
pub fn register_queue<Q: LeaseQueue>(
    extension: Extension,
    state: &ProductState,
    queue: Q,
) -> Extension {
    let name = queue.name();
    extension.with_worker(name, QueueWorker { queue, state: state.clone() })
}

struct QueueWorker<Q> {
    queue: Q,
    state: ProductState,
}

#[async_trait]
impl<Q: LeaseQueue> Worker for QueueWorker<Q> {
    async fn work(&self, engine: &Engine) {
        join_all((0..self.queue.lanes()).map(|_| self.run_lane(engine))).await;
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        try_join_all((0..self.queue.lanes()).map(|_| self.drain_lane(engine))).await.map(drop)
    }
}

impl<Q: LeaseQueue> QueueWorker<Q> {
    /// A new row wakes one lane. A lane that takes a row wakes the next one.
    async fn run_lane(&self, engine: &Engine) {
        loop {
            self.state.woken(self.queue.queue()).await;
            // Otherwise a panic would end all lanes in the middle of their work.
            let drained = AssertUnwindSafe(Box::pin(self.drain_lane(engine))).catch_unwind().await;
            if let Err(error) = drained.unwrap_or_else(|_| Err(panicked())) {
                tracing::error!(queue = self.queue.name(), %error, "queue read failed, will retry");
            }
        }
    }

    async fn drain_lane(&self, engine: &Engine) -> Result<(), Error> {
        let work = QueueContext { engine, state: &self.state };
        while let Some(job) = self.queue.take(&work).await? {
            self.state.wake(self.queue.queue());
            let done = AssertUnwindSafe(self.queue.run(&work, &job)).catch_unwind().await;
            if let Err(error) = done.unwrap_or_else(|_| Err(panicked())) {
                self.queue.record_failure(&work, &job, &error).await?;
            }
        }
        Ok(())
    }
}

fn panicked() -> Error {
    Error::Failed { doing: "working at a queue", source: "it panicked".into() }
}
