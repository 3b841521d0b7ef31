//! Keys, and the addresses they may be used from.

use super::definition::{KEY, Key, NETWORKS, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("application_id", None, KEY, "Application id that clients send. Required, except in development."),
    secret("master_key", "Key that bypasses all permissions. Required, except in development."),
    secret("previous_master_key", "Previous master key, which is still accepted until every client has the new one."),
    open("master_key_ips", Some("127.0.0.1,::1"), NETWORKS, "Addresses that may use the master key. Others get 403."),
    secret("read_only_master_key", "Key that reads like the master key and cannot write."),
    Key { product_default: Some("127.0.0.1,::1"), ..open("read_only_master_key_ips", Some("0.0.0.0/0,::0"), NETWORKS, "Addresses that may use the read-only master key.") },
    secret("maintenance_key", "Key that reads and writes internal fields."),
    open("maintenance_key_ips", Some("127.0.0.1,::1"), NETWORKS, "Addresses that may use the maintenance key."),
    secret("client_key", "Client key. If any of the four client keys is set, a request must carry one of them."),
    secret("javascript_key", "Client key of web pages. See `client_key`."),
    secret("dot_net_key", "Client key of .NET clients. See `client_key`."),
    secret("rest_api_key", "Client key of plain HTTP clients. See `client_key`."),
];
