//! The worker that ticks steps: evidence of a submission was explained, and its checks are tried.
//!
//! It asks no node: the evidence worker did. What it has taken is its own until its lease ends.

use async_trait::async_trait;
use feedback_model::mission::submission::SubmissionState;
use parse_engine::{Caller, Cx, Engine, Error, Worker};
use parse_store::Access;

use super::queue::{self, Job};
use super::{check, submission, submit};
use crate::command_context::CommandContext;
use crate::product_state::ProductState;

/// Tries checks.
pub(super) struct MissionWorker {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for MissionWorker {
    async fn work(&self, engine: &Engine) {
        loop {
            self.state.missions_woken().await;
            if let Err(error) = Box::pin(self.drain(engine)).await {
                tracing::error!(%error, "mission checks failed, will retry");
            }
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        loop {
            let now = engine.clock().now();
            let Some(job) = queue::take(&engine.store().db(), now).await? else { return Ok(()) };
            if let Err(error) = self.do_one(engine, &job).await {
                tracing::error!(submission = job.submission, %error, "mission checks failed, will retry");
            }
        }
    }
}

impl MissionWorker {
    async fn do_one(&self, engine: &Engine, job: &Job) -> Result<(), Error> {
        let cx = engine.cx(Caller::master());
        cx.unit(|tx| {
            let ctx = self.context(tx);
            Box::pin(async move { tick(&ctx, job).await })
        })
        .await
    }

    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

async fn tick(ctx: &CommandContext, job: &Job) -> Result<(), Error> {
    let mut locked = match submission::lock(ctx, &job.submission).await {
        Ok(locked) => locked,
        Err(error) if error.is_transient() => return Err(error),
        // The submission is gone with who made it.
        Err(_) => return queue::end(ctx, job).await,
    };
    if matches!(locked.state, SubmissionState::Started | SubmissionState::Checking) {
        let before = locked.progress.clone();
        let looked = check::look(ctx, &mut locked).await?;
        if locked.progress != before {
            locked.write(ctx, None, None).await?;
        }
        submit::conclude(ctx, &mut locked, looked).await?;
    }
    queue::end(ctx, job).await
}
