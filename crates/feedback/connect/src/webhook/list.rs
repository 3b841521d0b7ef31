//! Listing the webhooks.

use async_trait::async_trait;
use feedback_model::event::EventKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// The kinds of receivers: a program that verifies signatures, or a chat.
pub(super) const PRESETS: [&str; 4] = ["json", "discord", "slack", "telegram"];

/// Webhooks for administrators: all, or one.
pub(super) async fn shown(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        "select _touchstone.webhook_shown(w) from _touchstone.webhook w
        where $1::text is null or w.id = $1::text order by w.created_at, w.id limit 1000",
        [Bind::from(id)],
    );
    ctx.rows(&sql).await
}

/// The events that webhooks can subscribe to.
pub(super) fn events() -> impl Iterator<Item = &'static str> {
    EventKind::ALL.into_iter().filter(|kind| *kind != EventKind::TestPing).map(EventKind::key)
}

pub(super) struct WebhookList;

#[async_trait]
impl Query for WebhookList {
    const NAME: &'static str = "webhookList";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let events: Vec<&str> = events().collect();
        Ok(json!({ "rows": shown(ctx, None).await?, "events": events, "presets": PRESETS }))
    }
}
