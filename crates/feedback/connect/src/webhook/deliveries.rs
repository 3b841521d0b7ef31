//! The log of webhook deliveries.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Rows per page.
const PAGE: usize = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookDeliveriesParams {
    webhook: Option<String>,
    /// `waiting`, `failed`, `sending`, `sent`, `unsure` or `dead`. Default: all.
    state: Option<String>,
    /// The last row of the previous page.
    cursor: Option<String>,
}

pub(super) struct WebhookDeliveries;

#[async_trait]
impl Query for WebhookDeliveries {
    const NAME: &'static str = "webhookDeliveries";
    const WHO: Who = Who::Administrator;
    type Params = WebhookDeliveriesParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, asked: WebhookDeliveriesParams) -> Result<Json, Error> {
        let before: Option<i64> = match asked.cursor.as_deref().map(str::parse) {
            Some(Ok(before)) => Some(before),
            Some(Err(_)) => {
                return Err(invalid(
                    "PARAMS",
                    "invalid cursor: send the cursor of the previous page",
                ));
            }
            None => None,
        };
        // One more row shows whether there is another page.
        let limit = i64::try_from(PAGE + 1).unwrap_or(i64::MAX);
        let sql = Sql::fixed(
            "select _touchstone.webhook_delivery_shown(d, w)
            from _touchstone.webhook_delivery d join _touchstone.webhook w on w.id = d.webhook
            where ($1::text is null or d.webhook = $1::text) and ($2::int8 is null or d.id < $2::int8)
                and ($3::text is null or $3::text = case when d.state = 'waiting' and d.attempts > 0 then 'failed' else d.state end)
            order by d.id desc limit $4::int8",
            [
                Bind::from(asked.webhook.as_deref()),
                before.into(),
                asked.state.as_deref().into(),
                limit.into(),
            ],
        );
        let mut rows: Vec<Json> = ctx.rows(&sql).await?;
        let has_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let next = rows.last().filter(|_| has_more).map(|last| last["id"].clone());
        Ok(json!({ "rows": rows, "next": next }))
    }
}
