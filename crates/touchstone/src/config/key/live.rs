//! Live queries: which classes, and how many sockets.

use super::definition::{Key, open};

const COUNT: &str = "a whole number, or -1 for no limit";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("live_query_class_names", None, "names of classes or patterns such as Game.*, separated by commas", "Classes whose changes subscribers are told of, beside those of the application. Each name is a pattern for the whole name."),
    open("live_query_max_sockets", Some("20000"), COUNT, "Websockets at once; more are answered with 503. They are not counted in `max_connections`, and each needs a file handle."),
];
