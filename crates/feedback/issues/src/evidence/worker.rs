//! The worker that looks up evidence: on every node, several look-ups at a time, as soon as it is
//! woken.
//!
//! It never holds a transaction while it calls an endpoint.

use async_trait::async_trait;
use parse_engine::Error;

use super::queue::{self, LookupJob};
use super::{lookup, record, store};
use feedback_core::back_off::{BackOff, spread};
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;

/// Concurrent look-ups of a node. Most of the time they wait for answers, so 20 a second against a
/// distant endpoint need this many.
const LANES: usize = 64;

/// The queue of look-ups.
pub(super) struct EvidenceQueue;

#[async_trait]
impl LeaseQueue for EvidenceQueue {
    type Job = LookupJob;

    fn name(&self) -> &'static str {
        "evidence"
    }

    fn queue(&self) -> Queue {
        Queue::Evidence
    }

    fn lanes(&self) -> usize {
        LANES
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<LookupJob>, Error> {
        queue::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &QueueContext<'_>, job: &LookupJob) -> Result<(), Error> {
        let ctx = work.autocommit();
        let seen = match record::read(&ctx, &job.evidence).await? {
            Some(subject) => {
                lookup::begin(&ctx, job, &subject).await?;
                Some(lookup::lookup(&ctx, job, &subject).await?)
            }
            None => None,
        };
        let stored = work.unit(|ctx| {
            let seen = seen.as_ref();
            async move { store::record_outcome(&ctx, job, seen).await }
        });
        stored.await?;
        // Explained evidence may complete a step of a mission.
        work.state.wake(Queue::Missions);
        Ok(())
    }

    /// Evidence that fails repeatedly shows an error to its owner and administrators, like evidence
    /// that no endpoint knows.
    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &LookupJob,
        error: &Error,
    ) -> Result<(), Error> {
        let evidence = &job.evidence;
        if let Some(due) =
            BackOff::OWN_FAULT.next(work.now(), job.failures + 1, spread(evidence), None)
        {
            tracing::error!(evidence, %error, "evidence look-up failed, will retry");
            return queue::failed(&work.db(), job, due).await;
        }
        tracing::error!(evidence, %error, "evidence look-up given up after too many failures");
        work.unit(|ctx| async move { store::give_up(&ctx, job).await }).await
    }
}
