//! How many requests and connections are served at once.

use super::definition::{Key, open};

const COUNT: &str = "a whole number, or -1 for no limit";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("max_in_flight", None, COUNT, "Requests that are served at once; 64 more wait, and the rest is answered with 503. Not set: 256 per core."),
    Key { product_default: Some("32"), ..open("max_in_flight_per_address", Some("-1"), COUNT, "Requests of one IPv4 address, or one /64 of IPv6, that are under way at once, including those whose body is still arriving; more are answered with 429. Requests from this machine are not counted.") },
    open("max_connections", Some("4096"), COUNT, "Connections at once."),
];
