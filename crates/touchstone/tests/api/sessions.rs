//! Sessions: how they begin, who may touch them, and when they end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use futures_util::future::join_all;
use parse_engine::{Cx, Error, Extension, SystemClock, TriggerKind, Triggers};
use parse_model::{ClassName, Json, Object};
use parse_store::Invalidation;
use serde_json::json;
use telemetry::task;
use testkit::case;
use touchstone::App;

use crate::api::{Answer, Api, Hands, eventually, text};

const INVALID: &str = "Invalid session token";

async fn sign_up(api: &Api, name: &str) -> Json {
    api.send("POST", "/users", json!({ "username": name, "password": "secret" })).await.ok()
}

async fn log_in(api: &Api, name: &str, headers: &[(&str, &str)]) -> String {
    let body = json!({ "username": name, "password": "secret" });
    let user = api.send_with("POST", "/login", headers, body).await.ok();
    text(&user, "sessionToken").to_owned()
}

async fn by(api: &Api, token: &str, method: &str, path: &str, body: Json) -> Answer {
    api.send_with(method, path, &[("x-parse-session-token", token)], body).await
}

async fn me(api: &Api, token: &str) -> u16 {
    by(api, token, "GET", "/users/me", Json::Null).await.status
}

fn escaped(path: &str) -> String {
    path.replace('{', "%7B").replace('}', "%7D").replace('"', "%22").replace('^', "%5E")
}

/// Row 125 of the attack catalogue.
#[test]
fn the_server_decides_what_a_new_session_is() {
    case(async {
        let api = Api::start().await;
        let (ada, bob) = (sign_up(&api, "ada").await, sign_up(&api, "bob").await);
        let body = json!({
            "sessionToken": "r:chosen",
            "user": { "__type": "Pointer", "className": "_User", "objectId": bob["objectId"] },
            "expiresAt": { "__type": "Date", "iso": "2999-01-01T00:00:00.000Z" },
            "createdWith": { "action": "login" },
        });
        let made = by(&api, text(&ada, "sessionToken"), "POST", "/sessions", body).await.ok();
        assert_ne!(made["sessionToken"], "r:chosen");
        assert_eq!(made["user"]["objectId"], ada["objectId"]);
        assert_eq!(made["createdWith"], json!({ "action": "create" }));
        assert!(text(&made["expiresAt"], "iso") < "2999");
        assert_eq!(me(&api, "r:chosen").await, 400);
        assert_eq!(me(&api, text(&made, "sessionToken")).await, 200);
    });
}

/// Rows 126 and 127 of the attack catalogue.
#[test]
fn nobody_changes_what_a_session_is() {
    case(async {
        let api = Api::start().await;
        let (ada, bob) = (sign_up(&api, "ada").await, sign_up(&api, "bob").await);
        let token = text(&ada, "sessionToken");
        let mine = by(&api, token, "GET", "/sessions/me", Json::Null).await.ok();
        let path = format!("/sessions/{}", text(&mine, "objectId"));
        let user =
            json!({ "__type": "Pointer", "className": "_User", "objectId": bob["objectId"] });
        for body in [
            json!({ "sessionToken": "r:x" }),
            json!({ "expiresAt": { "__type": "Date", "iso": "2999-01-01T00:00:00.000Z" } }),
            json!({ "createdWith": {} }),
            json!({ "user": user }),
            json!({ "installationId": "x" }),
            json!({ "ACL": {} }),
        ] {
            let answer = by(&api, token, "PUT", &path, body).await;
            assert_eq!(
                (answer.status, &answer.body["code"]),
                (400, &json!(105)),
                "{}",
                answer.text
            );
        }
        let other = text(&bob, "sessionToken");
        let answer = by(&api, other, "PUT", &path, json!({ "x": 1 })).await;
        answer.refused(404, 101, "Object not found.");
        let answer = by(&api, other, "DELETE", &path, Json::Null).await;
        answer.refused(404, 101, "Object not found for delete.");
        assert_eq!(me(&api, token).await, 200);
    });
}

/// Row 128 of the attack catalogue.
#[test]
fn only_ones_own_sessions_are_listed() {
    case(async {
        let api = Api::start().await;
        let (ada, bob) = (sign_up(&api, "ada").await, sign_up(&api, "bob").await);
        let others = format!(
            r#"{{"user":{{"__type":"Pointer","className":"_User","objectId":"{}"}}}}"#,
            text(&bob, "objectId")
        );
        for path in ["/sessions", "/classes/_Session"] {
            api.send("GET", path, Json::Null).await.refused(400, 209, INVALID_SHOWN);
            let found = by(&api, text(&ada, "sessionToken"), "GET", path, Json::Null).await.ok();
            assert_eq!(found["results"].as_array().map(Vec::len), Some(1));
            assert_eq!(found["results"][0]["user"]["objectId"], ada["objectId"]);
            let path = escaped(&format!("{path}?where={others}"));
            let found = by(&api, text(&ada, "sessionToken"), "GET", &path, Json::Null).await.ok();
            assert_eq!(found["results"], json!([]));
        }
    });
}

/// What a refusal shows that names no detail.
const INVALID_SHOWN: &str = "Permission denied";

/// Row 129 of the attack catalogue.
#[test]
fn tokens_are_not_guessed_piece_by_piece() {
    case(async {
        let api = Api::start().await;
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        for constraint in [
            r#"{"$regex":"^r:a"}"#,
            r#"{"$gt":"r:"}"#,
            r#"{"$lt":"z"}"#,
            r#"{"$text":{"$search":{"$term":"r"}}}"#,
        ] {
            for condition in [
                format!(r#"{{"sessionToken":{constraint}}}"#),
                format!(r#"{{"$or":[{{"sessionToken":{constraint}}}]}}"#),
            ] {
                let path = escaped(&format!("/classes/_Session?where={condition}"));
                let answer = by(&api, token, "GET", &path, Json::Null).await;
                answer.refused(400, 119, "Permission denied");
            }
        }
        let path = escaped(&format!(r#"/classes/_Session?where={{"sessionToken":"{token}"}}"#));
        let found = by(&api, token, "GET", &path, Json::Null).await.ok();
        assert_eq!(found["results"].as_array().map(Vec::len), Some(1));
    });
}

/// Row 130 of the attack catalogue.
#[test]
fn what_is_protected_in_sessions_is_so_in_ones_own() {
    case(async {
        let protected = r#"{"_Session":{"*":["createdWith"]}}"#;
        let api = Api::with(&[("PROTECTED_FIELDS", protected)], Extension::default()).await;
        let ada = sign_up(&api, "ada").await;
        for path in ["/sessions/me", "/sessions"] {
            let answer = by(&api, text(&ada, "sessionToken"), "GET", path, Json::Null).await;
            assert_eq!(answer.status, 200);
            assert!(!answer.text.contains("createdWith"), "{path}: {}", answer.text);
        }
    });
}

/// Row 131 of the attack catalogue.
#[test]
fn a_session_that_is_remembered_ends_at_its_time() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00Z");
        let settings = [("SESSION_LENGTH", "3600")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        clock.set("2026-01-01T01:00:00Z");
        assert_eq!(me(&api, token).await, 200);
        clock.set("2026-01-01T01:00:01Z");
        let answer = by(&api, token, "GET", "/users/me", Json::Null).await;
        answer.refused(400, 209, "Session token is expired.");
    });
}

/// Row 132 of the attack catalogue.
#[test]
fn a_log_out_on_one_node_is_one_on_the_other() {
    case(async {
        let api = Api::start().await;
        let other = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
        let other = Arc::new(other.await.expect("a second server"));
        let engine = other.engine.clone();
        task::spawn("listening for invalidations", async move {
            engine.listen_for_invalidations().await;
        });
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        let headers = [("x-parse-session-token", token)];
        let there = async || api.on_with(&other, "GET", "/users/me", &headers).await.status;
        assert_eq!(there().await, 200);
        by(&api, token, "POST", "/logout", json!({})).await.is(200, json!({}));
        assert_eq!(me(&api, token).await, 400, "here at once");
        eventually(async || there().await == 400).await;
    });
}

#[test]
fn a_log_out_does_not_wait_for_classes_to_be_read() {
    case(async {
        let endless = [("STATEMENT_TIMEOUT", "0"), ("LOCK_TIMEOUT", "0")];
        let api = Api::with(&endless, Extension::default()).await;
        let other = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
        let other = Arc::new(other.await.expect("a second server"));
        let engine = other.engine.clone();
        task::spawn("listening for invalidations", async move {
            engine.listen_for_invalidations().await;
        });
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        let headers = [("x-parse-session-token", token)];
        let there = async || api.on_with(&other, "GET", "/users/me", &headers).await.status;
        // What is read when it begins to listen is read by then.
        let mut applied = other.engine.invalidations();
        api.app.engine.store().notify(&Invalidation::Schema).await.expect("told");
        while applied.recv().await.expect("a word") != Invalidation::Schema {}
        assert_eq!(there().await, 200);
        let client = api.database().client().await;
        client.batch_execute(r#"begin; lock table "_SCHEMA""#).await.expect("a lock");
        api.app.engine.store().notify(&Invalidation::Schema).await.expect("told");
        by(&api, token, "POST", "/logout", json!({})).await.is(200, json!({}));
        eventually(async || there().await == 400).await;
        client.batch_execute("rollback").await.expect("no lock");
    });
}

/// Row 134 of the attack catalogue.
#[test]
fn a_user_cannot_be_named_like_a_role() {
    case(async {
        let api = Api::with(&[("ALLOW_CUSTOM_OBJECT_ID", "true")], Extension::default()).await;
        let body = json!({ "objectId": "role:admin", "username": "eve", "password": "secret" });
        let answer = api.send("POST", "/users", body).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!(119)), "{}", answer.text);
    });
}

/// Row 135 of the attack catalogue.
#[test]
fn an_installation_ends_older_sessions_of_the_same_user_only() {
    case(async {
        let api = Api::start().await;
        for name in ["ada", "eve"] {
            sign_up(&api, name).await;
        }
        let phone = [("x-parse-installation-id", "the-phone")];
        let victim = log_in(&api, "ada", &phone).await;
        let attacker = log_in(&api, "eve", &phone).await;
        assert_eq!((me(&api, &victim).await, me(&api, &attacker).await), (200, 200));
        let again = log_in(&api, "ada", &phone).await;
        assert_eq!((me(&api, &victim).await, me(&api, &again).await), (400, 200));
        assert_eq!(me(&api, &attacker).await, 200);
    });
}

/// Counts who leaves.
struct Doorman(Arc<AtomicUsize>);

#[async_trait]
impl Triggers for Doorman {
    fn kinds(&self) -> &'static [TriggerKind] {
        &[TriggerKind::AfterLogout]
    }

    async fn after_logout(&self, _: &Cx, _: &Object) -> Result<(), Error> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

/// Row 136 of the attack catalogue.
#[test]
fn of_parallel_log_outs_one_ends_the_session_and_none_fails() {
    case(async {
        let left = Arc::new(AtomicUsize::new(0));
        let extension =
            Extension::default().with_triggers(ClassName::user(), Doorman(left.clone()));
        let api = Api::with(&[], extension).await;
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        let all = (0..20).map(|_| by(&api, token, "POST", "/logout", json!({})));
        let answers = join_all(all).await;
        assert!(answers.iter().any(|answer| answer.status == 200));
        for answer in &answers {
            // Anyone who comes when the session has ended hears that, as in Parse Server.
            match answer.status {
                200 => answer.is(200, json!({})),
                _ => answer.refused(400, 209, INVALID),
            }
        }
        assert_eq!(left.load(Ordering::SeqCst), 1);
        assert_eq!(me(&api, token).await, 400);
    });
}

/// Row 137 of the attack catalogue.
#[test]
fn a_token_in_an_address_is_nobodys() {
    case(async {
        let api = Api::start().await;
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        for name in ["sessionToken", "_SessionToken", "token", "X-Parse-Session-Token"] {
            let path = format!("/users/me?{name}={token}");
            let answer = api.send("GET", &path, Json::Null).await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(209)), "{name}");
        }
    });
}

/// Row 139 of the attack catalogue.
#[test]
fn a_user_has_so_many_sessions_and_the_oldest_end() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00Z");
        let settings = [("MAX_SESSIONS_PER_USER", "3")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        sign_up(&api, "ada").await;
        let bob = sign_up(&api, "bob").await;
        let mut tokens = Vec::new();
        for second in 1..=5 {
            clock.set(&format!("2026-01-01T00:00:0{second}Z"));
            tokens.push(log_in(&api, "ada", &[]).await);
        }
        let mut alive = Vec::new();
        for token in &tokens {
            alive.push(me(&api, token).await == 200);
        }
        assert_eq!(alive, [false, false, true, true, true]);
        assert_eq!(me(&api, text(&bob, "sessionToken")).await, 200);
    });
}

/// Row 139 of the attack catalogue.
#[test]
fn parallel_log_ins_leave_no_more_sessions_either() {
    case(async {
        let left = Arc::new(AtomicUsize::new(0));
        for extension in [
            Extension::default(),
            // With triggers, every log-in is a transaction of its own.
            Extension::default().with_triggers(ClassName::session(), Doorman(left.clone())),
        ] {
            let api = Api::with(&[("MAX_SESSIONS_PER_USER", "3")], extension).await;
            let ada = sign_up(&api, "ada").await;
            join_all((0..12).map(|_| log_in(&api, "ada", &[]))).await;
            let filter = format!(
                r#"{{"user":{{"__type":"Pointer","className":"_User","objectId":"{}"}}}}"#,
                text(&ada, "objectId")
            );
            let path = escaped(&format!("/classes/_Session?where={filter}"));
            let found = api.master("GET", &path, Json::Null).await.ok();
            assert_eq!(found["results"].as_array().map(Vec::len), Some(3));
        }
    });
}

#[test]
fn a_session_that_goes_unused_ends_and_one_in_use_does_not() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00Z");
        let settings = [("IDLE_LENGTH", "3600"), ("SESSION_LENGTH", "86400")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let ada = sign_up(&api, "ada").await;
        let used = text(&ada, "sessionToken").to_owned();
        let unused = log_in(&api, "ada", &[]).await;
        for time in ["00:50", "01:40", "02:30"] {
            clock.set(&format!("2026-01-01T{time}:00Z"));
            assert_eq!(me(&api, &used).await, 200, "{time}");
        }
        let answer = by(&api, &unused, "GET", "/users/me", Json::Null).await;
        answer.refused(400, 209, "Session token is expired.");
        clock.set("2026-01-01T03:30:01Z");
        assert_eq!(me(&api, &used).await, 400);
    });
}

#[test]
fn use_on_another_node_keeps_a_session_alive_here() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00Z");
        let settings = [("IDLE_LENGTH", "3600")];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let other = App::start(api.app.config.clone(), Extension::default(), clock.clone()).await;
        let other = Arc::new(other.expect("a second server"));
        let ada = sign_up(&api, "ada").await;
        let headers = [("x-parse-session-token", text(&ada, "sessionToken"))];
        clock.set("2026-01-01T00:50:00Z");
        api.on_with(&other, "GET", "/users/me", &headers).await.ok();
        clock.set("2026-01-01T01:30:00Z");
        assert_eq!(me(&api, text(&ada, "sessionToken")).await, 200);
    });
}

#[test]
fn a_session_used_in_its_second_half_lasts_anew_where_that_is_wanted() {
    case(async {
        let clock = Hands::at("2026-01-01T00:00:00Z");
        let settings = [
            ("EXTEND_SESSION_ON_USE", "true"),
            ("SESSION_LENGTH", "3600"),
            ("IDLE_LENGTH", "3000"),
        ];
        let api = Api::at(&settings, Extension::default(), clock.clone()).await;
        let ada = sign_up(&api, "ada").await;
        let token = text(&ada, "sessionToken");
        for time in ["00:25", "00:50", "01:15", "01:40"] {
            clock.set(&format!("2026-01-01T{time}:00Z"));
            assert_eq!(me(&api, token).await, 200, "{time}");
        }
    });
}

/// Row 202 of the attack catalogue.
#[test]
fn a_device_token_is_a_text() {
    case(async {
        let api = Api::start().await;
        for token in [json!({ "$ne": "x" }), json!({ "$regex": ".*" }), json!(["x"]), json!(5)] {
            let body = json!({ "deviceToken": token, "deviceType": "ios" });
            let answer = api.send("POST", "/installations", body).await;
            assert_eq!(
                (answer.status, &answer.body["code"]),
                (400, &json!(111)),
                "{}",
                answer.text
            );
        }
    });
}

#[test]
fn the_product_lets_nobody_in_without_an_account() {
    case(async {
        let settings = [("PROFILE", "product")];
        let api = Api::with(&settings, Extension::default()).await;
        let body = json!({ "authData": { "anonymous": { "id": "guest" } } });
        let answer = api.send("POST", "/users", body).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!(252)), "{}", answer.text);
    });
}
