//! What an operator may decide about accounts: addresses, links by mail, passwords, failed
//! attempts.

use crate::password_policy::PasswordPolicy;

/// What an operator may decide about accounts.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct AccountSettings {
    /// Whether people are asked to confirm their e-mail address.
    pub verify_user_emails: bool,
    /// Whether users cannot sign in before their address is confirmed.
    pub prevent_login_with_unverified_email: bool,
    /// Whether signing up is answered with a refusal until the address is confirmed.
    pub prevent_signup_with_unverified_email: bool,
    /// Whether the mail that asks for it is ours to send.
    pub send_user_email_verification: bool,
    /// Whether asking for another such mail tells nothing about who has an account.
    pub email_verify_success_on_invalid_email: bool,
    /// How long a link to confirm an address works.
    pub verification: LinkLife,
    /// Whether asking for a new password tells nothing about who has an account.
    pub reset_password_success_on_invalid_email: bool,
    /// How long a link to set a new password works.
    pub reset: LinkLife,
    /// What a password must be like.
    pub password: PasswordPolicy,
    /// When an account is locked for all callers, if ever.
    pub lockout: Option<Lockout>,
    /// Whether failed attempts make those that follow from the same network wait.
    pub login_throttle: bool,
    /// Whether names and addresses keep to characters that cannot be mistaken for one another.
    pub plain_names: bool,
    /// Whether the owner of an account is notified by mail, at the address it had before, that the
    /// address or the password has been changed.
    pub mail_account_changes: bool,
    /// A link that was mailed less than so many seconds ago is not replaced by another.
    pub mail_interval: i64,
    /// Where links in mails lead. Nothing is sent without.
    pub links: Option<Links>,
}

impl Default for AccountSettings {
    /// Parse Server's own defaults.
    fn default() -> AccountSettings {
        AccountSettings {
            verify_user_emails: false,
            prevent_login_with_unverified_email: false,
            prevent_signup_with_unverified_email: false,
            send_user_email_verification: true,
            email_verify_success_on_invalid_email: true,
            verification: LinkLife::default(),
            reset_password_success_on_invalid_email: true,
            reset: LinkLife::default(),
            password: PasswordPolicy::default(),
            lockout: None,
            login_throttle: false,
            plain_names: false,
            mail_account_changes: false,
            mail_interval: 0,
            links: None,
        }
    }
}

impl AccountSettings {
    /// Whether a user whose address is not confirmed is kept out.
    pub fn keeps_unverified_out(&self) -> bool {
        self.verify_user_emails && self.prevent_login_with_unverified_email
    }
}

/// How long a link that was mailed works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkLife {
    /// In seconds; `None` means until it is used or replaced.
    pub seconds: Option<i64>,
    /// Whether asking again sends the same link as long as it works. It can only be sent again if
    /// it is kept as it is, so such links are not kept as digests.
    pub reuse_if_valid: bool,
}

/// Where links in mails lead, each up to and including `token=`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Links {
    /// What the application is called in mails and on pages.
    pub app_name: String,
    /// To confirm an address.
    pub verify_email: String,
    /// To set a new password.
    pub reset_password: String,
}

/// When an account is locked for all callers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lockout {
    /// After how many wrong passwords in a row.
    pub threshold: u32,
    /// For how many minutes.
    pub minutes: f64,
    /// Whether a new password opens it again.
    pub unlock_on_password_reset: bool,
}
