//! People and their sessions.

use super::definition::{FLAG, Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("7776000"), ..open("session_length", Some("31536000"), "seconds, at least 1", "How long a session lasts.") },
    Key { product_default: Some("2592000"), ..open("idle_length", None, "seconds; 0 means for ever", "How long a session may go unused before it ends, within `session_length`. Not set: for ever.") },
    Key { product_default: Some("20"), ..open("max_sessions_per_user", None, "a whole number; 0 means any number", "How many sessions a user may have at once; a new one ends the oldest. Not set: any number.") },
    Key { product_default: Some("300"), ..open("fresh_sign_in", None, "seconds; 0 asks for none", "How long ago somebody may have signed in when they change their password, address or wallets, where they are paid, or who is an administrator. Not set: as long as the session lasts.") },
    open("expire_inactive_sessions", Some("true"), FLAG, "Sessions end after `session_length`; otherwise never."),
    open("extend_session_on_use", Some("false"), FLAG, "A session that is used after half of its lifetime is extended to its full lifetime again."),
    open("revoke_session_on_password_reset", Some("true"), FLAG, "A new password ends all sessions of the user."),
    Key { product_default: Some("false"), ..open("enable_anonymous_users", Some("true"), FLAG, "Users may sign in without a name.") },
    open("convert_email_to_lowercase", Some("false"), FLAG, "E-mail addresses are stored in lower case."),
    open("programme_access", Some("invite"), "`open`, `invite` or `wallets`", "Product only: who may sign up until an administrator chooses in the settings. `open`: anyone. `invite`: people with an invitation. `wallets`: also owners of a wallet on the list."),
    open("convert_username_to_lowercase", Some("false"), FLAG, "User names are stored in lower case."),
];
