//! Periodic tasks.

use std::marker::PhantomData;

use async_trait::async_trait;
use parse_engine::periodic_task::Interval;
use parse_engine::{Cx, Error, Extension};
use parse_store::Access;

use crate::command_context::CommandContext;
use crate::member::Member;
use crate::product_state::ProductState;

/// A periodic task.
#[async_trait]
pub trait Task: Send + Sync + 'static {
    /// Its name.
    const NAME: &'static str;
    /// How often it runs.
    const INTERVAL: Interval = Interval::Minute;
    /// Whether there is work. Called before the node takes the task's lock, so that an idle
    /// programme costs one statement and no transaction.
    async fn is_due(_run: &TaskRun) -> Result<bool, Error> {
        Ok(true)
    }
    /// Does the work. Each item has a transaction of its own, so that a failing one does not block
    /// the others.
    async fn run(run: &TaskRun) -> Result<(), Error>;
}

/// Registers a task.
pub fn register_task<C: Task>(extension: Extension, state: &ProductState) -> Extension {
    let task = TaskFn::<C> { state: state.clone(), what: PhantomData };
    extension.with_periodic_task(C::NAME, task)
}

/// One run of a task.
#[derive(Debug)]
pub struct TaskRun {
    cx: Cx,
    state: ProductState,
}

impl TaskRun {
    /// A context without a caller, for finding the work.
    pub fn ctx(&self) -> CommandContext {
        CommandContext::new(self.cx.clone(), Access::Writes, None, self.state.clone())
    }

    /// A context without a caller, inside a new transaction. [`TaskRun::end`] ends it.
    pub async fn begin(&self) -> Result<CommandContext, Error> {
        let tx = self.cx.in_transaction()?;
        let state = self.state.clone();
        tx.on_commit(move |_| state.invalidate_lists());
        Ok(CommandContext::new(tx, Access::Writes, None, self.state.clone()))
    }

    /// The same transaction in the name of a user who requested this earlier.
    pub fn in_the_name_of(&self, ctx: &CommandContext, member: Member) -> CommandContext {
        CommandContext::new(ctx.cx().clone(), Access::Writes, Some(member), self.state.clone())
    }

    /// Commits the transaction after success, and rolls it back after an error.
    pub async fn end<T>(&self, ctx: CommandContext, outcome: Result<T, Error>) -> Result<T, Error> {
        let tx = ctx.cx().clone();
        drop(ctx);
        tx.finish_for(&self.cx, outcome).await
    }
}

struct TaskFn<C> {
    state: ProductState,
    what: PhantomData<fn() -> C>,
}

impl<C> TaskFn<C> {
    fn one(&self, cx: &Cx) -> TaskRun {
        TaskRun { cx: cx.clone(), state: self.state.clone() }
    }
}

#[async_trait]
impl<C: Task> parse_engine::PeriodicTask for TaskFn<C> {
    async fn is_due(&self, cx: &Cx) -> Result<bool, Error> {
        C::is_due(&self.one(cx)).await
    }

    async fn run(&self, cx: &Cx) -> Result<(), Error> {
        C::run(&self.one(cx)).await
    }

    fn interval(&self) -> Interval {
        C::INTERVAL
    }
}
