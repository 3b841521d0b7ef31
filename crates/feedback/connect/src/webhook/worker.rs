//! Sends to webhooks: on every node, many at a time, as soon as it is woken.
//!
//! A node that dies leaves a delivery to be sent again, with the same id.

use async_trait::async_trait;
use integrations::ChatPreset;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::claim::{self, Job};
use super::conclude::conclude;
use super::message::made_private;
use super::send::attempt;
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, Work};
use feedback_core::wakes::Queue;

/// How many attempts one node has under way. Each mostly waits for its receiver.
const LANES: usize = 32;

/// Deliveries to webhooks.
pub(super) struct WebhookQueue;

#[async_trait]
impl LeaseQueue for WebhookQueue {
    type Job = Job;

    fn name(&self) -> &'static str {
        "webhook deliveries"
    }

    fn queue(&self) -> Queue {
        Queue::Webhooks
    }

    fn lanes(&self) -> usize {
        LANES
    }

    async fn take(&self, work: &Work<'_>) -> Result<Option<Job>, Error> {
        let Some(mut job) = claim::take(&work.db(), work.now()).await? else { return Ok(None) };
        if job.tells_too_much {
            keep_to_oneself(&work.ctx(), &mut job).await?;
        }
        Ok(Some(job))
    }

    async fn run(&self, work: &Work<'_>, job: &Job) -> Result<(), Error> {
        let turn = match ChatPreset::from_key(&job.preset) {
            Some(_) => Some(work.state.unconfirmed().turn().await),
            None => None,
        };
        let attempt = attempt(&work.ctx(), job, work.now()).await;
        let cx = work.cx();
        let concluded = cx.unit(|tx| {
            let ctx = work.context(tx);
            let attempt = &attempt;
            async move { conclude(&ctx, job, attempt).await }
        });
        let concluded = concluded.await;
        drop(turn);
        concluded
    }
}

/// The issue has become private since the text was written: it is told no more, now or ever.
async fn keep_to_oneself(ctx: &CommandContext, job: &mut Job) -> Result<(), Error> {
    let Some(message) = made_private(&job.body) else { return Ok(()) };
    let sql = Sql::fixed(
        "update _touchstone.webhook_delivery set body = $2::text, is_private = true where id = $1::int8",
        [Bind::from(job.id), message.body.as_str().into()],
    );
    ctx.execute(&sql).await?;
    job.body = message.body;
    Ok(())
}
