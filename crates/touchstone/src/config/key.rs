//! Every setting there is: one table, from which settings are read, explained and documented.

mod access;
mod account;
mod chain_data;
mod cloud;
mod database;
mod definition;
mod files;
mod http;
mod limits;
mod live;
mod log;
mod mail;
mod network;
mod objects;
mod outgoing;
mod outside;
mod people;
mod push;
mod rate;
mod start;
mod wallet;
mod watch;
mod web;

pub use definition::{Key, PREFIX, Secrecy};

/// The one variable that is no setting: it says where the settings file is.
pub const FILE_VARIABLE: &str = "TOUCHSTONE_CONFIG";

/// The setting of a name. The name must be in the table; a test reads every one.
pub(super) fn key(name: &str) -> &'static Key {
    keys().find(|key| key.name == name).unwrap_or_else(|| panic!("no setting is named {name}"))
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
    ("Blockchain data", chain_data::KEYS),
    ("Web app", web::KEYS),
    ("Cloud code", cloud::KEYS),
    ("Outgoing calls", outgoing::KEYS),
    ("Services outside", outside::KEYS),
    ("HTTP", http::KEYS),
    ("Limits", limits::KEYS),
    ("Live queries", live::KEYS),
    ("Files", files::KEYS),
    ("Push", push::KEYS),
    ("How often", rate::KEYS),
    ("Log", log::KEYS),
    ("Watching", watch::KEYS),
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
