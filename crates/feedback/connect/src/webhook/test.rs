//! Testing a webhook: one message, sent now, and its outcome.

use async_trait::async_trait;
use integrations::Outcome;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::{Bind, Sql};
use serde_json::json;

use super::claim::{LEASE_SECONDS, WebhookJob};
use super::message::{new_id, ping};
use super::record_attempt::conclude_test;
use super::send::{Attempt, attempt};
use super::switch::{WebhookId, one};
use feedback_core::command::{Who, outside_call, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::event::EventKind;
use feedback_core::product_state::ProductState;
use feedback_core::refused::not_found;

/// The name of the function.
pub(super) const NAME: &str = "webhookTest";

pub(super) struct WebhookTest {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for WebhookTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<WebhookId>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let (ctx, asked): (_, WebhookId) = outside_call(cx, params, &self.state).await?;
        let webhook = one(&ctx, &asked.id).await?;
        let job = begin(&ctx, &webhook).await?;
        let attempt = attempt(&ctx, &job, cx.engine().clock().now()).await;
        conclude_test(&ctx, &job, &attempt).await?;
        Ok(Some(test_reply(&job, &attempt)))
    }
}

/// Inserts the delivery as already taken.
async fn begin(ctx: &CommandContext, webhook: &Json) -> Result<WebhookJob, Error> {
    let text = |key: &str| webhook[key].as_str().unwrap_or_default().to_owned();
    let event = format!("evt_{}", parse_identity::id::random_text(10));
    let message = ping(&event, &ctx.now().iso(), &text("name"));
    let sql = Sql::fixed(
        "insert into _touchstone.webhook_delivery as d
            (webhook, message_id, event, type, body, state, attempts, due_at, lease_until, created_at)
        values ($1::text, $2::text, $3::text, $4::text, $5::text, 'sending', 1, $6::timestamptz, $7::timestamptz, $6::timestamptz)
        returning _touchstone.webhook_job(d, (select w from _touchstone.webhook w where w.id = d.webhook), $6::timestamptz)",
        [
            Bind::from(text("id")),
            new_id().into(),
            event.into(),
            EventKind::TestPing.key().into(),
            message.body.into(),
            ctx.now().into(),
            ctx.now().plus_seconds(LEASE_SECONDS).into(),
        ],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

fn test_reply(job: &WebhookJob, attempt: &Attempt) -> Json {
    let detail = match (&attempt.outcome, attempt.status, &attempt.problem) {
        (Outcome::Delivered { .. }, ..) => None,
        (Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why), ..) => Some(why.clone()),
        (_, Some(status), _) => Some(format!("The receiver answered {status}.")),
        (_, None, problem) => problem.clone(),
    };
    json!({
        "ok": detail.is_none(), "status": attempt.status, "detail": detail, "delivery": job.id.to_string(),
        "ms": u64::try_from(attempt.took.as_millis()).unwrap_or(u64::MAX),
    })
}
