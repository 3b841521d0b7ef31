//! Deleting a key of pages, with the tokens that were issued for it.

use async_trait::async_trait;
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetKeyId {
    id: String,
}

pub(super) struct WidgetKeyDelete;

#[async_trait]
impl Command for WidgetKeyDelete {
    const NAME: &'static str = "widgetKeyDelete";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WidgetKeyId;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: WidgetKeyId) -> Result<Self::Answer, Error> {
        let before = shown(ctx, Some(&params.id)).await?.pop().ok_or_else(not_found)?;
        let sql = Sql::fixed(
            "delete from _touchstone.widget_key where id = $1::text",
            [Bind::from(&*params.id)],
        );
        ctx.execute(&sql).await?;
        let label = before["name"].as_str().unwrap_or_default().to_owned();
        let change =
            AuditChange { kind: "widgetKey", id: params.id, label, before, after: json!({}) };
        Ok(AuditedReply::new(json!({}), change))
    }
}
