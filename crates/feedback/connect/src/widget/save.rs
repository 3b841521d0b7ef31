//! Adding and changing a key of pages.

use async_trait::async_trait;
use parse_engine::Error;
use parse_identity::id::random_text;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::list::shown;
use super::origin::parse_origin;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Number of keys.
const MOST: i64 = 20;
/// Origins of a key.
const MOST_ORIGINS: usize = 20;
/// Random characters of a key.
const RANDOM: usize = 32;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WidgetKeySaveParams {
    /// Omitted for a new key.
    id: Option<String>,
    name: String,
    origins: Vec<String>,
    is_on: bool,
    /// Whether pages record wallet calls.
    records: bool,
    /// Whether pages send reports without a sign-in.
    #[serde(default)]
    unsigned: bool,
}

pub(super) struct WidgetKeySave;

#[async_trait]
impl Command for WidgetKeySave {
    const NAME: &'static str = "widgetKeySave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WidgetKeySaveParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: WidgetKeySaveParams) -> Result<Self::Answer, Error> {
        let name = params.name.trim();
        if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
            return Err(invalid("WIDGET_NAME", "A key has a name of 1 to 60 characters."));
        }
        let mut origins: Vec<String> =
            params.origins.iter().map(|text| parse_origin(text)).collect::<Result<_, _>>()?;
        origins.sort();
        origins.dedup();
        if origins.is_empty() || origins.len() > MOST_ORIGINS {
            let sentence = format!("A key has 1 to {MOST_ORIGINS} origins.");
            return Err(invalid("WIDGET_ORIGINS", sentence));
        }
        let before = match &params.id {
            Some(id) => shown(ctx, Some(id)).await?.pop().ok_or_else(not_found)?,
            None => json!({}),
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        let sql = Sql::fixed(
            "insert into _touchstone.widget_key (id, key, name, origins, is_on, records, created_at, created_by, unsigned)
            select $1::text, $2::text, $3::text, $4::text[], $5::boolean, $6::boolean, $7::timestamptz, $8::text, $10::boolean
            where exists (select from _touchstone.widget_key where id = $1::text)
                or (select count(*) from _touchstone.widget_key) < $9::int8
            on conflict (id) do update set name = excluded.name, origins = excluded.origins, is_on = excluded.is_on,
                records = excluded.records, unsigned = excluded.unsigned",
            [
                Bind::from(&*id),
                format!("tsp_{}", random_text(RANDOM)).into(),
                name.into(),
                origins.into(),
                params.is_on.into(),
                params.records.into(),
                ctx.now().into(),
                ctx.member()?.id.as_str().into(),
                MOST.into(),
                params.unsigned.into(),
            ],
        );
        if ctx.execute(&sql).await? == 0 {
            let sentence = format!("At most {MOST} keys are allowed. Delete one first.");
            return Err(invalid("WIDGET_KEYS", sentence));
        }
        let after = shown(ctx, Some(&id)).await?.pop().ok_or_else(not_found)?;
        let label = name.to_owned();
        let change = AuditChange { kind: "widgetKey", id, label, before, after: after.clone() };
        Ok(AuditedReply::new(after, change))
    }
}
