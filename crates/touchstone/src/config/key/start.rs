//! The profile, and development.

use super::definition::{FLAG, Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("profile", Some("product"), "product or parse", "Which defaults hold: those of the feedback product, or those of Parse Server 9.10 for an existing Parse app."),
    open("production", Some("false"), FLAG, "Strangers call: a server whose settings are not safe does not start, and says what to change. Otherwise it only tells of them."),
    open("migrate_on_start", Some("true"), FLAG, "A server that starts brings the database to its own version. Otherwise it does not start on an older one, and `touchstone migrate` does it."),
    open("dev", Some("false"), FLAG, "Development: a missing application id becomes `touchstone-dev`, a missing master key is made up and printed once. The same as `serve --dev`."),
];
