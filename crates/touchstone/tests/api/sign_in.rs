//! Attempts to sign in that fail, and what follows from them.

use std::net::IpAddr;
use std::sync::Arc;

use futures_util::future::join_all;
use parse_engine::Extension;
use serde_json::json;
use testkit::case;
use touchstone::Config;

use crate::api::{APPLICATION, Answer, Api, request};
use crate::post::{GOOD, Mailing, Setable};

const WRONG: &str = "Invalid username/password.";
const LOCKED: &str = "Your account is locked due to multiple failed login attempts. Please try again after 5 minute(s)";

async fn from(api: &Api, address: &str, name: &str, password: &str) -> Answer {
    let peer: IpAddr = address.parse().expect("an address");
    let headers = [("x-parse-application-id", APPLICATION)];
    let body = json!({ "username": name, "password": password });
    api.raw_from(peer, request("POST", "/login", &headers, body)).await
}

async fn here(api: &Api, name: &str, password: &str) -> Answer {
    from(api, "127.0.0.1", name, password).await
}

#[test]
fn an_account_is_locked_after_so_many_failures_and_opens_again() {
    case(async {
        let settings = [("ACCOUNT_LOCKOUT_THRESHOLD", "3"), ("ACCOUNT_LOCKOUT_DURATION", "5")];
        let clock = Arc::new(Setable::default());
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        api.send("POST", "/users", json!({ "username": "ada", "password": GOOD })).await.ok();
        for _ in 0..2 {
            here(&api, "ada", "wrong").await.refused(404, 101, WRONG);
        }
        here(&api, "ada", GOOD).await.ok();
        for _ in 0..3 {
            here(&api, "ada", "wrong").await.refused(404, 101, WRONG);
        }
        here(&api, "ada", "wrong").await.refused(404, 101, LOCKED);
        here(&api, "ada", GOOD).await.refused(404, 101, LOCKED);
        let body = json!({ "username": "ada", "password": GOOD });
        api.send("POST", "/verifyPassword", body).await.refused(404, 101, LOCKED);
        clock.pass(301);
        here(&api, "ada", "wrong").await.refused(404, 101, LOCKED);
        here(&api, "ada", GOOD).await.refused(404, 101, LOCKED);
        clock.pass(301);
        here(&api, "ada", GOOD).await.ok();
        here(&api, "ada", "wrong").await.refused(404, 101, WRONG);
    });
}

#[test]
fn guessing_many_at_once_is_no_way_around_the_lock() {
    case(async {
        let settings = [("ACCOUNT_LOCKOUT_THRESHOLD", "10"), ("ACCOUNT_LOCKOUT_DURATION", "5")];
        let api = Api::with(&settings, Extension::default()).await;
        api.send("POST", "/users", json!({ "username": "ada", "password": GOOD })).await.ok();
        let answers = join_all((0..60).map(|_| here(&api, "ada", "wrong"))).await;
        let looked_at = answers.iter().filter(|answer| answer.body["error"] == WRONG).count();
        assert!(looked_at <= 10, "{looked_at} passwords were looked at");
        for answer in answers {
            let is_known = matches!(answer.status, 404 | 503);
            assert!(is_known, "{} {}", answer.status, answer.text);
        }
    });
}

#[test]
fn a_new_password_by_mail_unlocks_where_the_operator_wants_it() {
    case(async {
        for unlocks in ["true", "false"] {
            let settings = [
                ("ACCOUNT_LOCKOUT_THRESHOLD", "1"),
                ("ACCOUNT_LOCKOUT_DURATION", "5"),
                ("ACCOUNT_LOCKOUT_UNLOCK_ON_PASSWORD_RESET", unlocks),
            ];
            let mut mailing = Mailing::start(&settings).await;
            mailing.sign_up("ada").await;
            mailing.log_in("ada", "wrong").await;
            mailing.forget("ada").await;
            let secret = mailing.post.next().await.secret();
            let fields = [("token", &*secret), ("new_password", GOOD)];
            mailing.post_form("request_password_reset", &fields, &[]).await;
            let expected = if unlocks == "true" { 200 } else { 404 };
            assert_eq!(mailing.log_in("ada", GOOD).await.status, expected, "{unlocks}");
        }
    });
}

#[test]
fn failures_make_one_network_wait_and_nobody_else() {
    case(async {
        let tune = |config: &mut Config| config.engine.account.login_throttle = true;
        let clock = Arc::new(Setable::default());
        let api = Api::tuned_at(&[], tune, Extension::default(), clock.clone()).await;
        api.send("POST", "/users", json!({ "username": "ada", "password": GOOD })).await.ok();
        // An unknown name is treated alike, so that callers cannot learn which names exist.
        for name in ["ada", "unknown"] {
            for _ in 0..5 {
                from(&api, "203.0.113.9", name, "wrong").await.refused(404, 101, WRONG);
            }
            let answer = from(&api, "203.0.113.77", name, GOOD).await;
            answer.refused(429, 155, "Too many attempts. Try again in 1 seconds.");
            assert_eq!(answer.header("retry-after"), Some("1"));
        }
        from(&api, "198.51.100.1", "ada", GOOD).await.ok();
        clock.pass(2);
        from(&api, "203.0.113.9", "ada", "wrong").await.refused(404, 101, WRONG);
        clock.pass(1);
        assert_eq!(from(&api, "203.0.113.9", "ada", GOOD).await.status, 429);
        clock.pass(2);
        from(&api, "203.0.113.9", "ada", GOOD).await.ok();
        from(&api, "203.0.113.9", "ada", "wrong").await.refused(404, 101, WRONG);
    });
}

#[test]
fn an_attack_from_everywhere_leaves_the_owner_where_they_were_before() {
    case(async {
        let mut mailing = Mailing::tuned(|account| account.login_throttle = true).await;
        mailing.sign_up("ada").await;
        let api = &mailing.api;
        from(api, "198.51.100.1", "ada", GOOD).await.ok();
        for network in 0..50 {
            // Other cases of this binary share the queue for hashing, which may be full.
            let answer = loop {
                let answer = from(api, &format!("203.0.{network}.9"), "ada", "wrong").await;
                if answer.status != 503 {
                    break answer;
                }
            };
            answer.refused(404, 101, WRONG);
        }
        assert_eq!(from(api, "203.0.200.9", "ada", GOOD).await.status, 429);
        from(api, "198.51.100.1", "ada", GOOD).await.ok();
        // Elsewhere a new password by mail opens the way.
        mailing.forget("ada").await;
        let secret = mailing.post.next().await.secret();
        let fields = [("token", &*secret), ("new_password", GOOD)];
        mailing.post_form("request_password_reset", &fields, &[]).await;
        from(&mailing.api, "203.0.201.9", "ada", GOOD).await.ok();
    });
}

#[test]
fn of_many_who_take_a_name_at_once_in_any_case_one_gets_it() {
    case(async {
        let api = Api::start().await;
        let names = ["ada", "Ada", "ADA", "aDa", "adA", "AdA", "aDA", "ADa"];
        let answers =
            join_all(names.map(|name| {
                api.send("POST", "/users", json!({ "username": name, "password": GOOD }))
            }))
            .await;
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        assert_eq!(made, 1, "{answers:?}");
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            answer.refused(400, 202, "Account already exists for this username.");
        }
    });
}
