//! Creating a key.

use async_trait::async_trait;
use integrations::ApiKey;
use integrations::api_key::RANDOM;
use parse_engine::Error;
use parse_identity::id::random_text;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::list::shown;
use super::scope::Scope;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Valid keys at a time.
const MOST: i64 = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ApiKeyCreateParams {
    name: String,
    scopes: Vec<Scope>,
    expires_at: Option<String>,
}

#[derive(Serialize)]
pub(super) struct ApiKeyCreateResult {
    pub(super) key: Json,
    /// Shown once.
    pub(super) secret: String,
}

/// A key to create.
pub(super) struct NewKey<'a> {
    pub(super) name: &'a str,
    pub(super) scopes: &'a [Scope],
    pub(super) expires_at: Option<Date>,
}

pub(super) struct ApiKeyCreate;

#[async_trait]
impl Command for ApiKeyCreate {
    const NAME: &'static str = "apiKeyCreate";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = ApiKeyCreateParams;
    type Answer = AuditedReply<ApiKeyCreateResult>;

    async fn run(ctx: &CommandContext, params: ApiKeyCreateParams) -> Result<Self::Answer, Error> {
        let name = params.name.trim();
        if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
            return Err(invalid("API_KEY_NAME", "A key has a name of 1 to 60 characters."));
        }
        if params.scopes.is_empty() {
            return Err(invalid("API_KEY_SCOPES", "Choose what the key may be used for."));
        }
        let expires_at = params.expires_at.as_deref().map(|text| expiry(ctx, text)).transpose()?;
        let scopes: Vec<Scope> =
            Scope::ALL.into_iter().filter(|scope| params.scopes.contains(scope)).collect();
        let created = create(ctx, &NewKey { name, scopes: &scopes, expires_at }).await?;
        let change = AuditChange {
            kind: "apiKey",
            id: created.key["id"].as_str().unwrap_or_default().to_owned(),
            label: name.to_owned(),
            before: json!({}),
            after: created.key.clone(),
        };
        Ok(AuditedReply::new(created, change))
    }
}

fn expiry(ctx: &CommandContext, text: &str) -> Result<Date, Error> {
    let date = Date::parse(text).filter(|date| *date > ctx.now());
    date.ok_or_else(|| invalid("API_KEY_EXPIRY", "The expiry of a key must be in the future."))
}

/// Creates a key for the caller.
pub(super) async fn create(
    ctx: &CommandContext,
    new: &NewKey<'_>,
) -> Result<ApiKeyCreateResult, Error> {
    let made = ApiKey::new(&random_text(RANDOM)).ok_or_else(not_found)?;
    let id = ctx.new_id();
    let scopes: Vec<String> = new.scopes.iter().map(|scope| scope.key().to_owned()).collect();
    let sql = Sql::fixed(
        "insert into _touchstone.api_key (id, name, prefix, digest, scopes, created_at, created_by, expires_at)
        select $1::text, $2::text, $3::text, $4::text, $5::text[], $6::timestamptz, $7::text, $8::timestamptz
        where (select count(*) from _touchstone.api_key where revoked_at is null and ends_at is null) < $9::int8",
        [
            Bind::from(&*id),
            new.name.into(),
            made.shown().into(),
            made.digest().into(),
            scopes.into(),
            ctx.now().into(),
            ctx.member()?.id.as_str().into(),
            new.expires_at.into(),
            MOST.into(),
        ],
    );
    if ctx.execute(&sql).await? == 0 {
        return Err(invalid(
            "API_KEYS",
            format!("At most {MOST} keys are allowed. Revoke one first."),
        ));
    }
    let key = shown(ctx, Some(&id)).await?.pop().ok_or_else(not_found)?;
    Ok(ApiKeyCreateResult { key, secret: made.expose().to_owned() })
}
