//! Looks evidence up: on every node, several at a time, as soon as it is woken.
//!
//! It never holds a transaction while it asks a node.

use async_trait::async_trait;
use parse_engine::Error;

use super::queue::{self, Job};
use super::{look, store, subject};
use feedback_core::back_off::BackOff;
use feedback_core::lease_queue::{LeaseQueue, Work};
use feedback_core::wakes::Queue;

/// How many look-ups one node has under way. Each mostly waits for answers, so that twenty a second
/// at a node far away need as many.
const LANES: usize = 64;

/// Evidence to be looked up.
pub(super) struct EvidenceQueue;

#[async_trait]
impl LeaseQueue for EvidenceQueue {
    type Job = Job;

    fn name(&self) -> &'static str {
        "evidence"
    }

    fn queue(&self) -> Queue {
        Queue::Evidence
    }

    fn lanes(&self) -> usize {
        LANES
    }

    async fn take(&self, work: &Work<'_>) -> Result<Option<Job>, Error> {
        queue::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &Work<'_>, job: &Job) -> Result<(), Error> {
        let ctx = work.ctx();
        let seen = match subject::read(&ctx, &job.evidence).await? {
            Some(subject) => {
                look::begin(&ctx, job, &subject).await?;
                Some(look::look(&ctx, job, &subject).await?)
            }
            None => None,
        };
        let cx = work.cx();
        let stored = cx.unit(|tx| {
            let ctx = work.context(tx);
            let seen = seen.as_ref();
            async move { store::store(&ctx, job, seen).await }
        });
        stored.await?;
        // What was explained may do a step of a mission.
        work.state.wake(Queue::Missions);
        Ok(())
    }

    /// What cannot be looked up however often it is tried says so to its owner and to
    /// administrators, as what nodes do not know does.
    async fn failed(&self, work: &Work<'_>, job: &Job, error: &Error) -> Result<(), Error> {
        let evidence = &job.evidence;
        if let Some(due) = BackOff::OWN_FAULT.next(work.now(), job.failures + 1, 0, None) {
            tracing::error!(evidence, %error, "evidence look-up failed, will retry");
            return queue::failed(&work.db(), job, due).await;
        }
        tracing::error!(evidence, %error, "evidence look-up given up after too many failures");
        let cx = work.cx();
        let given_up = cx.unit(|tx| {
            let ctx = work.context(tx);
            async move { store::give_up(&ctx, job).await }
        });
        given_up.await
    }
}
