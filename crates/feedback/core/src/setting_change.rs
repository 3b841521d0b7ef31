//! Changing a setting and recording its history.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::command_context::CommandContext;
use crate::picture::Picture;
use crate::refused::invalid;
use crate::setting::{Key, ValueKind};
use crate::stored_picture;

/// A setting as it is stored.
#[derive(Debug, Clone, Deserialize)]
pub struct StoredSetting {
    /// How often it has been set.
    pub version: i64,
}

/// Reads the stored setting of a key and locks it until the transaction ends.
pub async fn lock(ctx: &CommandContext, key: &str) -> Result<Option<StoredSetting>, Error> {
    // A key that was never set has no row to lock.
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.setting'), hashtext($1::text))",
        [Bind::from(key)],
    );
    ctx.execute(&lock).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('version', "version")
        from "Setting" where "key" = $1::text"#,
        [Bind::from(key)],
    );
    ctx.row(&sql).await
}

/// Sets a key, inside a transaction, and records the value in the history.
pub async fn set(
    ctx: &CommandContext,
    name: &str,
    value: Json,
    note: Option<&str>,
    by: Option<&str>,
) -> Result<i64, Error> {
    let Some(key) = Key::named(name) else {
        return Err(invalid("SETTING_UNKNOWN", format!("There is no setting {name}.")));
    };
    let picture = match key.kind {
        ValueKind::Picture => Picture::sent(&value).ok(),
        _ => None,
    };
    let value = key.checked(value).map_err(|problem| invalid("SETTING_VALUE", problem))?;
    match picture {
        Some(picture) => stored_picture::store(ctx, &picture).await?,
        None => require_stored(ctx, key, &value).await?,
    }
    let version = lock(ctx, name).await?.map_or(1, |stored| stored.version + 1);
    let sql = Sql::fixed(
        r#"with kept as (
            insert into "SettingRevision" ("objectId", "createdAt", "updatedAt", "key", "value", "version", "by", "note", "_rperm", "_wperm")
            values ($1::text, $3::timestamptz, $3::timestamptz, $4::text, $5::jsonb, $6::int8, $7::text, $8::text, '{}', '{}'))
        insert into "Setting" ("objectId", "createdAt", "updatedAt", "key", "value", "version", "by", "_rperm", "_wperm")
        values ($2::text, $3::timestamptz, $3::timestamptz, $4::text, $5::jsonb, $6::int8, $7::text, '{}', '{}')
        on conflict ("key") do update set "value" = excluded."value", "version" = excluded."version",
            "by" = excluded."by", "updatedAt" = excluded."updatedAt""#,
        [
            Bind::from(ctx.new_id()),
            ctx.new_id().into(),
            ctx.now().into(),
            name.into(),
            json!({ "is": value }).into(),
            version.into(),
            by.into(),
            note.into(),
        ],
    );
    ctx.execute(&sql).await?;
    ctx.settings_changed();
    Ok(version)
}

/// Refuses the name of a picture that is not stored.
async fn require_stored(ctx: &CommandContext, key: &Key, value: &Json) -> Result<(), Error> {
    let name = match (key.kind, value.as_str()) {
        (ValueKind::Picture, Some(name)) if !name.is_empty() => name,
        _ => return Ok(()),
    };
    match stored_picture::read(ctx.cx().db(), name).await? {
        Some(_) => Ok(()),
        None => Err(invalid("SETTING_VALUE", format!("There is no picture {name}."))),
    }
}
