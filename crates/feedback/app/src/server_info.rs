//! Information about the running server, for administrators.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::Sql;
use serde_json::json;

use crate::invariant;
use feedback_core::command::{NoParams, Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<ServerInfo>(extension, state)
}

struct ServerInfo;

#[async_trait]
impl Query for ServerInfo {
    const NAME: &'static str = "about";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let facts: Json = ctx.row(&Sql::new(FACTS)).await?.unwrap_or_default();
        Ok(json!({
            "version": env!("CARGO_PKG_VERSION"),
            "licence": "Apache-2.0",
            "database": { "ok": true, "version": facts["version"] },
            "invariants": invariant::last(ctx).await?,
            "counts": facts["counts"],
        }))
    }
}

const FACTS: &str = r#"select jsonb_build_object('version', current_setting('server_version'),
    'counts', jsonb_build_object(
        'testers', (select count(*) from "_User" where not coalesce("isAdmin", false) and "status" <> 'deleted'),
        'issues', (select count(*) from "Issue"),
        'entries', (select count(*) from "PointsEntry")))"#;
