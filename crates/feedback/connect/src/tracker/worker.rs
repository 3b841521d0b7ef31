//! The worker of the tracker queue: on every node, one job per tracker at a time.

use async_trait::async_trait;
use integrations::Outcome;
use parse_engine::Error;

use super::configuration::{self, Mode, Service};
use super::execute::{Executed, carry};
use super::work::TrackerJob;
use super::{connection, record_attempt, work as tracker_work};
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;

/// The tracker queue.
pub(super) struct TrackerQueue;

#[async_trait]
impl LeaseQueue for TrackerQueue {
    type Job = TrackerJob;

    fn name(&self) -> &'static str {
        "tracker work"
    }

    fn queue(&self) -> Queue {
        Queue::Trackers
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<TrackerJob>, Error> {
        tracker_work::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &QueueContext<'_>, job: &TrackerJob) -> Result<(), Error> {
        let result = attempt(&work.autocommit(), job).await?;
        let concluded = work.unit(|ctx| {
            let result = &result;
            async move { record_attempt::record_attempt(&ctx, job, result).await }
        });
        concluded.await
    }

    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &TrackerJob,
        error: &Error,
    ) -> Result<(), Error> {
        let due = job.after_own_fault(work.now());
        tracing::error!(work = job.id, is_given_up = due.is_none(), %error, "tracker work failed, internal error");
        work.unit(|ctx| async move {
            record_attempt::record_internal_error(&ctx, job, due, error).await
        })
        .await
    }
}

/// One attempt. Repeated once if an installation token is rejected.
async fn attempt(
    ctx: &CommandContext,
    job: &TrackerJob,
) -> Result<Result<Executed, Outcome>, Error> {
    let first = carry(ctx, job).await?;
    let is_app = job.tracker.service == Service::Github && job.tracker.settings.mode == Mode::App;
    if !(is_app && matches!(first, Err(Outcome::Broken(_))) && job.tracker.token.is_some()) {
        return Ok(first);
    }
    connection::forget_token(ctx, &job.tracker.id).await?;
    let tracker = configuration::read(ctx, &job.tracker.id).await?;
    carry(ctx, &job.at(tracker)).await
}
