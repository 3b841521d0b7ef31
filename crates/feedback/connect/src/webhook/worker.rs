//! The worker that sends: on every node, many at a time, as soon as it is woken.
//!
//! What it has taken is its own until its lease ends. A node that dies leaves it to be sent again,
//! with the same id.

use async_trait::async_trait;
use futures_util::future::{join_all, try_join_all};
use integrations::ChatPreset;
use parse_engine::{Caller, Cx, Engine, Error, Worker};
use parse_store::{Access, Bind, Sql};

use super::claim::{self, Job};
use super::conclude::conclude;
use super::message::made_private;
use super::send::attempt;
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// How many attempts one node has under way. Each mostly waits for its receiver.
const LANES: usize = 32;

pub(super) struct WebhookWorker {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for WebhookWorker {
    async fn work(&self, engine: &Engine) {
        join_all((0..LANES).map(|_| self.lane(engine))).await;
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        try_join_all((0..LANES).map(|_| self.drain_lane(engine))).await.map(drop)
    }
}

impl WebhookWorker {
    /// One lane is woken by who puts something there, and each wakes another when it takes some.
    async fn lane(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::Webhooks).await;
            if let Err(error) = self.drain_lane(engine).await {
                tracing::error!(%error, "webhook delivery failed, will retry");
            }
        }
    }

    async fn drain_lane(&self, engine: &Engine) -> Result<(), Error> {
        loop {
            let now = engine.clock().now();
            let Some(job) = claim::take(&engine.store().db(), now).await? else { return Ok(()) };
            // There may be more.
            self.state.wake(Queue::Webhooks);
            self.do_one(engine, job).await?;
        }
    }

    async fn do_one(&self, engine: &Engine, mut job: Job) -> Result<(), Error> {
        let ctx = self.context(engine.cx(Caller::master()));
        if job.tells_too_much {
            keep_to_oneself(&ctx, &mut job).await?;
        }
        let turn = match ChatPreset::from_key(&job.preset) {
            Some(_) => Some(self.state.unconfirmed().turn().await),
            None => None,
        };
        let attempt = attempt(&ctx, &job, engine.clock().now()).await;
        let (job, attempt) = (&job, &attempt);
        let cx = engine.cx(Caller::master());
        let noted = cx.unit(|tx| {
            let ctx = self.context(tx);
            async move { conclude(&ctx, job, attempt).await }
        });
        let noted = noted.await;
        drop(turn);
        noted
    }

    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
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
