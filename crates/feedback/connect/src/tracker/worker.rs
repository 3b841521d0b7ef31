//! The worker that does what is to be done at trackers: on every node, one thing per tracker at a
//! time.

use async_trait::async_trait;
use integrations::Outcome;
use parse_engine::{Caller, Cx, Engine, Error, Worker};
use parse_store::Access;

use super::carry::{Done, carry};
use super::configuration::{self, Mode, Service};
use super::work::Job;
use super::{conclude, connect, work};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// Does what is to be done at trackers.
pub(super) struct TrackerWorker {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for TrackerWorker {
    async fn work(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::Trackers).await;
            if let Err(error) = self.drain(engine).await {
                tracing::error!(%error, "tracker work failed, will retry");
            }
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        loop {
            let now = engine.clock().now();
            let Some(job) = work::take(&engine.store().db(), now).await? else { return Ok(()) };
            self.do_one(engine, &job).await?;
        }
    }
}

impl TrackerWorker {
    async fn do_one(&self, engine: &Engine, job: &Job) -> Result<(), Error> {
        let ctx = self.context(engine.cx(Caller::master()));
        let result = self.attempt(&ctx, job).await?;
        let cx = engine.cx(Caller::master());
        cx.unit(|tx| {
            let ctx = self.context(tx);
            let result = &result;
            async move { conclude::conclude(&ctx, job, result).await }
        })
        .await
    }

    /// Tries it; once more where the token of an installation is no longer taken.
    async fn attempt(
        &self,
        ctx: &CommandContext,
        job: &Job,
    ) -> Result<Result<Done, Outcome>, Error> {
        let first = carry(ctx, job).await?;
        let is_app =
            job.tracker.service == Service::Github && job.tracker.settings.mode == Mode::App;
        if !(is_app && matches!(first, Err(Outcome::Broken(_))) && job.tracker.token.is_some()) {
            return Ok(first);
        }
        connect::forget_token(ctx, &job.tracker.id).await?;
        let tracker = configuration::read(ctx, &job.tracker.id).await?;
        carry(ctx, &job.at(tracker)).await
    }

    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}
