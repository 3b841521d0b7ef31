//! What administrators decide about the programme, by key, with its history.
//!
//! Whatever touches points is no setting: it is part of a rule set, which has versions of its own and
//! is never backdated.

mod key;
mod panel;

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_engine::{Error, Extension, WhileDoing};
use parse_model::Json;
use parse_store::{Access, Bind, Db, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::administrator_turns::AdministratorTurns;
use crate::boards::Boards;
use crate::desk::Desk;
use crate::issue::Lists;
use crate::refused::invalid;
use crate::standings::Tops;

pub(crate) use key::{KEYS, Key};

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessMode {
    /// Anybody.
    Open,
    /// Whoever has an invitation.
    Invite,
}

impl AccessMode {
    /// Its name in settings.
    pub fn name(self) -> &'static str {
        match self {
            AccessMode::Open => "open",
            AccessMode::Invite => "invite",
        }
    }
}

/// The way to the settings.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    /// The operator's word, where no administrator has spoken.
    access: AccessMode,
    boards: Option<Arc<dyn Boards>>,
    lists: Arc<Lists>,
    tops: Arc<Tops>,
    turns: AdministratorTurns,
}

impl Settings {
    pub(crate) fn new(access: AccessMode, boards: Option<Arc<dyn Boards>>) -> Settings {
        let (lists, tops, turns) = (Arc::default(), Arc::default(), AdministratorTurns::default());
        Settings { access, boards, lists, tops, turns }
    }

    /// The turns that commands of administrators take.
    pub(crate) fn turns(&self) -> &AdministratorTurns {
        &self.turns
    }

    /// Where the order of seasons is kept beside the database, if it is.
    pub(crate) fn boards(&self) -> Option<&dyn Boards> {
        self.boards.as_deref()
    }

    /// What lists of issues found a moment ago.
    pub(crate) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// What pages of ranks showed a moment ago.
    pub(crate) fn tops(&self) -> &Tops {
        &self.tops
    }

    /// Invalidates what was found a moment ago, because a command has changed it.
    pub(crate) fn invalidate_lists(&self) {
        self.lists.invalidate();
        self.tops.invalidate();
    }

    /// Reads all of them: there are few, and one statement is cheaper than several.
    pub(crate) async fn read(&self, db: &Db) -> Result<Chosen, Error> {
        let sql = Sql::new(
            r#"select jsonb_build_object('key', "key", 'value', "value" -> 'is') from "Setting""#,
        );
        let rows = db.documents(&sql, Access::Reads).await.while_doing("reading the settings")?;
        let mut values = BTreeMap::new();
        for row in rows {
            if let (Some(Json::String(key)), Some(value)) = (row.get("key"), row.get("value")) {
                values.insert(key.clone(), value.clone());
            }
        }
        values.entry("access.mode".to_owned()).or_insert_with(|| self.access.name().into());
        Ok(Chosen(Arc::new(values)))
    }
}

/// What holds: what was decided, and the defaults of the rest.
#[derive(Debug, Clone)]
pub(crate) struct Chosen(Arc<BTreeMap<String, Json>>);

impl Chosen {
    /// The value of a key; a key that does not exist is null.
    pub(crate) fn value(&self, key: &str) -> Json {
        let default = || Key::named(key).map_or(Json::Null, Key::default);
        self.0.get(key).cloned().unwrap_or_else(default)
    }

    /// The value of a key that holds text.
    pub(crate) fn text(&self, key: &str) -> String {
        self.value(key).as_str().unwrap_or_default().to_owned()
    }

    /// Whether the programme takes no changes.
    pub(crate) fn is_read_only(&self) -> bool {
        self.value("programme.readOnly") == Json::Bool(true)
    }

    /// Who may make an account.
    pub(crate) fn access(&self) -> AccessMode {
        match self.value("access.mode").as_str() {
            Some("open") => AccessMode::Open,
            _ => AccessMode::Invite,
        }
    }
}

/// A setting as it is stored.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Stored {
    pub(crate) version: i64,
}

/// The stored setting of a key, held until the transaction ends.
pub(crate) async fn held(desk: &Desk, key: &str) -> Result<Option<Stored>, Error> {
    // A key that was never set has no row to hold.
    let lock = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.setting'), hashtext($1::text))",
        [Bind::from(key)],
    );
    desk.execute(&lock).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('version', "version")
        from "Setting" where "key" = $1::text"#,
        [Bind::from(key)],
    );
    desk.row(&sql).await
}

/// Sets a key, inside a transaction, and keeps what it was set to.
pub(crate) async fn set(
    desk: &Desk,
    name: &str,
    value: Json,
    note: Option<&str>,
    by: Option<&str>,
) -> Result<i64, Error> {
    let Some(key) = Key::named(name) else {
        return Err(invalid("SETTING_UNKNOWN", format!("There is no setting {name}.")));
    };
    let value = key.checked(value).map_err(|problem| invalid("SETTING_VALUE", problem))?;
    let version = held(desk, name).await?.map_or(1, |stored| stored.version + 1);
    let sql = Sql::fixed(
        r#"with kept as (
            insert into "SettingRevision" ("objectId", "createdAt", "updatedAt", "key", "value", "version", "by", "note", "_rperm", "_wperm")
            values ($1::text, $3::timestamptz, $3::timestamptz, $4::text, $5::jsonb, $6::int8, $7::text, $8::text, '{}', '{}'))
        insert into "Setting" ("objectId", "createdAt", "updatedAt", "key", "value", "version", "by", "_rperm", "_wperm")
        values ($2::text, $3::timestamptz, $3::timestamptz, $4::text, $5::jsonb, $6::int8, $7::text, '{}', '{}')
        on conflict ("key") do update set "value" = excluded."value", "version" = excluded."version",
            "by" = excluded."by", "updatedAt" = excluded."updatedAt""#,
        [
            Bind::from(desk.new_id()),
            desk.new_id().into(),
            desk.now().into(),
            name.into(),
            json!({ "is": value }).into(),
            version.into(),
            by.into(),
            note.into(),
        ],
    );
    desk.execute(&sql).await?;
    desk.settings_changed();
    Ok(version)
}

pub(crate) fn bring(extension: Extension, settings: &Settings) -> Extension {
    panel::bring(extension, settings)
}
