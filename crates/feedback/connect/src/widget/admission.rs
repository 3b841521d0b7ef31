//! Which pages may ask.

use std::sync::Arc;

use parse_engine::{Cx, Error};
use parse_identity::Audience;
use parse_model::Code;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use feedback_core::refused::{keyed, not_found};
use feedback_core::table::{execute, rows};

/// How often the use of a key is noted.
const NOTED_SECONDS: i64 = 3_600;

/// A page that named a valid key, from one of its origins.
#[derive(Debug, Clone)]
pub struct AdmittedPage {
    /// The id of the key.
    pub key: String,
    /// The page to which signatures for it are bound.
    pub audience: Arc<Audience>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredKey {
    id: String,
    origins: Vec<String>,
    is_on: bool,
    is_noted: bool,
}

/// Admits a page by the key that it names and the origin that its browser sends. `app_url` is the
/// address of the app.
pub async fn admit_page(
    cx: &Cx,
    key: &str,
    origin: Option<&str>,
    app_url: &str,
) -> Result<AdmittedPage, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', id, 'origins', origins, 'isOn', is_on,
            'isNoted', coalesce(last_used_at > $2::timestamptz and last_origin = $3::text, false))
        from _touchstone.widget_key where key = $1::text",
        [
            Bind::from(key),
            cx.now().plus_seconds(-NOTED_SECONDS).into(),
            origin.unwrap_or_default().into(),
        ],
    );
    let stored = rows::<StoredKey>(cx.db(), &sql, Access::Reads).await?.pop();
    let stored = stored.filter(|stored| stored.is_on).ok_or_else(|| {
        let sentence = "This key is unknown or off. See Settings, Widget.";
        keyed(Code::INVALID_SESSION_TOKEN, "WIDGET_KEY", sentence)
    })?;
    let origin = origin.unwrap_or("A request without an origin");
    if !stored.origins.iter().any(|listed| listed == origin) {
        let sentence = format!("{origin} is not an origin of this key. See Settings, Widget.");
        return Err(keyed(Code::OPERATION_FORBIDDEN, "WIDGET_ORIGIN", sentence));
    }
    if !stored.is_noted {
        note_use(cx, &stored.id, origin).await?;
    }
    let audience = Audience {
        id: format!("widget-{}", stored.id),
        origin: origin.to_owned(),
        statement: format!(
            "Report problems to {} as this wallet. This gives no access to an account and moves no funds.",
            printed(host(app_url))
        ),
        resource: format!("{app_url}/widget"),
    };
    Ok(AdmittedPage { key: stored.id, audience: Arc::new(audience) })
}

async fn note_use(cx: &Cx, id: &str, origin: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.widget_key set last_used_at = $2::timestamptz, last_origin = $3::text where id = $1::text",
        [Bind::from(id), cx.now().into(), origin.into()],
    );
    execute(cx.db(), &sql).await.map(drop)
}

/// The host of an address.
fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

/// Wallets show printed ASCII in one line.
fn printed(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' }).collect()
}

/// The page of a request. Functions for pages do not exist for other callers.
pub(super) fn audience(cx: &Cx) -> Result<&Audience, Error> {
    cx.caller().audience.as_deref().ok_or_else(not_found)
}

/// The id of the key of the page.
pub(super) fn key_id(cx: &Cx) -> Result<&str, Error> {
    audience(cx)?.id.strip_prefix("widget-").ok_or_else(not_found)
}
