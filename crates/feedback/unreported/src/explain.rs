//! Explains failures that were counted: the usual look-up, of which nothing is stored but the cause.

use std::str::FromStr;

use alloy_primitives::B256;
use async_trait::async_trait;
use chain::Explanation;
use chain_node::Budget;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::question;
use super::queue::{self, Cause, FailureJob};
use feedback_core::back_off::{BackOff, spread};
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;
use feedback_issues::evidence::explain_found;
use feedback_networks::network;

/// Concurrent look-ups of a node. Look-ups of users have precedence, and these are in no hurry.
const LANES: usize = 2;
/// Failures that are kept for each fingerprint.
const SAMPLES: i64 = 50;

/// The queue of failures to explain.
pub(super) struct FailureQueue;

#[async_trait]
impl LeaseQueue for FailureQueue {
    type Job = FailureJob;

    fn name(&self) -> &'static str {
        "failures"
    }

    fn queue(&self) -> Queue {
        Queue::Failures
    }

    fn lanes(&self) -> usize {
        LANES
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<FailureJob>, Error> {
        queue::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &QueueContext<'_>, job: &FailureJob) -> Result<(), Error> {
        let ctx = work.autocommit();
        match look_up(&ctx, job).await? {
            Some(explanation) => {
                let explanation = &explanation;
                work.unit(|ctx| async move { record(&ctx, job, explanation).await }).await
            }
            None => retry(work, job).await,
        }
    }

    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &FailureJob,
        error: &Error,
    ) -> Result<(), Error> {
        tracing::error!(network = job.network, %error, "failure not explained");
        retry(work, job).await
    }
}

async fn retry(work: &QueueContext<'_>, job: &FailureJob) -> Result<(), Error> {
    let due = BackOff::OWN_FAULT.next(work.now(), job.failures + 1, spread(&job.hash), None);
    queue::failed(&work.db(), job, due).await
}

/// What nodes say about a failure. `None` if they do not answer, or it cannot be explained.
async fn look_up(ctx: &CommandContext, job: &FailureJob) -> Result<Option<Explanation>, Error> {
    let networks = network::all_enabled(ctx).await?;
    let known = networks.iter().find(|known| known.id == job.network);
    let (Some(network), Ok(hash)) = (known, B256::from_str(&job.hash)) else { return Ok(None) };
    let nodes = network::nodes(ctx).await?;
    let budget = Budget::default();
    let found = nodes.look_up(network.chain_id, hash, &budget, &|_| ()).await;
    let Ok(found) = found else { return Ok(None) };
    let registry = network::registry(ctx, &network.id).await?;
    let explained = explain_found(&nodes, found, &registry, None, &[]).await;
    Ok(explained.map(|(explanation, _)| explanation).filter(|told| told.fingerprint.is_some()))
}

/// Counts the cause, has the failure join its cluster as seen, and asks its sender about it.
async fn record(
    ctx: &CommandContext,
    job: &FailureJob,
    explanation: &Explanation,
) -> Result<(), Error> {
    let Some(fingerprint) = explanation.fingerprint.as_deref() else { return Ok(()) };
    let class = explanation.failure_class.map_or("unknown_revert", chain::FailureClass::key);
    if !queue::explained(ctx, job, &Cause { fingerprint, class }).await? {
        return Ok(());
    }
    let told = serde_json::to_value(explanation).unwrap_or_default();
    let sql = Sql::fixed(
        "select to_jsonb(_touchstone.cluster_for($1::text, $2::text, $3::text, $4::jsonb, $5::timestamptz))",
        [
            Bind::from(fingerprint),
            class.into(),
            explanation.verdict.map(chain::Verdict::key).into(),
            told.into(),
            ctx.now().into(),
        ],
    );
    ctx.row::<String>(&sql).await?;
    if let Some(user) = question::take_asker(ctx, job).await? {
        question::ask(ctx, job, &user, explanation, fingerprint).await?;
    }
    let sql = Sql::fixed(
        "delete from _touchstone.call_failure where network = $1::text and hash = $2::text and place = $3::int8 and not is_sample",
        [Bind::from(&*job.network), job.hash.as_str().into(), job.place.into()],
    );
    ctx.execute(&sql).await?;
    // Samples of blocks that may still be undone are kept, so that their causes can be undone too.
    let sql = Sql::fixed(
        "delete from _touchstone.call_failure f where f.fingerprint = $1::text and (f.network, f.hash, f.place) in (
            select network, hash, place from _touchstone.call_failure where fingerprint = $1::text
            order by at desc, hash, place offset $2::int8)
            and f.block < (select min(b.number) from _touchstone.call_block b where b.network = f.network)",
        [Bind::from(fingerprint), SAMPLES.into()],
    );
    ctx.execute(&sql).await.map(drop)
}
