//! Calls of this server to addresses that others chose.

use super::definition::{Key, NETWORKS, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("outgoing_allowed_networks", None, NETWORKS, "Private networks that webhooks and other outgoing calls may reach, also over http and on any port. Default: none, or loopback in development."),
];
