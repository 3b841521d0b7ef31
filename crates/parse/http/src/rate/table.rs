//! The rate limits of the product: well above normal use.

use std::num::NonZeroU32;
use std::time::Duration;

use super::path::Pattern;
use super::rule::{MESSAGE, Methods, Rule, Subject, Zone};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

const ALL: &[&str] = &[];
const POST: &[&str] = &["POST"];
const WRITES: &[&str] = &["POST", "PUT", "DELETE"];

/// The root of the mount too: no pattern of one segment or more fits it.
const EVERYTHING: &[&str] = &["/*path", "/"];
/// Passwords are tried at one pace, wherever they are tried.
const PASSWORDS: &[&str] = &["/login", "/verifyPassword", "/challenge"];
const SIGN_UP: &[&str] = &["/users"];
const RESET: &[&str] = &["/requestPasswordReset"];
const VERIFICATION: &[&str] = &["/verificationEmailRequest"];
const CLASSES: &[&str] = &["/classes/*path"];
const FILES: &[&str] = &["/files/*path"];
const BATCH: &[&str] = &["/batch"];
const FUNCTIONS: &[&str] = &["/functions/*path"];

/// Paths, methods, zone, count, seconds.
type Line = (&'static [&'static str], &'static [&'static str], Zone, u32, u64);

const LINES: &[Line] = &[
    (EVERYTHING, ALL, Zone::Ip, 600, MINUTE),
    (EVERYTHING, ALL, Zone::User, 600, MINUTE),
    (PASSWORDS, ALL, Zone::Ip, 20, MINUTE),
    (PASSWORDS, ALL, Zone::Ip, 200, HOUR),
    (PASSWORDS, ALL, Zone::AccountFromNetwork, 10, MINUTE),
    (RESET, ALL, Zone::Ip, 10, HOUR),
    (RESET, ALL, Zone::Account, 3, HOUR),
    (RESET, ALL, Zone::FairShare, 500, HOUR),
    (VERIFICATION, ALL, Zone::Ip, 10, HOUR),
    (VERIFICATION, ALL, Zone::Account, 3, HOUR),
    (VERIFICATION, ALL, Zone::FairShare, 500, HOUR),
    (CLASSES, WRITES, Zone::Ip, 120, MINUTE),
    (CLASSES, WRITES, Zone::User, 60, MINUTE),
    (FILES, POST, Zone::Ip, 20, MINUTE),
    (FILES, POST, Zone::User, 30, HOUR),
    (BATCH, ALL, Zone::Ip, 60, MINUTE),
    (BATCH, ALL, Zone::User, 60, MINUTE),
    (FUNCTIONS, ALL, Zone::User, 300, MINUTE),
];

/// Attempts to sign up with a name and a password.
const PASSWORD_SIGN_UPS: &[Line] =
    &[(SIGN_UP, POST, Zone::Ip, 5, HOUR), (SIGN_UP, POST, Zone::Network, 20, DAY)];

/// Attempts to sign in, or up, by an external identity such as a wallet.
const IDENTITY_SIGN_INS: &[Line] =
    &[(SIGN_UP, POST, Zone::Ip, 20, MINUTE), (SIGN_UP, POST, Zone::Network, 120, MINUTE)];

/// Accounts that are really created, in any way. Attempts are not charged, so that failed requests
/// use up nothing.
const ACCOUNTS: &[Line] = &[
    (SIGN_UP, POST, Zone::Ip, 20, HOUR),
    (SIGN_UP, POST, Zone::Network, 60, DAY),
    (SIGN_UP, POST, Zone::FairShare, 200, HOUR),
];

/// How many calls a minute an address may make with the master key.
const MASTER_CALLS: u32 = 600;

/// The rules of the product.
pub fn product() -> Vec<Rule> {
    let master = Rule {
        with_master_key: true,
        only_master_key: true,
        ..rule(&(EVERYTHING, ALL, Zone::Ip, MASTER_CALLS, MINUTE))
    };
    let of = |lines: &'static [Line], subject| {
        lines.iter().map(move |line| Rule { subject, ..rule(line) })
    };
    LINES
        .iter()
        .map(rule)
        .chain(of(PASSWORD_SIGN_UPS, Subject::NoIdentity))
        .chain(of(IDENTITY_SIGN_INS, Subject::Identity))
        .chain([master])
        .collect()
}

/// The rules of the product about accounts that are really made.
pub fn product_accounts() -> Vec<Rule> {
    ACCOUNTS.iter().map(rule).collect()
}

fn rule((paths, methods, zone, count, seconds): &Line) -> Rule {
    let pattern =
        |path: &&str| Pattern::parse(path).unwrap_or_else(|| panic!("{path} is no pattern"));
    Rule {
        paths: paths.iter().map(pattern).collect(),
        methods: if methods.is_empty() {
            Methods::All
        } else {
            Methods::Listed(methods.iter().map(|method| (*method).to_owned()).collect())
        },
        subject: Subject::Any,
        zone: *zone,
        count: NonZeroU32::new(*count).unwrap_or(NonZeroU32::MIN),
        window: Duration::from_secs(*seconds),
        message: MESSAGE.to_owned(),
        with_master_key: false,
        only_master_key: false,
        with_internal: false,
        is_strict: true,
    }
}
