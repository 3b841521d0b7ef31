//! The worker that looks evidence up: on every node, several at a time, as soon as it is woken.
//!
//! It never holds a transaction while it asks a node. What it has taken is its own until its lease
//! ends; a node that dies leaves it to be taken again, and one that is late writes nothing.

use std::panic::AssertUnwindSafe;

use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::{join_all, try_join_all};
use parse_engine::{Caller, Engine, Error, Worker};
use parse_store::Access;

use super::queue::{self, Job};
use super::{look, store, subject};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::queue_failure::{AfterFailure, after_failure, panicked};
use feedback_core::wakes::Queue;

/// How many look-ups one node has under way. Each mostly waits for answers, so that twenty a second
/// at a node far away need as many.
const LANES: usize = 64;

/// Looks evidence up.
pub(super) struct EvidenceWorker {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for EvidenceWorker {
    async fn work(&self, engine: &Engine) {
        join_all((0..LANES).map(|_| self.lane(engine))).await;
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        try_join_all((0..LANES).map(|_| self.drain_lane(engine))).await.map(drop)
    }
}

impl EvidenceWorker {
    /// One lane is woken by who puts something there, and each wakes another when it takes some.
    async fn lane(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::Evidence).await;
            if let Err(error) = Box::pin(self.drain_lane(engine)).await {
                tracing::error!(%error, "evidence look-up failed, will retry");
            }
        }
    }

    async fn drain_lane(&self, engine: &Engine) -> Result<(), Error> {
        loop {
            let now = engine.clock().now();
            let Some(job) = queue::take(&engine.store().db(), now).await? else { return Ok(()) };
            // There may be more.
            self.state.wake(Queue::Evidence);
            // What panics on one row must not be met again with every lane.
            let done = AssertUnwindSafe(self.do_one(engine, &job)).catch_unwind().await;
            if let Err(error) = done.unwrap_or_else(|_| Err(panicked("looking up evidence"))) {
                self.failed(engine, &job, &error).await?;
            }
        }
    }

    /// Has it tried again later. What cannot be looked up however often it is tried says so to its
    /// owner and to administrators, as what nodes do not know does.
    async fn failed(&self, engine: &Engine, job: &Job, error: &Error) -> Result<(), Error> {
        let evidence = &job.evidence;
        match after_failure(job.failures) {
            AfterFailure::Again(seconds) => {
                tracing::error!(evidence, %error, seconds, "evidence look-up failed, will retry");
                let due = engine.clock().now().plus_seconds(seconds);
                queue::failed(&engine.store().db(), job, due).await
            }
            AfterFailure::GiveUp => {
                tracing::error!(evidence, %error, "evidence look-up given up after too many failures");
                let cx = engine.cx(Caller::master());
                cx.unit(|tx| {
                    let ctx = self.context(tx);
                    async move { store::give_up(&ctx, job).await }
                })
                .await
            }
        }
    }

    async fn do_one(&self, engine: &Engine, job: &Job) -> Result<(), Error> {
        let ctx = self.context(engine.cx(Caller::master()));
        let seen = match subject::read(&ctx, &job.evidence).await? {
            Some(subject) => {
                look::begin(&ctx, job, &subject).await?;
                Some(look::look(&ctx, job, &subject).await?)
            }
            None => None,
        };
        let cx = engine.cx(Caller::master());
        cx.unit(|tx| {
            let ctx = self.context(tx);
            let seen = seen.as_ref();
            async move { store::store(&ctx, job, seen).await }
        })
        .await?;
        // What was explained may do a step of a mission.
        self.state.wake(Queue::Missions);
        Ok(())
    }

    fn context(&self, cx: parse_engine::Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}
