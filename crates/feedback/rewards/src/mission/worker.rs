//! The worker that ticks steps: it runs the checks of submissions whose evidence was explained.
//!
//! It calls no RPC endpoint. The evidence worker does that.

use async_trait::async_trait;
use feedback_model::mission::submission::{Checked, SubmissionState};
use parse_engine::Error;

use super::check::CheckResult;
use super::queue::{self, SubmissionJob};
use super::{check, submission, submit};
use feedback_core::back_off::{BackOff, spread};
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;

/// The queue of submissions to check.
pub(super) struct SubmissionQueue;

#[async_trait]
impl LeaseQueue for SubmissionQueue {
    type Job = SubmissionJob;

    fn name(&self) -> &'static str {
        "missions"
    }

    fn queue(&self) -> Queue {
        Queue::Missions
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<SubmissionJob>, Error> {
        queue::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &QueueContext<'_>, job: &SubmissionJob) -> Result<(), Error> {
        work.unit(|ctx| Box::pin(async move { run_checks(&ctx, job).await })).await
    }

    /// A submission whose check fails repeatedly is left to a reviewer, like one that checks cannot
    /// decide.
    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &SubmissionJob,
        error: &Error,
    ) -> Result<(), Error> {
        let submission = &job.submission;
        if let Some(due) =
            BackOff::OWN_FAULT.next(work.now(), job.failures + 1, spread(submission), None)
        {
            tracing::error!(submission, %error, "mission checks failed, will retry");
            return queue::failed(&work.db(), job, Some(due)).await;
        }
        tracing::error!(submission, %error, "mission checks given up after too many failures");
        match work.unit(|ctx| Box::pin(async move { request_review(&ctx, job).await })).await {
            Ok(()) => Ok(()),
            // The row stays, and `touchstone queue list` counts it.
            Err(_) => queue::failed(&work.db(), job, None).await,
        }
    }
}

async fn request_review(ctx: &CommandContext, job: &SubmissionJob) -> Result<(), Error> {
    let mut locked = submission::lock(ctx, &job.submission).await?;
    let undecided =
        CheckResult { checked: Some(Checked::Undecided), note: None, why: Some("undecided") };
    submit::conclude(ctx, &mut locked, undecided).await?;
    queue::end(ctx, job).await
}

async fn run_checks(ctx: &CommandContext, job: &SubmissionJob) -> Result<(), Error> {
    let mut locked = match submission::lock(ctx, &job.submission).await {
        Ok(locked) => locked,
        // The submission was deleted with its account.
        Err(Error::Refused(_)) => return queue::end(ctx, job).await,
        Err(error) => return Err(error),
    };
    if matches!(locked.state, SubmissionState::Started | SubmissionState::Checking) {
        let before = locked.progress.clone();
        let looked = check::run_checks(ctx, &mut locked).await?;
        if locked.progress != before {
            locked.write(ctx, None, None).await?;
        }
        submit::conclude(ctx, &mut locked, looked).await?;
    }
    queue::end(ctx, job).await
}
