//! The rules of the product: what nobody who uses it as it is meant comes near.

use std::num::NonZeroU32;
use std::time::Duration;

use super::path::Pattern;
use super::rule::{MESSAGE, Methods, Rule, Zone};

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

const ALL: &[&str] = &[];
const POST: &[&str] = &["POST"];
const WRITES: &[&str] = &["POST", "PUT", "DELETE"];

/// Path, methods, zone, count, seconds.
type Line = (&'static str, &'static [&'static str], Zone, u32, u64);

const LINES: &[Line] = &[
    ("/*path", ALL, Zone::Ip, 600, MINUTE),
    ("/*path", ALL, Zone::User, 600, MINUTE),
    ("/login", ALL, Zone::Ip, 20, MINUTE),
    ("/login", ALL, Zone::Ip, 200, HOUR),
    ("/login", ALL, Zone::AccountFromNetwork, 10, MINUTE),
    ("/verifyPassword", ALL, Zone::Ip, 20, MINUTE),
    ("/verifyPassword", ALL, Zone::Ip, 200, HOUR),
    ("/verifyPassword", ALL, Zone::AccountFromNetwork, 10, MINUTE),
    ("/users", POST, Zone::Ip, 5, HOUR),
    ("/users", POST, Zone::Network, 20, DAY),
    ("/users", POST, Zone::Global, 200, HOUR),
    ("/requestPasswordReset", ALL, Zone::Ip, 10, HOUR),
    ("/requestPasswordReset", ALL, Zone::Account, 3, HOUR),
    ("/requestPasswordReset", ALL, Zone::Global, 500, HOUR),
    ("/verificationEmailRequest", ALL, Zone::Ip, 10, HOUR),
    ("/verificationEmailRequest", ALL, Zone::Account, 3, HOUR),
    ("/verificationEmailRequest", ALL, Zone::Global, 500, HOUR),
    ("/classes/*path", WRITES, Zone::Ip, 120, MINUTE),
    ("/classes/*path", WRITES, Zone::User, 60, MINUTE),
    ("/files/*path", POST, Zone::Ip, 20, MINUTE),
    ("/files/*path", POST, Zone::User, 30, HOUR),
    ("/batch", ALL, Zone::Ip, 60, MINUTE),
    ("/batch", ALL, Zone::User, 60, MINUTE),
    ("/functions/*path", ALL, Zone::User, 300, MINUTE),
];

/// How many calls a minute an address may make with the master key.
const MASTER_CALLS: u32 = 600;

/// The rules of the product.
pub fn product() -> Vec<Rule> {
    let master = Rule {
        with_master_key: true,
        only_master_key: true,
        ..rule(&("/*path", ALL, Zone::Ip, MASTER_CALLS, MINUTE))
    };
    LINES.iter().map(rule).chain([master]).collect()
}

fn rule((path, methods, zone, count, seconds): &Line) -> Rule {
    Rule {
        path: Pattern::parse(path).unwrap_or_else(|| panic!("{path} is no pattern")),
        methods: if methods.is_empty() {
            Methods::All
        } else {
            Methods::Listed(methods.iter().map(|method| (*method).to_owned()).collect())
        },
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
