//! Every setting there is: one table, from which settings are read, explained and documented.

mod access;
mod account;
mod chain_data;
mod cloud;
mod database;
mod definition;
mod files;
mod first;
mod http;
mod limits;
mod live;
mod log;
mod mail;
mod network;
mod objects;
mod other_names;
mod outgoing;
mod outside;
mod people;
mod push;
mod rate;
mod start;
mod wallet;
mod watch;
mod web;

pub(super) use definition::UNLIMITED;
pub use definition::{Key, PREFIX, Secrecy};
pub(super) use first::FIRST;
pub(super) use other_names::{FALLBACKS, RENAMED};

/// The variable that names the settings file. It is not a setting.
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
    ("Users and sessions", people::KEYS),
    ("Accounts", account::KEYS),
    ("Mail and pages", mail::KEYS),
    ("Wallets", wallet::KEYS),
    ("Blockchain data", chain_data::KEYS),
    ("Web app", web::KEYS),
    ("Cloud code", cloud::KEYS),
    ("Outgoing calls", outgoing::KEYS),
    ("External services", outside::KEYS),
    ("HTTP", http::KEYS),
    ("Limits", limits::KEYS),
    ("Live queries", live::KEYS),
    ("Files", files::KEYS),
    ("Push", push::KEYS),
    ("Rate limits", rate::KEYS),
    ("Log", log::KEYS),
    ("Metrics and traces", watch::KEYS),
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
    fn every_other_name_is_of_a_setting_and_no_setting_has_it() {
        for (old, new) in RENAMED {
            assert!(keys().any(|key| key.name == *new) && keys().all(|key| key.name != *old));
        }
        for fallback in FALLBACKS {
            assert!(keys().any(|key| key.name == fallback.key), "{}", fallback.variable);
        }
        let first: usize = FIRST.iter().map(|group| group.settings.len()).sum();
        assert_eq!(first, 14);
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
