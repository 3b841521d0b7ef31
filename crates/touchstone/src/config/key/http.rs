//! How many requests and connections are served at once.

use super::definition::{COUNT, Key, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    with_unlimited(open("max_in_flight", None, COUNT, "Number of requests served at once. 64 more wait, and others get 503. Default: 256 per core."), "-1"),
    with_unlimited(Key { product_default: Some("32"), ..open("max_in_flight_per_address", Some("-1"), COUNT, "Number of requests of one IPv4 address, or one /64 of IPv6, at once, including those whose body is still arriving. Others get 429. Requests from this machine are not counted.") }, "-1"),
    with_unlimited(open("max_connections", Some("4096"), COUNT, "Number of connections at once."), "-1"),
];
