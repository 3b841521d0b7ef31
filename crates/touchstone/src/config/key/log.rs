//! The log.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("log", Some("info"), "a tracing filter such as info or parse_http=debug,warn", "Log filter. SIGHUP makes the server read it again from the file."),
    open("log_format", Some("auto"), "auto, text or json", "Log format. `auto`: text on a terminal, otherwise JSON."),
];
