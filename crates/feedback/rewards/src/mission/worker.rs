//! Ticks steps: evidence of a submission was explained, and its checks are tried.
//!
//! It asks no node: the evidence worker did.

use async_trait::async_trait;
use feedback_model::mission::submission::{Checked, SubmissionState};
use parse_engine::Error;

use super::check::Looked;
use super::queue::{self, Job};
use super::{check, submission, submit};
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, Work};
use feedback_core::wakes::Queue;

/// Submissions whose checks are to be tried.
pub(super) struct SubmissionQueue;

#[async_trait]
impl LeaseQueue for SubmissionQueue {
    type Job = Job;

    fn name(&self) -> &'static str {
        "missions"
    }

    fn queue(&self) -> Queue {
        Queue::Missions
    }

    async fn take(&self, work: &Work<'_>) -> Result<Option<Job>, Error> {
        queue::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &Work<'_>, job: &Job) -> Result<(), Error> {
        let cx = work.cx();
        let ticked = cx.unit(|tx| {
            let ctx = work.context(tx);
            Box::pin(async move { tick(&ctx, job).await })
        });
        ticked.await
    }

    /// What cannot be checked however often it is tried is left to a person, as what checks cannot
    /// decide is.
    async fn failed(&self, work: &Work<'_>, job: &Job, error: &Error) -> Result<(), Error> {
        let submission = &job.submission;
        if let Some(due) = BackOff::OWN_FAULT.next(work.now(), job.failures + 1, 0, None) {
            tracing::error!(submission, %error, "mission checks failed, will retry");
            return queue::failed(&work.db(), job, Some(due)).await;
        }
        tracing::error!(submission, %error, "mission checks given up after too many failures");
        let cx = work.cx();
        let left = cx.unit(|tx| {
            let ctx = work.context(tx);
            Box::pin(async move { leave_to_a_person(&ctx, job).await })
        });
        match left.await {
            Ok(()) => Ok(()),
            // The row stays where an administrator of the database finds it.
            Err::<(), Error>(_) => queue::failed(&work.db(), job, None).await,
        }
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
