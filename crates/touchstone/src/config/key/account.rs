//! Accounts: confirming addresses, passwords, failed attempts to sign in.

use super::definition::{FLAG, Key, open};

const SECONDS: &str = "seconds, at least 1";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("verify_user_emails", Some("false"), FLAG, "New and changed e-mail addresses must be confirmed by a link that is mailed. Needs `app_name`, `public_server_url`, `smtp_url` and `mail_from`."),
    open("prevent_login_with_unverified_email", Some("false"), FLAG, "With `verify_user_emails`: nobody signs in before their address is confirmed."),
    open("prevent_signup_with_unverified_email", Some("false"), FLAG, "With the two above: signing up is answered with 205, although the user is made."),
    open("send_user_email_verification", Some("true"), FLAG, "The mail that asks to confirm an address is ours to send."),
    Key { product_default: Some("86400"), ..open("email_verify_token_validity_duration", None, SECONDS, "How long a link to confirm an address works. Not set: until it is used.") },
    open("email_verify_token_reuse_if_valid", Some("false"), FLAG, "Asking again mails the same link as long as it works; it is then kept readable in the database."),
    open("email_verify_success_on_invalid_email", Some("true"), FLAG, "Asking for that mail tells nobody whether an address is known."),
    Key { product_default: Some("3600"), ..open("password_policy_reset_token_validity_duration", None, SECONDS, "How long a link to set a new password works. Not set: until it is used.") },
    open("password_policy_reset_token_reuse_if_valid", Some("false"), FLAG, "Asking again mails the same link as long as it works; it is then kept readable in the database."),
    open("password_policy_reset_password_success_on_invalid_email", Some("true"), FLAG, "Asking for a new password tells nobody whether an address is known."),
    open("password_policy_validator_pattern", None, "a regular expression, look-around included", "What a new password must match."),
    open("password_policy_validation_error", None, "text", "What is said of a password that does not match."),
    Key { product_default: Some("true"), ..open("password_policy_do_not_allow_username", Some("false"), FLAG, "A password must not contain the user's name.") },
    open("password_policy_max_password_history", None, "a whole number from 1 to 20", "How many of their last passwords users cannot take again."),
    open("password_policy_max_password_age", None, "days, more than 0", "After how many days a password must be replaced."),
    Key { product_default: Some("12"), ..open("password_policy_min_length", Some("0"), "a whole number from 0 to 128", "The fewest characters of a new password. None has more than 1,024 bytes.") },
    Key { product_default: Some("3"), ..open("password_policy_min_strength", Some("0"), "a whole number from 0 to 4", "How hard a new password must be to guess, as zxcvbn rates it; 0 refuses none.") },
    open("account_lockout_threshold", None, "a whole number from 1 to 999", "After how many wrong passwords an account is locked for everybody. Goes with `account_lockout_duration`."),
    open("account_lockout_duration", None, "minutes, more than 0 and less than 100000", "How long an account is locked."),
    open("account_lockout_unlock_on_password_reset", Some("false"), FLAG, "A new password set by mail unlocks the account."),
];
