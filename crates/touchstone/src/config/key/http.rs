//! How much of HTTP is taken in, and for how long.

use super::definition::{Key, MILLISECONDS, open};

const COUNT: &str = "a whole number, or -1 for no limit";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("max_header_size", Some("16kb"), "a size such as 16kb, or -1 for no limit", "All headers of a request together; more is answered with 431."),
    open("max_uri_size", Some("8kb"), "a size such as 8kb, or -1 for no limit", "The address of a request; a longer one is answered with 414."),
    open("header_timeout", Some("10000"), MILLISECONDS, "How long the head of a request may take to arrive; the first one from the beginning of its connection."),
    open("keep_alive_timeout", Some("75000"), MILLISECONDS, "How long a connection is kept for the next request; longer than the proxy in front keeps it, or a request may meet the closing."),
    open("body_idle_timeout", Some("15000"), MILLISECONDS, "How long a body may pause; then the request is answered with 408."),
    open("body_timeout", Some("60000"), MILLISECONDS, "How long a body may take in all; files are not bound by this."),
    Key { product_default: Some("120000"), ..open("upload_timeout", Some("600000"), MILLISECONDS, "How long a file may take to arrive. One that comes slower than 80 kB in ten seconds is broken off before.") },
    Key { product_default: Some("15000"), ..open("handler_timeout", Some("0"), MILLISECONDS, "How long an answer may take; then it is 503, and a write that has begun is finished all the same.") },
    open("max_in_flight", None, COUNT, "Requests that are served at once; 64 more wait, and the rest is answered with 503. Not set: 256 per core."),
    Key { product_default: Some("32"), ..open("max_in_flight_per_address", Some("-1"), COUNT, "Requests of one IPv4 address, or one /64 of IPv6, that are under way at once, including those whose body is still arriving; more are answered with 429. Requests from this machine are not counted.") },
    open("max_connections", Some("4096"), COUNT, "Connections at once."),
    Key { product_default: Some("64"), ..open("max_connections_per_address", Some("-1"), COUNT, "Connections of one address at once. Trusted proxies and this machine are not counted.") },
    open("max_requests_per_connection", Some("1000"), COUNT, "Requests after which a connection is closed."),
];
