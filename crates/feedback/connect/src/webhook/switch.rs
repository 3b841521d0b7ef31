//! Enabling a webhook, and removing one.

use async_trait::async_trait;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::list::shown;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_core::wakes::Queue;
use feedback_notify::notification::resolve_waiting;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookId {
    pub(super) id: String,
}

/// A webhook, or a refusal if it does not exist.
pub(super) async fn one(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    shown(ctx, Some(id)).await?.pop().ok_or_else(not_found)
}

/// The change of a webhook for the audit log.
pub(super) fn change(id: &str, webhook: &Json, before: Json, after: Json) -> AuditChange {
    let label = webhook["name"].as_str().unwrap_or_default().to_owned();
    AuditChange { kind: "webhook", id: id.to_owned(), label, before, after }
}

pub(super) struct WebhookEnable;

#[async_trait]
impl Command for WebhookEnable {
    const NAME: &'static str = "webhookEnable";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WebhookId;
    type Answer = AuditedReply<Json>;

    /// It starts again without failures, and sends its waiting deliveries.
    async fn run(ctx: &CommandContext, params: WebhookId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?;
        let sql = Sql::fixed(
            "update _touchstone.webhook set state = 'on', failures = 0, rests_until = null, disabled_why = null
            where id = $1::text",
            [Bind::from(&*params.id)],
        );
        ctx.execute(&sql).await?;
        resolve_waiting(ctx, NotificationKind::AdminWebhook, &params.id).await?;
        ctx.wake_on_commit(Queue::Webhooks);
        let after = one(ctx, &params.id).await?;
        let change = change(&params.id, &before, before.clone(), after.clone());
        Ok(AuditedReply::new(json!({ "webhook": after }), change))
    }
}

pub(super) struct WebhookRemove;

#[async_trait]
impl Command for WebhookRemove {
    const NAME: &'static str = "webhookRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WebhookId;
    type Answer = AuditedReply<Json>;

    /// Also removes its deliveries.
    async fn run(ctx: &CommandContext, params: WebhookId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?;
        let sql = Sql::fixed(
            "delete from _touchstone.webhook where id = $1::text",
            [Bind::from(&*params.id)],
        );
        ctx.execute(&sql).await?;
        let change = change(&params.id, &before, before.clone(), json!({}));
        Ok(AuditedReply::new(json!({}), change))
    }
}
