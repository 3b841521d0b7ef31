//! Live queries: which classes, and how many sockets.

use super::definition::{COUNT, Key, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("live_query_class_names", None, "names of classes or patterns such as Game.*, separated by commas", "Classes with live queries, in addition to those of the application. A pattern matches the whole name."),
    with_unlimited(open("live_query_max_sockets", Some("20000"), COUNT, "Number of websockets at once. Others get 503. They do not count towards `max_connections`, and each needs a file descriptor."), "-1"),
];
