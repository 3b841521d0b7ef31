//! Periodic tasks: work that runs at an interval, without a request.
//!
//! Every node tries; an advisory lock lets one node run a task at a time.

use std::sync::Arc;

use async_trait::async_trait;
use parse_identity::Caller;

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;

/// Work that runs at an interval.
///
/// It finds out what is due: a run may be late, and the next one makes up for a failed one.
#[async_trait]
pub trait PeriodicTask: Send + Sync {
    /// Whether anything is due. Called on every node without a lock, so it must be cheap. A wrong
    /// yes does no harm.
    async fn is_due(&self, _cx: &Cx) -> Result<bool, Error> {
        Ok(true)
    }

    /// Does the work that is due.
    async fn run(&self, cx: &Cx) -> Result<(), Error>;

    /// The interval.
    fn interval(&self) -> Interval {
        Interval::Minute
    }
}

impl Extension {
    /// Adds a periodic task.
    #[must_use]
    pub fn with_periodic_task(
        mut self,
        name: &str,
        task: impl PeriodicTask + 'static,
    ) -> Extension {
        self.implementations.insert::<dyn PeriodicTask>(name, Arc::new(task));
        self
    }

    /// The periodic tasks with their names.
    pub fn periodic_tasks(&self) -> impl Iterator<Item = (&str, &dyn PeriodicTask)> {
        self.implementations.all::<dyn PeriodicTask>().map(|(name, task)| (name, &**task))
    }
}

/// The interval of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interval {
    /// Every second, for quick work that users wait for.
    Second,
    /// Every minute.
    Minute,
}

/// Runs every task once, except those that another node runs.
pub async fn run_all_tasks(engine: &Engine) {
    for interval in [Interval::Second, Interval::Minute] {
        run_due_tasks(engine, interval).await;
    }
}

/// Runs every task of an interval once, except those that another node runs.
pub async fn run_due_tasks(engine: &Engine, interval: Interval) {
    let periodic_tasks = engine.extension().periodic_tasks();
    for (name, task) in periodic_tasks.filter(|(_, task)| task.interval() == interval) {
        run_once(engine, name, task).await;
    }
}

/// Runs the task of a name once, unless another node runs it.
pub async fn run_due_task(engine: &Engine, name: &str) {
    let mut periodic_tasks = engine.extension().periodic_tasks();
    if let Some((name, task)) = periodic_tasks.find(|(known, _)| *known == name) {
        run_once(engine, name, task).await;
    }
}

async fn run_once(engine: &Engine, name: &str, task: &dyn PeriodicTask) {
    if let Err(error) = one(engine, name, task).await {
        tracing::error!(task = name, error = chain(&error), "periodic task failed, will retry");
    }
}

/// An error with its causes.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}

/// The lock is held by a separate transaction while the task runs, so the database releases it when
/// the node dies. The task does not use that connection.
async fn one(engine: &Engine, name: &str, task: &dyn PeriodicTask) -> Result<(), Error> {
    let cx = engine.cx(Caller::master());
    if !task.is_due(&cx).await? {
        return Ok(());
    }
    let lock = engine.store().begin_task_lock();
    let outcome = match parse_store::periodic_task::try_lock_task(&lock, name).await {
        Ok(true) => task.run(&cx).await,
        Ok(false) => Ok(()),
        Err(error) => Err(error).while_doing("locking a periodic task"),
    };
    lock.rollback().await.while_doing("unlocking a periodic task")?;
    outcome
}
