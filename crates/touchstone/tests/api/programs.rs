//! `/api/v1`: the answers to programs with a key, and without one.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use parse_engine::SystemClock;
use parse_engine::extension::Answer as Pending;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;
use touchstone::App;

use crate::api::{Answer, Api, text};
use crate::wallets::{brought, serving};

/// A programme with an administrator.
struct Scene {
    api: Api,
    token: String,
}

impl Scene {
    async fn open() -> Scene {
        Scene::with_settings(&[]).await
    }

    async fn with_settings(settings: &[(&str, &str)]) -> Scene {
        let product = [("PROFILE", "product"), ("PROGRAMME_ACCESS", "open")];
        let api = serving(&[&product, settings].concat()).await;
        let mia = json!({ "username": "mia", "password": "correct horse battery staple" });
        let mia = api.send("POST", "/users", mia).await.ok();
        let tx = api.app.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, text(&mia, "objectId")).await.expect("one");
        tx.commit().await.expect("a commit");
        Scene { token: text(&mia, "sessionToken").to_owned(), api }
    }

    async fn key(&self, scopes: Json) -> String {
        let by = [("x-parse-session-token", &*self.token)];
        let params = json!({ "name": "CI", "scopes": scopes });
        let made = self.api.send_with("POST", "/functions/apiKeyCreate", &by, params).await;
        text(&made.ok()["result"], "secret").to_owned()
    }

    async fn ask(&self, key: &str, method: &str, path: &str, body: Json) -> Answer {
        let bearer = format!("Bearer {key}");
        self.with(&[("authorization", &*bearer)], method, path, body).await
    }

    async fn with(&self, headers: &[(&str, &str)], method: &str, path: &str, body: Json) -> Answer {
        self.api.raw(request(headers, method, path, &body)).await
    }
}

fn request(headers: &[(&str, &str)], method: &str, path: &str, body: &Json) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    request.body(body).expect("a request")
}

#[track_caller]
fn problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, text(&answer.body, "code")), (status, code), "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
}

#[test]
fn without_a_key_that_counts_nothing_is_told_but_the_description() {
    case(async {
        let scene = Scene::open().await;
        let document = scene.with(&[], "GET", "/openapi.json", Json::Null).await.ok();
        assert_eq!(document["openapi"], "3.1.0");
        let never_made = "ts_live_8Kd2vQ7mZ1xR4tB9nW3cY6pL0sHfJg5A0BZAfA";
        let mut told = Vec::new();
        for key in ["", "nonsense", never_made, &scene.token] {
            let answer = scene.ask(key, "GET", "/issues", Json::Null).await;
            problem(&answer, 401, "KEY");
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
            told.push(answer.text);
        }
        told.dedup();
        assert_eq!(told.len(), 1, "which of them is wrong is not told");
        let session = [("x-parse-session-token", &*scene.token)];
        problem(&scene.with(&session, "GET", "/issues", Json::Null).await, 401, "KEY");
        let key = scene.key(json!(["read"])).await;
        problem(&scene.ask(&key, "GET", "/nothing", Json::Null).await, 404, "NOT_FOUND");
        let other = scene.ask(&key, "DELETE", "/issues", Json::Null).await;
        problem(&other, 405, "METHOD");
        assert_eq!(other.header("allow"), Some("GET, POST"));
        let bearer = format!("Bearer {key}");
        let parse = [("authorization", &*bearer)];
        let me = scene.api.send_with("GET", "/users/me", &parse, Json::Null).await;
        assert_ne!(me.status, 200, "a key opens no other door");
    });
}

#[test]
fn a_key_does_what_its_scopes_say_and_a_repeated_call_is_done_once() {
    case(async {
        let scene = Scene::open().await;
        let builds = scene.key(json!(["builds"])).await;
        problem(&scene.ask(&builds, "GET", "/issues", Json::Null).await, 403, "SCOPE");
        let bearer = format!("Bearer {builds}");
        let once = [("authorization", &*bearer), ("idempotency-key", "release-51")];
        let build = json!({ "channel": "web", "version": "0.5.1", "notes": "Fewer reverts." });
        let first = scene.with(&once, "POST", "/builds", build.clone()).await;
        assert_eq!(first.status, 201, "{}", first.text);
        let again = scene.with(&once, "POST", "/builds", build.clone()).await;
        assert_eq!((again.status, &again.text), (201, &first.text));
        let other = json!({ "channel": "web", "version": "0.5.2" });
        problem(&scene.with(&once, "POST", "/builds", other).await, 409, "IDEMPOTENCY_KEY");
        let known = scene.ask(&builds, "POST", "/builds", build).await;
        assert_eq!((known.status, &known.body["isNew"]), (200, &json!(false)));
        let wrong = json!({ "channel": "web", "version": "a b" });
        problem(&scene.ask(&builds, "POST", "/builds", wrong).await, 422, "BUILD_VERSION");
        let reports = scene.key(json!(["report", "read"])).await;
        let report = json!({
            "kind": "bug", "title": "Nightly run fails at the quote", "area": "swap", "build": "0.5.1",
            "body": "The quote is older than a minute in every run.",
        });
        let made = scene.ask(&reports, "POST", "/issues", report).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let page = scene.ask(&reports, "GET", "/issues?status=new&limit=5", Json::Null).await.ok();
        assert_eq!(page["issues"][0]["build"], "0.5.1");
        let path = format!("/issues/{}", made.body["number"]);
        assert_eq!(scene.ask(&reports, "GET", &path, Json::Null).await.status, 200);
        problem(&scene.ask(&reports, "GET", "/issues/999", Json::Null).await, 404, "NOT_FOUND");
        let mail = scene.key(json!(["mail"])).await;
        let bounce =
            json!({ "address": "unknown@example.org", "kind": "bounce", "permanent": true });
        scene.ask(&mail, "POST", "/mail-events", bounce).await.is(200, json!({}));
    });
}

#[test]
fn a_report_that_does_not_fit_gets_every_problem_in_one_answer() {
    case(async {
        let scene = Scene::open().await;
        let key = scene.key(json!(["report", "read"])).await;
        let report = json!({
            "kind": "rant", "title": "Short", "area": "moon", "build": "9.9.9", "severity": "high",
            "body": "Too short.", "color": "red",
        });
        let refused = scene.ask(&key, "POST", "/issues", report).await;
        problem(&refused, 422, "PARAMS");
        assert_eq!(refused.body["key"], "PARAMS");
        let errors = refused.body["errors"].as_array().expect("all problems");
        let of = |field: &str| {
            let found = errors.iter().find(|error| error["field"] == field);
            found.unwrap_or_else(|| panic!("{field}: {}", refused.text))
        };
        let keys = [
            ("kind", "FIELD_VALUE"),
            ("severity", "FIELD_VALUE"),
            ("color", "FIELD_UNKNOWN"),
            ("title", "TEXT_TOO_SHORT"),
            ("area", "AREA"),
            ("build", "BUILD"),
            ("body", "REPORT_TOO_SHORT"),
        ];
        for (field, key) in keys {
            assert_eq!(of(field)["key"], key, "{field}");
        }
        assert_eq!(errors.len(), keys.len(), "{}", refused.text);
        assert_eq!(of("kind")["allowed"], json!(["bug", "friction", "idea"]));
        assert_eq!(of("severity")["allowed"], json!(["S1", "S2", "S3", "S4"]));
        let programme = scene.ask(&key, "GET", "/programme", Json::Null).await.ok();
        let areas = programme["areas"].as_array().expect("areas").iter();
        let areas: Vec<&Json> = areas.map(|area| &area["key"]).collect();
        assert_eq!(of("area")["allowed"], json!(areas));
        let none = scene.ask(&key, "GET", "/issues", Json::Null).await.ok();
        assert_eq!(none["issues"], json!([]), "nothing was reported");
    });
}

#[test]
fn the_programme_has_what_a_report_needs() {
    case(async {
        let scene = Scene::open().await;
        let builds = scene.key(json!(["builds"])).await;
        let build = json!({ "channel": "web", "version": "0.5.1" });
        scene.ask(&builds, "POST", "/builds", build).await.ok();
        problem(&scene.ask(&builds, "GET", "/programme", Json::Null).await, 403, "SCOPE");
        let key = scene.key(json!(["report"])).await;
        let programme = scene.ask(&key, "GET", "/programme", Json::Null).await.ok();
        let report = json!({
            "kind": programme["kinds"][0]["key"], "area": programme["areas"][0]["key"],
            "build": programme["builds"][0]["version"], "severity": programme["severities"][0]["key"],
            "title": "Nightly run fails at the quote", "body": "The quote is older than a minute in every run.",
        });
        assert_eq!(report["build"], "0.5.1");
        let made = scene.ask(&key, "POST", "/issues", report).await;
        assert_eq!(made.status, 201, "{}", made.text);
    });
}

#[test]
fn a_filter_with_an_unknown_value_is_refused_with_the_allowed_ones() {
    case(async {
        let scene = Scene::open().await;
        let key = scene.key(json!(["read"])).await;
        let path = "/issues?status=bogus&kind=rant&color=red";
        let refused = scene.ask(&key, "GET", path, Json::Null).await;
        problem(&refused, 422, "PARAMS");
        let fields: Vec<(&Json, bool)> = refused.body["errors"]
            .as_array()
            .expect("all problems")
            .iter()
            .map(|error| (&error["field"], error["allowed"].is_array()))
            .collect();
        let wanted = json!(["status", "kind", "color"]);
        assert_eq!(json!(fields.iter().map(|(field, _)| field).collect::<Vec<_>>()), wanted);
        assert_eq!(fields.iter().filter(|(_, is_listed)| *is_listed).count(), 2);
    });
}

#[test]
fn the_description_is_a_page_without_scripts() {
    case(async {
        let scene = Scene::open().await;
        let page = scene.with(&[], "GET", "/docs", Json::Null).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8"))
        );
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'; style-src 'self'"), "{policy}");
        assert!(page.text.contains("POST /issues") && !page.text.contains("<script"));
        let style = scene.with(&[], "GET", "/docs.css", Json::Null).await;
        assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
    });
}

#[test]
fn a_key_that_is_used_too_often_is_told_when_to_come_again() {
    case(async {
        let scene = Scene::open().await;
        let key = scene.key(json!(["read"])).await;
        // The allowance grows back while we ask, so how many it takes depends on the machine.
        let mut answer = scene.ask(&key, "GET", "/issues/1", Json::Null).await;
        for _ in 0..600 {
            if answer.status != 404 {
                break;
            }
            answer = scene.ask(&key, "GET", "/issues/1", Json::Null).await;
        }
        problem(&answer, 429, "RATE");
        assert!(answer.header("retry-after").is_some());
        let other = scene.key(json!(["read"])).await;
        assert_eq!(scene.ask(&other, "GET", "/issues/1", Json::Null).await.status, 404);
    });
}

#[test]
fn a_key_is_counted_by_all_nodes_together_and_by_each_while_redis_is_gone() {
    case(async {
        let redis = "redis://127.0.0.1:63799";
        let gone = "redis://127.0.0.1:1";
        for (redis, most) in [(redis, 120), (gone, 240)] {
            let scene = Scene::with_settings(&[("REDIS_URL", redis)]).await;
            let config = scene.api.app.config.clone();
            let extension = touchstone::product::extension(&config);
            let other = App::start(config, extension, Arc::new(SystemClock)).await;
            let other = Arc::new(other.expect("another node"));
            let bearer = format!("Bearer {}", scene.key(json!(["read"])).await);
            let mut allowed = 0;
            for number in 0..250 {
                let node = if number % 2 == 0 { &scene.api.app } else { &other };
                let asked =
                    request(&[("authorization", &*bearer)], "GET", "/issues/1", &Json::Null);
                let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
                let answer = node.http.answer(local, asked).await;
                allowed += usize::from(answer.status().as_u16() == 404);
            }
            // The allowance grows back by two a second while we ask.
            assert!((most..most + 40).contains(&allowed), "{redis}: {allowed}");
        }
    });
}

#[test]
fn a_program_whose_call_panics_is_told_and_others_are_served() {
    case(async {
        let mut scene = Scene::open().await;
        let key = scene.key(json!(["read"])).await;
        let broken = |_, _| -> Pending { panic!("as asked") };
        let settings = [("PROFILE", "product"), ("PROGRAMME_ACCESS", "open")];
        let extension = brought(&settings).with_function("apiIssues", broken);
        scene.api.start_again(&settings, extension).await;
        let answer = scene.ask(&key, "GET", "/issues", Json::Null).await;
        assert_eq!(answer.status, 500, "{}", answer.text);
        assert!(answer.header("x-request-id").is_some());
        scene.with(&[], "GET", "/openapi.json", Json::Null).await.ok();
    });
}
