//! Every setting there is: one table, from which settings are read, explained and documented.

mod access;
mod account;
mod cloud;
mod database;
mod files;
mod http;
mod limits;
mod log;
mod mail;
mod network;
mod objects;
mod outgoing;
mod people;
mod push;
mod rate;
mod start;
mod wallet;
mod web;

/// One setting.
#[derive(Debug)]
pub struct Key {
    /// As it stands in the file; the environment variable is [`Key::variable`].
    pub name: &'static str,
    /// Its value in the profile `parse`, written as in the environment; nothing means not set.
    pub default: Option<&'static str>,
    /// Its value in the profile `product`, where that differs.
    pub product_default: Option<&'static str>,
    /// What a value must look like.
    pub expects: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// How much of its value may be shown.
    pub secrecy: Secrecy,
}

/// How much of a value may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// All of it.
    Open,
    /// All but the password in the address.
    Address,
    /// Nothing.
    Secret,
}

impl Key {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}", self.name.to_ascii_uppercase())
    }

    /// The default in a profile.
    pub fn default_in(&self, is_product: bool) -> Option<&'static str> {
        if is_product { self.product_default.or(self.default) } else { self.default }
    }
}

/// What all environment variables of this server begin with.
pub const PREFIX: &str = "TOUCHSTONE_";

/// The one variable that is no setting: it says where the settings file is.
pub const FILE_VARIABLE: &str = "TOUCHSTONE_CONFIG";

/// The setting of a name. The name must be in the table; a test reads every one.
pub(super) fn key(name: &str) -> &'static Key {
    keys().find(|key| key.name == name).unwrap_or_else(|| panic!("no setting is named {name}"))
}

const MILLISECONDS: &str = "milliseconds, at most a day; 0 for no limit";
const FLAG: &str = "true or false";
const KEY: &str = "text without blanks at either end";
const NETWORKS: &str = "addresses or networks such as 10.0.0.0/8, separated by commas";

const fn open(
    name: &'static str,
    default: Option<&'static str>,
    expects: &'static str,
    meaning: &'static str,
) -> Key {
    Key { name, default, product_default: None, expects, meaning, secrecy: Secrecy::Open }
}

const fn secret(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: KEY,
        meaning,
        secrecy: Secrecy::Secret,
    }
}

const fn database(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: "an address such as postgres://user:password@host:5432/database",
        meaning,
        secrecy: Secrecy::Address,
    }
}

/// The settings, in the order in which they are explained: a heading, and what stands below it.
pub const GROUPS: &[(&str, &[Key])] = &[
    ("Start", start::KEYS),
    ("Network", network::KEYS),
    ("Database", database::KEYS),
    ("Keys", access::KEYS),
    ("Objects", objects::KEYS),
    ("People", people::KEYS),
    ("Accounts", account::KEYS),
    ("Mail and pages", mail::KEYS),
    ("Wallets", wallet::KEYS),
    ("Web app", web::KEYS),
    ("Cloud code", cloud::KEYS),
    ("Outgoing calls", outgoing::KEYS),
    ("HTTP", http::KEYS),
    ("Limits", limits::KEYS),
    ("Files", files::KEYS),
    ("Push", push::KEYS),
    ("How often", rate::KEYS),
    ("Log", log::KEYS),
];

/// All settings, in the same order.
pub fn keys() -> impl Iterator<Item = &'static Key> {
    GROUPS.iter().flat_map(|(_, keys)| keys.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_setting_stands_in_the_table_once() {
        let names: BTreeSet<&str> = keys().map(|key| key.name).collect();
        assert_eq!(names.len(), keys().count());
        assert!(keys().all(|key| key.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')));
    }

    #[test]
    fn every_meaning_is_a_sentence() {
        for key in keys() {
            assert!(key.meaning.ends_with('.'), "{}", key.name);
        }
    }

    #[test]
    fn the_variable_of_a_setting_carries_the_prefix() {
        assert_eq!(key("mount_path").variable(), "TOUCHSTONE_MOUNT_PATH");
    }
}
