//! Live queries: which classes, and how many sockets.

use super::definition::{Key, open};

const COUNT: &str = "a whole number, or -1 for no limit";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("live_query_class_names", None, "names of classes or patterns such as Game.*, separated by commas", "Classes whose changes subscribers are told of, beside those of the application. Each name is a pattern for the whole name."),
    open("live_query_max_sockets", Some("20000"), COUNT, "Websockets at once; more are answered with 503. They are not counted in `max_connections`, and each needs a file handle."),
    Key { product_default: Some("20"), ..open("live_query_max_sockets_per_address", Some("-1"), COUNT, "Websockets of one address at once, of IPv6 of one /64; more are answered with 429. This machine is not counted.") },
    Key { product_default: Some("10"), ..open("live_query_max_sockets_per_user", Some("-1"), COUNT, "Websockets of one user at once; more are closed with 1008.") },
    open("live_query_max_subscriptions", Some("50"), "a whole number from 1 to 10000", "Subscriptions of one websocket."),
    open("live_query_ping_interval", Some("10000"), "milliseconds from 100 to 3600000", "How often a websocket is pinged that is sent nothing. One that leaves two pings unanswered is ended."),
    open("live_query_send_buffer", Some("16kb"), "a size from 4kb to 4mb", "How much the kernel keeps for a reader that does not read, about doubled. 64 kB more are kept by the server, 1 MiB for a second; then the websocket is closed with 1013."),
];
