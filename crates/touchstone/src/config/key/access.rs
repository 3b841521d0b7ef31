//! Keys, and from where they count.

use super::definition::{KEY, Key, NETWORKS, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("application_id", None, KEY, "The application id clients send. Required, except in development."),
    secret("master_key", "The key that is bound by no permission. Required, except in development."),
    secret("previous_master_key", "A master key that still counts, until every client has the new one."),
    open("master_key_ips", Some("127.0.0.1,::1"), NETWORKS, "From where the master key counts; from elsewhere it is answered with 403."),
    secret("read_only_master_key", "Reads like the master key and writes nothing."),
    Key { product_default: Some("127.0.0.1,::1"), ..open("read_only_master_key_ips", Some("0.0.0.0/0,::0"), NETWORKS, "From where the read-only master key counts.") },
    secret("maintenance_key", "Reads and writes internal fields."),
    open("maintenance_key_ips", Some("127.0.0.1,::1"), NETWORKS, "From where the maintenance key counts."),
    secret("client_key", "Client keys: if any of the four is set, a request must carry one that fits."),
    secret("javascript_key", "The client key of web pages; see `client_key`."),
    secret("dot_net_key", "The client key of .NET clients; see `client_key`."),
    secret("rest_api_key", "The client key of plain HTTP clients; see `client_key`."),
];
