//! The profile, and development.

use super::definition::{FLAG, Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("profile", Some("product"), "product or parse", "Set of defaults. `product`: the feedback product. `parse`: an existing Parse app, with the defaults of Parse Server 9.10."),
    open("production", Some("false"), FLAG, "Refuse to start with unsafe settings. Otherwise the server starts and warns of them."),
    open("migrate_on_start", Some("true"), FLAG, "Apply pending migrations at the start. Otherwise a server with pending migrations does not start until `touchstone migrate` has run."),
    open("dev", Some("false"), FLAG, "Development mode, as with `serve --dev`. A missing application id becomes `touchstone-dev`. A missing master key is created and printed once."),
];
