//! Replacing a key: the old one works for one more day.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::create::{ApiKeyCreateResult, NewKey, create};
use super::scope::Scope;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// How long the old key still works.
const STILL_SECONDS: i64 = 86_400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ApiKeyId {
    pub(super) id: String,
}

#[derive(Serialize)]
pub(super) struct ApiKeyRollResult {
    #[serde(flatten)]
    created: ApiKeyCreateResult,
    previous: Json,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredApiKey {
    name: String,
    scopes: Vec<Scope>,
    /// In milliseconds.
    expires_at: Option<i64>,
    state: String,
}

pub(super) struct ApiKeyRoll;

#[async_trait]
impl Command for ApiKeyRoll {
    const NAME: &'static str = "apiKeyRoll";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = ApiKeyId;
    type Answer = AuditedReply<ApiKeyRollResult>;

    /// The new key acts for the caller.
    async fn run(ctx: &CommandContext, params: ApiKeyId) -> Result<Self::Answer, Error> {
        let known = known(ctx, &params.id).await?.ok_or_else(not_found)?;
        if !["live", "ownerless"].contains(&known.state.as_str()) {
            return Err(invalid(
                "API_KEY_ENDED",
                "This key has expired or was revoked. Create a new one.",
            ));
        }
        let ends_at = ctx.now().plus_seconds(STILL_SECONDS);
        let sql = Sql::fixed(
            "update _touchstone.api_key set ends_at = $2::timestamptz where id = $1::text",
            [Bind::from(&*params.id), ends_at.into()],
        );
        ctx.execute(&sql).await?;
        let expires_at = known.expires_at.map(Date::from_millis);
        let new = NewKey { name: &known.name, scopes: &known.scopes, expires_at };
        let created = create(ctx, &new).await?;
        let previous = json!({ "id": params.id, "endsAt": ends_at.iso() });
        let change = AuditChange {
            kind: "apiKey",
            id: params.id,
            label: known.name,
            before: json!({}),
            after: json!({ "endsAt": ends_at.iso(), "replacedBy": created.key["id"] }),
        };
        Ok(AuditedReply::new(ApiKeyRollResult { created, previous }, change))
    }
}

async fn known(ctx: &CommandContext, id: &str) -> Result<Option<StoredApiKey>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('name', k.name, 'scopes', k.scopes, 'expiresAt', _touchstone.in_millis(k.expires_at),
            'state', _touchstone.api_key_state(k, $2::timestamptz))
        from _touchstone.api_key k where k.id = $1::text for update of k",
        [Bind::from(id), ctx.now().into()],
    );
    ctx.row(&sql).await
}
