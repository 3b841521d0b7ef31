//! Calls this server makes to addresses that others chose.

use super::definition::{Key, NETWORKS, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("outgoing_allowed_networks", None, NETWORKS, "Networks that webhooks and other outgoing calls may reach although they are private, by http and at any port too. Not set: none, or loopback in development."),
];
