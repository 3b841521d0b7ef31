//! Looks evidence up: on every node, several at a time, as soon as it is woken.
//!
//! It never holds a transaction while it asks a node.

use async_trait::async_trait;
use parse_engine::Error;

use super::queue::{self, LookupJob};
use super::{lookup, record, store};
use feedback_core::back_off::{BackOff, spread};
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;

/// How many look-ups one node has under way. Each mostly waits for answers, so that twenty a second
/// at a node far away need as many.
const LANES: usize = 64;

/// Evidence to be looked up.
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
        // What was explained may do a step of a mission.
        work.state.wake(Queue::Missions);
        Ok(())
    }

    /// What cannot be looked up however often it is tried says so to its owner and to
    /// administrators, as what nodes do not know does.
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
