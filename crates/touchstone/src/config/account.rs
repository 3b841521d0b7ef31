//! Reads the settings of accounts.

use parse_http::settings::{Keys, PageSettings};
use parse_identity::{AccountSettings, LinkLife, Lockout, PasswordPattern, PasswordPolicy};

use super::mail;
use super::reader::{Reader, one_line};
use super::unit::{Unit, duration_with_unit};

/// A century, in seconds: longer than any setting means.
const LONGEST: u64 = 100 * 31_536_000;

/// A minute, in milliseconds.
const MINUTE: f64 = 60_000.0;

/// A day, in milliseconds.
const DAY: f64 = 86_400_000.0;

/// A link that was mailed less than so many seconds ago is not replaced, in the product.
const MAIL_INTERVAL: i64 = 60;

/// Reads the settings of accounts, with the links of their mails.
pub(super) fn account_settings(
    read: &mut Reader<'_>,
    pages: &PageSettings,
    is_product: bool,
    public_server_url: Option<&str>,
    keys: &Keys,
) -> AccountSettings {
    AccountSettings {
        verify_user_emails: read.flag("verify_user_emails"),
        prevent_login_with_unverified_email: read.flag("prevent_login_with_unverified_email"),
        prevent_signup_with_unverified_email: read.flag("prevent_signup_with_unverified_email"),
        send_user_email_verification: read.flag("send_user_email_verification"),
        email_verify_success_on_invalid_email: read.flag("email_verify_success_on_invalid_email"),
        verification: link_life(
            read,
            "email_verify_token_validity_duration",
            "email_verify_token_reuse_if_valid",
        ),
        reset_password_success_on_invalid_email: read
            .flag("password_policy_reset_password_success_on_invalid_email"),
        reset: link_life(
            read,
            "password_policy_reset_token_validity_duration",
            "password_policy_reset_token_reuse_if_valid",
        ),
        password: password_policy(read, pages.app_name.as_deref()),
        lockout: lockout(read),
        login_throttle: is_product,
        plain_names: is_product,
        mail_account_changes: is_product,
        mail_interval: if is_product { MAIL_INTERVAL } else { 0 },
        links: mail::links(read, pages, public_server_url, &keys.application_id),
    }
}

fn link_life(read: &mut Reader<'_>, duration: &str, reuse: &str) -> LinkLife {
    let seconds = read.duration(duration, Unit::Seconds, 1, LONGEST);
    let reuse_if_valid = read.flag(reuse);
    if reuse_if_valid && seconds.is_none() {
        read.problems.push(format!("{reuse} needs {duration}. Set both, or neither."));
    }
    LinkLife { seconds, reuse_if_valid }
}

fn password_policy(read: &mut Reader<'_>, app_name: Option<&str>) -> PasswordPolicy {
    let mut words = vec!["touchstone".to_owned()];
    words.extend(app_name.into_iter().flat_map(str::split_whitespace).map(str::to_owned));
    PasswordPolicy {
        pattern: read.value("password_policy_validator_pattern", |text| {
            PasswordPattern::parse(&one_line(text)?)
        }),
        validation_error: read.value("password_policy_validation_error", one_line),
        do_not_allow_username: read.flag("password_policy_do_not_allow_username"),
        max_history: read.whole("password_policy_max_password_history", 1, 20).unwrap_or_default(),
        max_age_days: read
            .value("password_policy_max_password_age", |text| positive(text, DAY, 36_500.0)),
        min_length: read.whole("password_policy_min_length", 0, 128).unwrap_or_default(),
        min_strength: read.whole("password_policy_min_strength", 0, 4).unwrap_or_default(),
        words,
    }
}

fn lockout(read: &mut Reader<'_>) -> Option<Lockout> {
    let threshold = read.whole("account_lockout_threshold", 1, 999);
    let minutes = read.value("account_lockout_duration", |text| positive(text, MINUTE, 99_999.0));
    let unlock_on_password_reset = read.flag("account_lockout_unlock_on_password_reset");
    if threshold.is_some() != minutes.is_some() {
        read.problems.push(
            "account_lockout_threshold and account_lockout_duration go together. Set both, or neither."
                .to_owned(),
        );
    }
    let (threshold, minutes) = threshold.zip(minutes)?;
    Some(Lockout { threshold, minutes, unlock_on_password_reset })
}

/// A duration as a number of units of so many milliseconds. A plain number may have a fraction, as
/// Parse Server's may.
fn positive(text: &str, unit: f64, most: f64) -> Option<f64> {
    let number = match duration_with_unit(text) {
        #[expect(clippy::cast_precision_loss, reason = "a duration that is bounded below")]
        Some(milliseconds) => milliseconds as f64 / unit,
        None => text.parse().ok()?,
    };
    (number > 0.0 && number <= most).then_some(number)
}
