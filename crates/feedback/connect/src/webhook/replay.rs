//! Replays a delivery: the same id and body, a new time and signature.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::switch::change;
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_core::wakes::Queue;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookReplayParams {
    delivery: String,
}

#[derive(Deserialize)]
struct ReplayableDelivery {
    webhook: Json,
    state: String,
    is_on: bool,
}

pub(super) struct WebhookReplay;

#[async_trait]
impl Command for WebhookReplay {
    const NAME: &'static str = "webhookReplay";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WebhookReplayParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: WebhookReplayParams) -> Result<Self::Answer, Error> {
        let id: i64 = params.delivery.parse().map_err(|_| not_found())?;
        let known = known(ctx, id).await?.ok_or_else(not_found)?;
        if !known.is_on {
            return Err(invalid("WEBHOOK_OFF", "Switch the webhook on first."));
        }
        if known.state == "sending" {
            return Err(invalid(
                "WEBHOOK_BUSY",
                "This delivery is being sent. Try again in a moment.",
            ));
        }
        let sql = Sql::fixed(
            "update _touchstone.webhook_delivery d set state = 'waiting', attempts = 0, replays = d.replays + 1, due_at = $2::timestamptz,
                problem = null
            from _touchstone.webhook w where d.id = $1::int8 and w.id = d.webhook
            returning _touchstone.webhook_delivery_shown(d, w)",
            [Bind::from(id), ctx.now().into()],
        );
        let delivery: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
        ctx.wake_on_commit(Queue::Webhooks);
        let webhook = known.webhook["id"].as_str().unwrap_or_default();
        let told = json!({ "replayed": delivery["messageId"] });
        let change = change(webhook, &known.webhook, json!({}), told);
        Ok(AuditedReply::new(json!({ "delivery": delivery }), change))
    }
}

async fn known(ctx: &CommandContext, id: i64) -> Result<Option<ReplayableDelivery>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('webhook', jsonb_build_object('id', w.id, 'name', w.name), 'state', d.state, 'is_on', w.state = 'on')
        from _touchstone.webhook_delivery d join _touchstone.webhook w on w.id = d.webhook where d.id = $1::int8 for update of d",
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}
