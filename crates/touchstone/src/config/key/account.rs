//! Accounts: e-mail confirmation, passwords, failed sign-ins.

use super::definition::{FLAG, Key, SECONDS, open, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("verify_user_emails", Some("false"), FLAG, "Require new and changed e-mail addresses to be confirmed by a mailed link. Needs `app_name`, `public_url`, `smtp_url` and `mail_from`."),
    open("prevent_login_with_unverified_email", Some("false"), FLAG, "Refuse sign-ins until the e-mail address is confirmed. Needs `verify_user_emails`."),
    open("prevent_signup_with_unverified_email", Some("false"), FLAG, "Return error 205 for a sign-up, although the user is created. Needs the two settings above."),
    open("send_user_email_verification", Some("true"), FLAG, "Send the e-mail that asks to confirm an address. Otherwise the application sends it."),
    with_unlimited(Key { product_default: Some("86400"), ..open("email_verify_token_validity_duration", None, SECONDS, "Lifetime of a link that confirms an address. Default in `parse`: unlimited, until it is used.") }, ""),
    open("email_verify_token_reuse_if_valid", Some("false"), FLAG, "Mail the same confirmation link again while it is valid. The database then stores it in plain text."),
    open("email_verify_success_on_invalid_email", Some("true"), FLAG, "Return success to a request for a confirmation link even if the address is unknown."),
    with_unlimited(Key { product_default: Some("3600"), ..open("password_policy_reset_token_validity_duration", None, SECONDS, "Lifetime of a link that sets a new password. Default in `parse`: unlimited, until it is used.") }, ""),
    open("password_policy_reset_token_reuse_if_valid", Some("false"), FLAG, "Mail the same password link again while it is valid. The database then stores it in plain text."),
    open("password_policy_reset_password_success_on_invalid_email", Some("true"), FLAG, "Return success to a request for a new password even if the address is unknown."),
    open("password_policy_validator_pattern", None, "a regular expression, look-around included", "Pattern that a new password must match."),
    open("password_policy_validation_error", None, "text", "Error message for a password that does not match the pattern."),
    Key { product_default: Some("true"), ..open("password_policy_do_not_allow_username", Some("false"), FLAG, "Refuse passwords that contain the username.") },
    open("password_policy_max_password_history", None, "a whole number from 1 to 20", "Number of previous passwords that a user cannot choose again."),
    open("password_policy_max_password_age", None, "a duration such as 90d; a plain number is in days", "Age at which a password must be changed. Default: no limit."),
    Key { product_default: Some("12"), ..open("password_policy_min_length", Some("0"), "a whole number from 0 to 128", "Smallest number of characters of a new password. A password has at most 1,024 bytes.") },
    Key { product_default: Some("3"), ..open("password_policy_min_strength", Some("0"), "a whole number from 0 to 4", "Smallest strength of a new password, as zxcvbn rates it. 0 accepts all.") },
    open("account_lockout_threshold", None, "a whole number from 1 to 999", "Number of wrong passwords that locks an account. Needs `account_lockout_duration`."),
    open("account_lockout_duration", None, "a duration such as 15m, at most 99999m; a plain number is in minutes", "Time for which an account is locked."),
    open("account_lockout_unlock_on_password_reset", Some("false"), FLAG, "Unlock an account when its password is reset by e-mail."),
];
