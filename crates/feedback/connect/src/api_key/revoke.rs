//! Revoking a key immediately.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::list::shown;
use super::roll::ApiKeyId;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

pub(super) struct ApiKeyRevoke;

#[async_trait]
impl Command for ApiKeyRevoke {
    const NAME: &'static str = "apiKeyRevoke";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = ApiKeyId;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: ApiKeyId) -> Result<Self::Answer, Error> {
        let before = shown(ctx, Some(&params.id)).await?.pop().ok_or_else(not_found)?;
        let sql = Sql::fixed(
            "update _touchstone.api_key set revoked_at = coalesce(revoked_at, $2::timestamptz) where id = $1::text",
            [Bind::from(&*params.id), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        let after = shown(ctx, Some(&params.id)).await?.pop().ok_or_else(not_found)?;
        let label = before["name"].as_str().unwrap_or_default().to_owned();
        let change = AuditChange { kind: "apiKey", id: params.id, label, before, after };
        Ok(AuditedReply::new(json!({}), change))
    }
}
