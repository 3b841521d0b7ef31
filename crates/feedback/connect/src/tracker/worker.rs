//! Does what is to be done at trackers: on every node, one thing per tracker at a time.

use async_trait::async_trait;
use integrations::Outcome;
use parse_engine::Error;

use super::carry::{Done, carry};
use super::configuration::{self, Mode, Service};
use super::work::Job;
use super::{conclude, connect, work as tracker_work};
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, Work};
use feedback_core::wakes::Queue;

/// What is to be done at trackers.
pub(super) struct TrackerQueue;

#[async_trait]
impl LeaseQueue for TrackerQueue {
    type Job = Job;

    fn name(&self) -> &'static str {
        "tracker work"
    }

    fn queue(&self) -> Queue {
        Queue::Trackers
    }

    async fn take(&self, work: &Work<'_>) -> Result<Option<Job>, Error> {
        tracker_work::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &Work<'_>, job: &Job) -> Result<(), Error> {
        let result = attempt(&work.ctx(), job).await?;
        let cx = work.cx();
        let concluded = cx.unit(|tx| {
            let ctx = work.context(tx);
            let result = &result;
            async move { conclude::conclude(&ctx, job, result).await }
        });
        concluded.await
    }
}

/// Tries it; once more where the token of an installation is no longer taken.
async fn attempt(ctx: &CommandContext, job: &Job) -> Result<Result<Done, Outcome>, Error> {
    let first = carry(ctx, job).await?;
    let is_app = job.tracker.service == Service::Github && job.tracker.settings.mode == Mode::App;
    if !(is_app && matches!(first, Err(Outcome::Broken(_))) && job.tracker.token.is_some()) {
        return Ok(first);
    }
    connect::forget_token(ctx, &job.tracker.id).await?;
    let tracker = configuration::read(ctx, &job.tracker.id).await?;
    carry(ctx, &job.at(tracker)).await
}
