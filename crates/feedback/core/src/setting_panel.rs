//! Functions for administrators to read and change settings.

use async_trait::async_trait;
use parse_engine::{Error, Extension, session};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::audit::{AuditChange, AuditedReply};
use crate::command::{Command, NoParams, Query, Who, command, query};
use crate::command_context::CommandContext;
use crate::product_state::ProductState;
use crate::refused::{invalid, not_found};
use crate::setting::{KEYS, Key};
use crate::setting_change::{lock, set};

/// Registers the functions.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<AllSettings>(extension, state);
    let extension = query::<SettingHistory>(extension, state);
    let extension = command::<SettingSet>(extension, state);
    command::<SettingRollback>(extension, state)
}

struct AllSettings;

#[async_trait]
impl Query for AllSettings {
    const NAME: &'static str = "settings";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let settings = ctx.settings().await?;
        let decided: Vec<Json> = ctx.rows(&Sql::new(DECIDED)).await?;
        let row = |key: &Key| {
            let of_key = |row: &&Json| row.get("key").and_then(Json::as_str) == Some(key.name);
            let stored = decided.iter().find(of_key);
            let part = |name: &str| stored.map_or(Json::Null, |row| row[name].clone());
            let version = stored.map_or(json!(0), |row| row["version"].clone());
            json!({
                "key": key.name, "value": settings.value(key.name), "default": key.default(),
                "kind": key.kind.name(), "help": key.help,
                "version": version, "by": part("by"), "at": part("at"),
            })
        };
        Ok(json!({ "rows": KEYS.iter().map(row).collect::<Vec<_>>() }))
    }
}

const DECIDED: &str = r#"select jsonb_build_object('key', s."key", 'version', s."version", 'at', _touchstone.iso(s."updatedAt"),
    'by', case when u."objectId" is not null then jsonb_build_object('id', u."objectId", 'username', u."username") end)
from "Setting" s left join "_User" u on u."objectId" = s."by""#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingHistoryParams {
    key: String,
}

struct SettingHistory;

#[async_trait]
impl Query for SettingHistory {
    const NAME: &'static str = "settingHistory";
    const WHO: Who = Who::Administrator;
    type Params = SettingHistoryParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: SettingHistoryParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('version', r."version", 'value', r."value" -> 'is', 'note', r."note",
                'at', _touchstone.iso(r."createdAt"),
                'by', case when u."objectId" is not null then jsonb_build_object('id', u."objectId", 'username', u."username") end)
            from "SettingRevision" r left join "_User" u on u."objectId" = r."by"
            where r."key" = $1::text order by r."version" desc limit 200"#,
            [Bind::from(params.key)],
        );
        Ok(json!({ "rows": ctx.rows::<Json>(&sql).await? }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingSetParams {
    key: String,
    value: Json,
    note: Option<String>,
    version: i64,
}

struct SettingSet;

#[async_trait]
impl Command for SettingSet {
    const NAME: &'static str = "settingSet";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = SettingSetParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: SettingSetParams) -> Result<Self::Answer, Error> {
        let SettingSetParams { key, value, note, version } = params;
        if lock(ctx, &key).await?.map_or(0, |stored| stored.version) != version {
            return Err(invalid(
                "SETTING_MOVED_ON",
                "The version you sent is not the current one. Load the setting again.",
            ));
        }
        change(ctx, &key, value, note.as_deref()).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingRollbackParams {
    key: String,
    version: i64,
}

struct SettingRollback;

#[async_trait]
impl Command for SettingRollback {
    const NAME: &'static str = "settingRollback";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = SettingRollbackParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: SettingRollbackParams,
    ) -> Result<Self::Answer, Error> {
        let sql = Sql::fixed(
            r#"select "value" -> 'is' from "SettingRevision"
            where "key" = $1::text and "version" = $2::int8"#,
            [Bind::from(&*params.key), params.version.into()],
        );
        let value: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let note = format!("back to version {}", params.version);
        change(ctx, &params.key, value, Some(&note)).await
    }
}

async fn change(
    ctx: &CommandContext,
    key: &str,
    value: Json,
    note: Option<&str>,
) -> Result<AuditedReply<Json>, Error> {
    if Key::named(key).is_some_and(Key::is_guarded) {
        session::require_fresh(ctx.cx())?;
    }
    let before = ctx.settings().await?.value(key);
    let by = ctx.member()?.id.clone();
    let version = set(ctx, key, value, note, Some(&by)).await?;
    let after = ctx.settings().await?.value(key);
    let change = AuditChange {
        kind: "setting",
        id: key.to_owned(),
        label: key.to_owned(),
        before: json!({ "is": before }),
        after: json!({ "is": after }),
    };
    let reply = json!({ "key": key, "value": after, "version": version, "at": ctx.now().iso() });
    Ok(AuditedReply::new(reply, change))
}
