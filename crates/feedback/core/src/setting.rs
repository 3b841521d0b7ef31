//! Programme settings, by key, with their history.
//!
//! Numbers that affect points are not settings. They belong to a rule set, which has versions and
//! is never backdated.

mod key;
mod policy;

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_engine::{Error, WhileDoing};
use parse_model::Json;
use parse_store::{Access, Db, Sql};
use serde::{Deserialize, Serialize};

pub use key::{KEYS, Key, ValueKind};

/// Who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessMode {
    /// All users.
    Open,
    /// Users with an invitation.
    Invite,
    /// Users with a listed wallet or an invitation.
    Wallets,
}

impl AccessMode {
    /// All modes.
    pub const ALL: [AccessMode; 3] = [AccessMode::Open, AccessMode::Invite, AccessMode::Wallets];

    /// Its name in settings.
    pub fn name(self) -> &'static str {
        match self {
            AccessMode::Open => "open",
            AccessMode::Invite => "invite",
            AccessMode::Wallets => "wallets",
        }
    }
}

/// The effective values: those set by administrators, and defaults for the rest.
#[derive(Debug, Clone)]
pub struct Settings(Arc<BTreeMap<String, Json>>);

impl Settings {
    /// Reads all settings, because one statement is cheaper than several. `access` is the mode
    /// while no administrator has decided.
    pub async fn read(db: &Db, access: AccessMode) -> Result<Settings, Error> {
        let sql = Sql::new(
            r#"select jsonb_build_object('key', "key", 'value', "value" -> 'is') from "Setting"
            union all select jsonb_build_object('key', 'network.any', 'value', exists (select from "Network" where "enabled"))
            union all select jsonb_build_object('key', 'policy.required', 'value', _touchstone.policies_required())"#,
        );
        let rows = db.documents(&sql, Access::Reads).await.while_doing("reading the settings")?;
        let mut values = BTreeMap::new();
        for row in rows {
            if let (Some(Json::String(key)), Some(value)) = (row.get("key"), row.get("value")) {
                values.insert(key.clone(), value.clone());
            }
        }
        values.entry("access.mode".to_owned()).or_insert_with(|| access.name().into());
        Ok(Settings(Arc::new(values)))
    }

    /// The value of a key. Null for an unknown key.
    pub fn value(&self, key: &str) -> Json {
        let default = || Key::named(key).map_or(Json::Null, Key::default);
        self.0.get(key).cloned().unwrap_or_else(default)
    }

    /// Whether an administrator has set a key.
    pub fn is_set(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The value of a key that holds text.
    pub fn text(&self, key: &str) -> String {
        self.value(key).as_str().unwrap_or_default().to_owned()
    }

    /// The value of a key that holds text, unless it is empty.
    pub fn filled_text(&self, key: &str) -> Option<String> {
        Some(self.text(key)).filter(|text| !text.is_empty())
    }

    /// Whether the programme is closed for changes.
    pub fn is_read_only(&self) -> bool {
        self.value("programme.readOnly") == Json::Bool(true)
    }

    /// Whether there is a network whose transactions are looked up. It is not a setting of
    /// administrators, but is read with them because nearly every decision needs it.
    pub(crate) fn has_network(&self) -> bool {
        self.0.get("network.any") == Some(&Json::Bool(true))
    }

    /// The pages that testers must have accepted: the lowest version of each kind, or null. They are
    /// not settings, but are read with them because every command of testers needs them.
    pub fn required_policies(&self) -> Json {
        self.0.get("policy.required").cloned().unwrap_or(Json::Null)
    }

    /// Who may create an account.
    pub fn access(&self) -> AccessMode {
        match self.value("access.mode").as_str() {
            Some("open") => AccessMode::Open,
            Some("wallets") => AccessMode::Wallets,
            _ => AccessMode::Invite,
        }
    }
}
