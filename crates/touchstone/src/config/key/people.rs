//! Users and their sessions.

use super::definition::{FLAG, Key, SECONDS, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("7776000"), ..open("session_length", Some("31536000"), SECONDS, "Lifetime of a session.") },
    with_unlimited(Key { product_default: Some("2592000"), ..open("idle_length", None, SECONDS, "Idle time after which a session ends, within `session_length`. Default in `parse`: unlimited.") }, "0"),
    with_unlimited(Key { product_default: Some("20"), ..open("max_sessions_per_user", None, "a whole number", "Number of sessions that a user can have. A new session ends the oldest. Default in `parse`: unlimited.") }, "0"),
    with_unlimited(Key { product_default: Some("300"), ..open("reauth_max_age", None, SECONDS, "Largest age of a sign-in for changing the password, e-mail address, wallets or payout address, and for changes of administrators. Default in `parse`: unlimited.") }, "0"),
    open("expire_inactive_sessions", Some("true"), FLAG, "End sessions after `session_length`."),
    open("extend_session_on_use", Some("false"), FLAG, "Extend a session to its full lifetime if it is used after half of it."),
    open("revoke_session_on_password_reset", Some("true"), FLAG, "End all sessions of a user when the password changes."),
    Key { product_default: Some("false"), ..open("enable_anonymous_users", Some("true"), FLAG, "Allow anonymous users.") },
    open("convert_email_to_lowercase", Some("false"), FLAG, "Store e-mail addresses in lower case."),
    open("programme_access", Some("invite"), "`open`, `invite` or `wallets`", "Product only: who may sign up until an administrator chooses in the app. `open`: anyone. `invite`: people with an invitation. `wallets`: also owners of a wallet on the list."),
    open("convert_username_to_lowercase", Some("false"), FLAG, "Store usernames in lower case."),
];
