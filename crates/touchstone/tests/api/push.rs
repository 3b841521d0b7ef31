//! Pushes from the request to the provider.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use parse_engine::push_provider::{Device, Message, PushOutcome, PushProvider};
use parse_engine::{Clock, Extension};
use parse_model::{Date, Json};
use parse_push::{deliver_due, deliver_for_ever};
use serde_json::json;
use telemetry::task;
use testkit::case;
use touchstone::{App, Config};

use crate::api::{Api, Hands, READ_ONLY, eventually};

/// Writes down whom it was given; `dead` tokens are dead.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<Sent>>>);

/// A message and the tokens it went to.
type Sent = (Message, Vec<String>);

impl Recorder {
    fn extension(&self) -> Extension {
        Extension::default().with_push_provider(self.clone())
    }

    fn tokens(&self) -> Vec<String> {
        let sent = self.0.lock().expect("a lock");
        let mut tokens: Vec<String> = sent.iter().flat_map(|(_, tokens)| tokens.clone()).collect();
        tokens.sort();
        tokens
    }
}

#[async_trait]
impl PushProvider for Recorder {
    async fn send(&self, message: &Message, devices: &[Device]) -> Vec<PushOutcome> {
        let tokens: Vec<String> = devices.iter().map(|device| device.token.clone()).collect();
        let outcome = |token: &String| match token.as_str() {
            "dead" => PushOutcome::Dead,
            _ => PushOutcome::Sent,
        };
        let outcomes = tokens.iter().map(outcome).collect();
        self.0.lock().expect("a lock").push((message.clone(), tokens));
        outcomes
    }
}

async fn install(api: &Api, token: &str, more: Json) {
    let mut body = json!({ "deviceToken": token, "deviceType": "ios", "installationId": token });
    let more = more.as_object().expect("an object").clone();
    body.as_object_mut().expect("an object").extend(more);
    api.master("POST", "/installations", body).await.ok();
}

async fn push(api: &Api, body: Json) -> String {
    let answer = api.master("POST", "/push", body).await;
    answer.is(200, json!({ "result": true }));
    answer.header("x-parse-push-status-id").expect("the id of the push").to_owned()
}

async fn status(api: &Api, id: &str) -> Json {
    api.master("GET", &format!("/classes/_PushStatus/{id}"), Json::Null).await.ok()
}

#[test]
fn without_a_provider_there_is_no_push() {
    case(async {
        let api = Api::start().await;
        let answer = api.master("POST", "/push", json!({ "where": {} })).await;
        answer.refused(400, 115, "Missing push configuration");
        let info = api.master("GET", "/serverInfo", Json::Null).await.ok();
        assert_eq!(info["features"]["push"]["immediatePush"], false);
    });
}

#[test]
fn clients_and_the_read_only_master_key_send_no_push() {
    case(async {
        let recorder = Recorder::default();
        let api = Api::with(&[], recorder.extension()).await;
        let answer = api.send("POST", "/push", json!({ "where": {} })).await;
        answer.is(403, json!({ "error": "Permission denied" }));
        let key = [("x-parse-master-key", READ_ONLY)];
        for path in ["/push", "/push_audiences"] {
            let answer = api.send_with("POST", path, &key, json!({ "where": {} })).await;
            answer.refused(400, 119, "Permission denied");
        }
        deliver_due(&api.app.engine).await.unwrap();
        assert!(recorder.tokens().is_empty());
    });
}

#[test]
fn every_installation_is_told_once_over_many_batches() {
    case(async {
        let recorder = Recorder::default();
        let api = Api::with(&[], recorder.extension()).await;
        let mut all: Vec<String> = (0..230).map(|n| format!("t{n:03}")).collect();
        for some in all.chunks(50) {
            let requests: Vec<Json> = some
                .iter()
                .map(|token| {
                    json!({ "method": "POST", "path": "/parse/installations", "body": {
                        "deviceToken": token, "installationId": token, "deviceType": "android",
                    }})
                })
                .collect();
            api.master("POST", "/batch", json!({ "requests": requests })).await.ok();
        }
        let id = push(&api, json!({ "where": {}, "data": { "alert": "hi" } })).await;
        assert_eq!(status(&api, &id).await["status"], "pending");
        deliver_due(&api.app.engine).await.unwrap();
        all.sort();
        assert_eq!(recorder.tokens(), all);
        let sizes: Vec<usize> =
            recorder.0.lock().expect("a lock").iter().map(|sent| sent.1.len()).collect();
        assert_eq!(sizes, [100, 100, 30]);
        let row = status(&api, &id).await;
        assert_eq!((&row["status"], &row["numSent"]), (&json!("succeeded"), &json!(230)));
        assert_eq!(row["sentPerType"], json!({ "android": 230 }));
        assert_eq!(row.get("count"), None);
    });
}

#[test]
fn of_several_nodes_one_sends() {
    case(async {
        let recorder = Recorder::default();
        let api = Api::with(&[], recorder.extension()).await;
        for n in 0..5 {
            install(&api, &format!("t{n}"), json!({})).await;
        }
        for _ in 0..3 {
            let clock = Arc::new(parse_engine::SystemClock);
            let app =
                App::start(api.app.config.clone(), recorder.extension(), clock).await.unwrap();
            let engine = app.engine.clone();
            task::spawn("listening for invalidations", async move {
                engine.listen_for_invalidations().await;
            });
            let engine = app.engine.clone();
            task::spawn("sending pushes", async move { deliver_for_ever(&engine).await });
        }
        let mut ids = Vec::new();
        for _ in 0..10 {
            ids.push(push(&api, json!({ "where": {}, "data": { "alert": "hi" } })).await);
        }
        for id in &ids {
            eventually(async || status(&api, id).await["status"] == "succeeded").await;
        }
        assert_eq!(recorder.tokens().len(), 50);
    });
}

#[test]
fn a_scheduled_push_is_sent_when_it_is_due_and_not_before() {
    case(async {
        let (recorder, clock) = (Recorder::default(), Hands::at("2026-01-01T00:00:00Z"));
        let api = Api::at(&[], recorder.extension(), clock.clone()).await;
        install(&api, "t1", json!({ "badge": 2 })).await;
        let body = json!({
            "where": {}, "data": { "alert": "hi", "badge": "Increment" },
            "push_time": "2026-01-02T00:00:00Z", "expiration_interval": 60,
        });
        let id = push(&api, body).await;
        deliver_due(&api.app.engine).await.unwrap();
        let row = status(&api, &id).await;
        assert_eq!(
            (&row["status"], &row["pushTime"]),
            (&json!("scheduled"), &json!("2026-01-02T00:00:00.000Z"))
        );
        assert!(recorder.tokens().is_empty());
        clock.set("2026-01-02T00:00:01Z");
        deliver_due(&api.app.engine).await.unwrap();
        assert_eq!(status(&api, &id).await["status"], "succeeded");
        let sent = recorder.0.lock().expect("a lock");
        assert_eq!(sent[0].0.data["badge"], 3);
        assert_eq!(sent[0].0.expires_at, Date::parse("2026-01-02T00:01:00Z"));
    });
}

#[test]
fn what_waited_past_its_end_is_not_sent() {
    case(async {
        let (recorder, clock) = (Recorder::default(), Hands::at("2026-01-01T00:00:00Z"));
        let api = Api::at(&[], recorder.extension(), clock.clone()).await;
        install(&api, "t1", json!({})).await;
        let body = json!({
            "where": {}, "data": {},
            "push_time": "2026-01-02T00:00:00Z", "expiration_time": "2026-01-02T01:00:00Z",
        });
        let id = push(&api, body).await;
        clock.set("2026-01-03T00:00:00Z");
        deliver_due(&api.app.engine).await.unwrap();
        let row = status(&api, &id).await;
        assert_eq!((&row["status"], &row["numSent"]), (&json!("succeeded"), &json!(0)));
        assert!(recorder.tokens().is_empty());
    });
}

#[test]
fn a_push_at_everybodys_own_time_follows_the_sun() {
    case(async {
        let (recorder, clock) = (Recorder::default(), Hands::at("2026-06-01T00:00:00Z"));
        let api = Api::at(&[], recorder.extension(), clock.clone()).await;
        for (token, zone) in [
            ("tokyo", "Asia/Tokyo"),
            ("berlin", "Europe/Berlin"),
            ("delhi", "Asia/Kolkata"),
            ("lost", "Nowhere/Land"),
        ] {
            install(&api, token, json!({ "timeZone": zone })).await;
        }
        install(&api, "silent", json!({})).await;
        let body = json!({ "where": {}, "data": {}, "push_time": "2026-06-02T12:00:00" });
        let id = push(&api, body).await;
        assert_eq!(status(&api, &id).await["pushTime"], "2026-06-02T12:00:00.000");
        for (time, told) in [
            ("2026-06-02T02:59:59Z", &[][..]),
            ("2026-06-02T03:00:00Z", &["tokyo"]),
            ("2026-06-02T06:30:00Z", &["delhi", "tokyo"]),
            ("2026-06-02T10:00:00Z", &["berlin", "delhi", "tokyo"]),
            ("2026-06-02T11:59:59Z", &["berlin", "delhi", "tokyo"]),
            ("2026-06-02T12:00:00Z", &["berlin", "delhi", "lost", "silent", "tokyo"]),
        ] {
            clock.set(time);
            deliver_due(&api.app.engine).await.unwrap();
            assert_eq!(recorder.tokens(), told, "at {time}");
        }
        let row = status(&api, &id).await;
        assert_eq!(row["status"], "succeeded");
        assert_eq!(row["sentPerUTCOffset"], json!({ "9": 1, "5:30": 1, "2": 1, "0": 2 }));
    });
}

#[test]
fn dead_tokens_are_cleared_where_the_operator_wants_it() {
    case(async {
        for (is_wanted, left) in [(true, Json::Null), (false, json!("dead"))] {
            let recorder = Recorder::default();
            let tune =
                |config: &mut Config| config.engine.cleanup_invalid_installations = is_wanted;
            let api = Api::tuned(&[], recorder.extension(), tune).await;
            install(&api, "dead", json!({})).await;
            install(&api, "alive", json!({})).await;
            let id = push(&api, json!({ "where": {}, "data": {} })).await;
            deliver_due(&api.app.engine).await.unwrap();
            let row = status(&api, &id).await;
            assert_eq!((&row["numSent"], &row["numFailed"]), (&json!(1), &json!(1)));
            assert_eq!(row["failedPerType"], json!({ "ios": 1 }));
            let path = "/installations?order=createdAt";
            let found = api.master("GET", path, Json::Null).await.ok();
            assert_eq!(found["results"][0]["deviceToken"], left);
            assert_eq!(found["results"][1]["deviceToken"], "alive");
        }
    });
}

#[test]
fn what_a_dead_node_left_is_taken_up_again() {
    case(async {
        let (recorder, clock) = (Recorder::default(), Hands::at("2026-01-01T00:00:00Z"));
        let api = Api::at(&[], recorder.extension(), clock.clone()).await;
        install(&api, "t1", json!({})).await;
        let id = push(&api, json!({ "where": {}, "data": {} })).await;
        let db = api.app.engine.store().db();
        let lease = Date::parse("2026-01-01T00:10:00Z").unwrap();
        parse_store::push_work::take(&db, clock.now(), lease).await.unwrap().expect("the work");
        deliver_due(&api.app.engine).await.unwrap();
        assert!(recorder.tokens().is_empty(), "another node holds it");
        clock.set("2026-01-01T00:10:01Z");
        deliver_due(&api.app.engine).await.unwrap();
        assert_eq!(recorder.tokens(), ["t1"]);
        assert_eq!(status(&api, &id).await["status"], "succeeded");
    });
}

#[test]
fn a_where_that_means_nothing_is_refused_at_once() {
    case(async {
        let api = Api::with(&[], Recorder::default().extension()).await;
        let body = json!({ "where": { "a": { "$nope": 1 } }, "data": {} });
        let answer = api.master("POST", "/push", body).await;
        assert_eq!((answer.status, &answer.body["code"]), (400, &json!(102)), "{}", answer.text);
        let found = api.master("GET", "/classes/_PushStatus", Json::Null).await.ok();
        assert_eq!(found["results"], json!([]));
    });
}
