//! The worker that sends to webhooks: on every node, several deliveries at a time, as soon as it is
//! woken.
//!
//! If a node dies, its delivery is sent again with the same id.

use async_trait::async_trait;
use integrations::ChatPreset;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::claim::{self, WebhookJob};
use super::message::made_private;
use super::record_attempt::{self, record_attempt};
use super::send::attempt;
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::{LeaseQueue, QueueContext};
use feedback_core::wakes::Queue;

/// Concurrent attempts of a node. Most of the time they wait for receivers.
const LANES: usize = 32;

/// Deliveries to webhooks.
pub(super) struct WebhookQueue;

#[async_trait]
impl LeaseQueue for WebhookQueue {
    type Job = WebhookJob;

    fn name(&self) -> &'static str {
        "webhook deliveries"
    }

    fn queue(&self) -> Queue {
        Queue::Webhooks
    }

    fn lanes(&self) -> usize {
        LANES
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<WebhookJob>, Error> {
        claim::take(&work.db(), work.now()).await
    }

    async fn run(&self, work: &QueueContext<'_>, job: &WebhookJob) -> Result<(), Error> {
        let permit = match ChatPreset::from_key(&job.preset) {
            Some(_) => Some(work.state.in_doubt().permit().await),
            None => None,
        };
        let ctx = work.autocommit();
        let job = &redact_private_issue(&ctx, job).await?;
        let attempt = attempt(&ctx, job, work.now()).await;
        let concluded = work.unit(|ctx| {
            let attempt = &attempt;
            async move { record_attempt(&ctx, job, attempt).await }
        });
        let concluded = concluded.await;
        drop(permit);
        concluded
    }

    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        job: &WebhookJob,
        error: &Error,
    ) -> Result<(), Error> {
        let attempts = u32::try_from(job.attempts).unwrap_or(u32::MAX);
        let due = BackOff::OWN_FAULT.next(work.now(), attempts, job.id, None);
        tracing::error!(delivery = job.id, is_given_up = due.is_none(), %error, "webhook delivery failed, internal error");
        record_attempt::fail(&work.db(), job, due, error).await
    }
}

/// Replaces the text of an issue that became private after the text was written.
async fn redact_private_issue(ctx: &CommandContext, job: &WebhookJob) -> Result<WebhookJob, Error> {
    let private = if job.tells_too_much { made_private(&job.body) } else { None };
    let Some(message) = private else { return Ok(job.clone()) };
    let sql = Sql::fixed(
        "update _touchstone.webhook_delivery set body = $2::text, is_private = true where id = $1::int8",
        [Bind::from(job.id), message.body.as_str().into()],
    );
    ctx.execute(&sql).await?;
    Ok(WebhookJob { body: message.body, ..job.clone() })
}
