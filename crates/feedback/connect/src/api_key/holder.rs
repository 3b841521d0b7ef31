//! The holder of a key and its scopes, checked at every request.

use integrations::ApiKey;
use parse_engine::{Cx, Error};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::scope::Scope;
use feedback_core::table::{execute, rows};

/// The holder of a valid key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeyHolder {
    /// The id of the key.
    pub key: String,
    /// The administrator it acts for.
    pub user: String,
    /// The scopes.
    pub scopes: Vec<Scope>,
    /// The day on which it was last used.
    last_used_on: Option<String>,
}

/// The holder of a key. `None` if the key is unknown, revoked or expired, or if its holder is no
/// longer an administrator. Callers cannot tell these apart.
pub async fn holder(cx: &Cx, key: &ApiKey) -> Result<Option<KeyHolder>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('key', k.id, 'user', k.created_by, 'scopes', k.scopes, 'lastUsedOn', k.last_used_on)
        from _touchstone.api_key k
        where k.digest = $1::text and _touchstone.api_key_state(k, $2::timestamptz) in ('live', 'ending')",
        [Bind::from(key.digest()), cx.now().into()],
    );
    let Some(holder) = rows::<KeyHolder>(cx.db(), &sql, Access::Reads).await?.pop() else {
        return Ok(None);
    };
    let today = cx.now().iso();
    if holder.last_used_on.as_deref() != today.get(..10) {
        let sql = Sql::fixed(
            "update _touchstone.api_key set last_used_on = ($2::timestamptz at time zone 'UTC')::date where id = $1::text",
            [Bind::from(&*holder.key), cx.now().into()],
        );
        execute(cx.db(), &sql).await?;
    }
    Ok(Some(holder))
}
