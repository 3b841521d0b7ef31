//! `GET /security`: which settings of this server are weak, for dashboards.

use std::collections::BTreeSet;

use parse_model::Json;
use serde_json::json;

use crate::reply::{HttpError, Reply};
use crate::settings::Keys;
use crate::state::HttpState;

/// The version of the report's form.
const VERSION: &str = "1.0.0";

/// One thing that is looked at.
struct Check {
    title: &'static str,
    warning: &'static str,
    solution: &'static str,
    is_passed: bool,
}

/// `GET /security`
pub(super) fn show(state: &HttpState) -> Result<Reply, HttpError> {
    if !state.settings.is_security_check_enabled {
        return Err(HttpError::SwitchedOff(
            "Enable Parse Server option `security.enableCheck` to run security check.",
        ));
    }
    Reply::of(&report(&checks(state)))
}

fn report(checks: &[Check]) -> Json {
    let state = |is_passed: bool| if is_passed { "success" } else { "fail" };
    let all = state(checks.iter().all(|check| check.is_passed));
    let shown: Vec<Json> = checks
        .iter()
        .map(|check| {
            let mut shown = json!({ "title": check.title, "state": state(check.is_passed) });
            if !check.is_passed {
                shown["warning"] = Json::from(check.warning);
                shown["solution"] = Json::from(check.solution);
            }
            shown
        })
        .collect();
    let group = json!({ "name": "Server Configuration", "state": all, "checks": shown });
    json!({ "report": { "version": VERSION, "state": all, "groups": [group] } })
}

/// Long, and of three kinds of characters out of four, as Parse Server asks of a master key; or as
/// long as 32 random hexadecimal digits, which `openssl rand -hex` and the package make.
fn is_strong(key: &str) -> bool {
    let distinct = key.bytes().collect::<BTreeSet<u8>>().len();
    if key.len() >= 32 && distinct >= 10 {
        return true;
    }
    let kinds = [
        key.bytes().any(|b| b.is_ascii_uppercase()),
        key.bytes().any(|b| b.is_ascii_lowercase()),
        key.bytes().any(|b| b.is_ascii_digit()),
        key.bytes().any(|b| !b.is_ascii_alphanumeric() && b != b'_'),
    ];
    key.len() >= 14 && kinds.into_iter().filter(|kind| *kind).count() >= 3
}

fn checks(state: &HttpState) -> Vec<Check> {
    let mut checks = of_keys(&state.settings.keys);
    checks.extend(of_access(state));
    checks
}

fn of_keys(keys: &Keys) -> Vec<Check> {
    vec![
        Check {
            title: "Secure master key",
            warning: "The master key can be guessed.",
            solution: "Set `master_key` to a longer text with capitals, small letters, digits and other characters.",
            is_passed: is_strong(keys.master.expose()),
        },
        Check {
            title: "Master key counts from few addresses",
            warning: "The master key can be used from any address.",
            solution: "List the addresses it is used from in `master_key_ips`.",
            is_passed: !keys.master_from.cover_everything(),
        },
        Check {
            title: "Read-only master key counts from few addresses",
            warning: "The read-only master key can be used from any address.",
            solution: "List the addresses it is used from in `read_only_master_key_ips`.",
            is_passed: keys.read_only_master.is_none()
                || !keys.read_only_master_from.cover_everything(),
        },
    ]
}

fn of_access(state: &HttpState) -> Vec<Check> {
    let (settings, engine) = (&state.settings, state.engine.settings());
    vec![
        Check {
            title: "Client class creation disabled",
            warning: "Clients may make classes without end and flood the database.",
            solution: "Set `allow_client_class_creation` to false.",
            is_passed: !engine.allow_client_class_creation,
        },
        Check {
            title: "Users are created without public access",
            warning: "New users are publicly readable by ID.",
            solution: "Set `enforce_private_users` to true.",
            is_passed: engine.enforce_private_users,
        },
        Check {
            title: "Public database explain disabled",
            warning: "Any client can request query plans, which expose the database schema.",
            solution: "Set `allow_public_explain` to false.",
            is_passed: !engine.allow_public_explain,
        },
        Check {
            title: "Permission errors contain no details",
            warning: "Permission errors include details that help an attacker.",
            solution: "Set `enable_sanitized_error_response` to true.",
            is_passed: settings.is_sanitized,
        },
        Check {
            title: "Web pages that may call are listed",
            warning: "Every web page may call this server from its visitors' browsers.",
            solution: "List the pages in `allow_origin`.",
            is_passed: !settings.allow_origins.iter().any(|origin| origin == "*"),
        },
        Check {
            title: "Public address is https",
            warning: "Keys and sessions travel in the clear.",
            solution: "Put a TLS proxy in front, and set `public_url` to its https address.",
            is_passed: settings
                .public_server_url
                .as_deref()
                .is_some_and(|url| url.starts_with("https://")),
        },
        Check {
            title: "Sessions end when they go unused",
            warning: "A token that was lost counts as long as a session lasts.",
            solution: "Set `idle_length`.",
            is_passed: engine.expire_inactive_sessions && engine.idle_length_seconds.is_some(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_master_key_is_strong_by_length_and_kinds() {
        assert!(is_strong("aA1aA1aA1aA1aA"));
        assert!(is_strong("5f2a9c0b7e1d4386a4c5e6f708192b3d"), "32 random hexadecimal digits");
        assert!(!is_strong(&"ab1".repeat(20)));
        for weak in ["aA1!", "aaaaaaaaaaaaaaaaaaaa", "the-master-key-of-all", ""] {
            assert!(!is_strong(weak), "{weak}");
        }
    }

    #[test]
    fn one_weakness_makes_the_whole_report_fail_and_is_explained() {
        let check = |is_passed| Check { title: "t", warning: "w", solution: "s", is_passed };
        let good = report(&[check(true)]);
        assert_eq!(good["report"]["state"], "success");
        assert_eq!(
            good["report"]["groups"][0]["checks"][0],
            json!({ "title": "t", "state": "success" })
        );
        let bad = report(&[check(true), check(false)]);
        assert_eq!(bad["report"]["state"], "fail");
        let told = json!({ "title": "t", "state": "fail", "warning": "w", "solution": "s" });
        assert_eq!(bad["report"]["groups"][0]["checks"][1], told);
    }
}
