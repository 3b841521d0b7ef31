//! The worker that ticks steps: evidence of a submission was explained, and its checks are tried.
//!
//! It asks no node: the evidence worker did. What it has taken is its own until its lease ends.

use std::panic::AssertUnwindSafe;

use async_trait::async_trait;
use feedback_model::mission::submission::{Checked, SubmissionState};
use futures_util::FutureExt;
use parse_engine::{Caller, Cx, Engine, Error, Worker};
use parse_store::Access;

use super::check::Looked;
use super::queue::{self, Job};
use super::{check, submission, submit};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::queue_failure::{AfterFailure, after_failure, panicked};
use feedback_core::wakes::Queue;

/// Tries checks.
pub(super) struct MissionWorker {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for MissionWorker {
    async fn work(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::Missions).await;
            if let Err(error) = Box::pin(self.drain(engine)).await {
                tracing::error!(%error, "mission checks failed, will retry");
            }
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        loop {
            let now = engine.clock().now();
            let Some(job) = queue::take(&engine.store().db(), now).await? else { return Ok(()) };
            let done = AssertUnwindSafe(self.do_one(engine, &job)).catch_unwind().await;
            if let Err(error) = done.unwrap_or_else(|_| Err(panicked("checking a mission"))) {
                self.failed(engine, &job, &error).await?;
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

    /// Has it tried again later. What cannot be checked however often it is tried is left to a
    /// person, as what checks cannot decide is.
    async fn failed(&self, engine: &Engine, job: &Job, error: &Error) -> Result<(), Error> {
        let submission = &job.submission;
        let db = engine.store().db();
        match after_failure(job.failures) {
            AfterFailure::Again(seconds) => {
                tracing::error!(submission, %error, seconds, "mission checks failed, will retry");
                let due = engine.clock().now().plus_seconds(seconds);
                queue::failed(&db, job, Some(due)).await
            }
            AfterFailure::GiveUp => {
                tracing::error!(submission, %error, "mission checks given up after too many failures");
                let cx = engine.cx(Caller::master());
                let left = cx.unit(|tx| {
                    let ctx = self.context(tx);
                    Box::pin(async move { leave_to_a_person(&ctx, job).await })
                });
                match left.await {
                    Ok(()) => Ok(()),
                    // The row stays where an administrator of the database finds it.
                    Err::<(), Error>(_) => queue::failed(&db, job, None).await,
                }
            }
        }
    }

    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

async fn leave_to_a_person(ctx: &CommandContext, job: &Job) -> Result<(), Error> {
    let mut locked = submission::lock(ctx, &job.submission).await?;
    let undecided =
        Looked { checked: Some(Checked::Undecided), note: None, why: Some("undecided") };
    submit::conclude(ctx, &mut locked, undecided).await?;
    queue::end(ctx, job).await
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
