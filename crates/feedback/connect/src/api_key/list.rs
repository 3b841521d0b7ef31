//! Listing the keys.

use async_trait::async_trait;
use integrations::api_key::PATTERN;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::scope::Scope;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// Keys as administrators see them: all, or one. Valid ones come first.
pub(super) async fn shown(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        "select _touchstone.api_key_shown(k, $2::timestamptz) from _touchstone.api_key k
        where $1::text is null or k.id = $1::text
        order by _touchstone.api_key_state(k, $2::timestamptz) in ('live', 'ending') desc, k.created_at desc, k.id limit 500",
        [Bind::from(id), ctx.now().into()],
    );
    ctx.rows(&sql).await
}

pub(super) struct ApiKeyList;

#[async_trait]
impl Query for ApiKeyList {
    const NAME: &'static str = "apiKeyList";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let rows = shown(ctx, None).await?;
        Ok(json!({ "rows": rows, "scopes": Scope::ALL.map(Scope::key), "pattern": PATTERN }))
    }
}
