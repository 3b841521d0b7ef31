//! How often a caller may call.

use std::net::IpAddr;
use std::sync::Arc;

use parse_engine::{Extension, SystemClock};
use parse_model::Json;
use serde_json::json;
use testkit::case;
use touchstone::{App, Work};

use crate::api::{APPLICATION, Answer, Api, MASTER, eventually, request};
use crate::post::{Mailing, form};

const RULE: &str = r#"[{"requestPath":"/login","requestTimeWindow":600000,"requestCount":3,
    "requestMethods":["POST"],"errorResponseMessage":"Slowly."}]"#;

fn outside() -> IpAddr {
    "192.0.2.7".parse().expect("an address")
}

async fn call(api: &Api, method: &str, path: &str, body: Json) -> Answer {
    let headers = [("x-parse-application-id", APPLICATION)];
    api.raw_from(outside(), request(method, path, &headers, body)).await
}

#[test]
fn over_the_limit_the_answer_is_429_and_says_when_to_come_again() {
    case(async {
        let api = Api::with(&[("RATE_LIMIT", RULE)], Extension::default()).await;
        let person = json!({ "username": "ada", "password": "wrong" });
        for _ in 0..3 {
            call(&api, "POST", "/login", person.clone()).await.refused(
                404,
                101,
                "Invalid username/password.",
            );
        }
        let answer = call(&api, "POST", "/login", person.clone()).await;
        answer.refused(429, 100, "Slowly.");
        let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=201).contains(&wait), "{wait}");
        let from_here = api.send("POST", "/login", person).await;
        from_here.refused(404, 101, "Invalid username/password.");
    });
}

#[test]
fn another_spelling_of_a_call_shares_its_count() {
    case(async {
        let api = Api::with(&[("RATE_LIMIT", RULE)], Extension::default()).await;
        let person = json!({ "username": "ada", "password": "wrong" });
        let mut tunnelled = person.clone();
        tunnelled["_method"] = json!("GET");
        call(&api, "POST", "/login", person.clone()).await.refused(
            404,
            101,
            "Invalid username/password.",
        );
        call(&api, "POST", "/LogIn/", tunnelled.clone()).await.refused(
            404,
            101,
            "Invalid username/password.",
        );
        call(&api, "GET", "/login?username=ada&password=wrong", Json::Null).await.refused(
            404,
            101,
            "Invalid username/password.",
        );
        for (method, path) in [("POST", "/login"), ("POST", "//login"), ("GET", "/login")] {
            let body = if method == "GET" { Json::Null } else { tunnelled.clone() };
            call(&api, method, path, body).await.refused(429, 100, "Slowly.");
        }
    });
}

#[test]
fn every_item_of_a_batch_is_charged_and_one_too_many_stops_all_of_them() {
    case(async {
        let api = Api::with(&[("RATE_LIMIT", RULE)], Extension::default()).await;
        let item = json!({ "method": "POST", "path": "/parse/login", "body": { "username": "ada", "password": "x" } });
        let note = json!({ "method": "POST", "path": "/parse/classes/Note", "body": {} });
        let mut items = vec![note];
        items.extend(vec![item; 4]);
        call(&api, "POST", "/batch", json!({ "requests": items }))
            .await
            .refused(400, 100, "Slowly.");
        let found = api.send("GET", "/classes/Note?count=1&limit=0", Json::Null).await.ok();
        assert_eq!(found["count"], 0, "nothing was done");
    });
}

#[test]
fn the_product_answers_155_and_bounds_sign_up_by_either_path() {
    case(async {
        let settings = [("PROFILE", "product"), ("ALLOW_CLIENT_CLASS_CREATION", "true")];
        let api = Api::with(&settings, Extension::default()).await;
        for path in ["/users", "/classes/_User", "/users", "/Users/", "/classes/%5FUser"] {
            let answer = call(&api, "POST", path, json!({ "username": "" })).await;
            assert_eq!(answer.status, 400, "{path} {}", answer.text);
        }
        let answer = call(&api, "POST", "/users", json!({ "username": "" })).await;
        answer.refused(429, 155, "Too many requests.");
        assert!(answer.header("retry-after").is_some());
        let batch = json!({ "requests": [
            { "method": "POST", "path": "/parse/classes/_User", "body": { "username": "" } },
        ]});
        call(&api, "POST", "/batch", batch).await.refused(429, 155, "Too many requests.");
    });
}

#[test]
fn an_address_that_guesses_keys_is_turned_away_even_with_the_right_one() {
    case(async {
        let api = Api::with(&[("MASTER_KEY_IPS", "0.0.0.0/0")], Extension::default()).await;
        let with_key = async |key: &str| {
            let headers = [("x-parse-application-id", APPLICATION), ("x-parse-master-key", key)];
            api.raw_from(outside(), request("GET", "/schemas", &headers, Json::Null)).await.status
        };
        assert_eq!(with_key(MASTER).await, 200);
        for _ in 0..10 {
            assert_eq!(with_key("guess").await, 403);
        }
        assert_eq!(with_key(MASTER).await, 403);
        let answer = call(&api, "GET", "/classes/Note", Json::Null).await;
        answer.is(200, json!({ "results": [] }));
        api.master("GET", "/schemas", Json::Null).await.ok();
    });
}

#[test]
fn another_field_of_a_page_is_no_account_that_mails_are_counted_by() {
    case(async {
        let settings = [("PROFILE", "product"), ("VERIFY_USER_EMAILS", "true")];
        let mailing = Mailing::start(&settings).await;
        let mut answered = Vec::new();
        for number in 0..5_u8 {
            let decoy = format!("x{number}@engines.example");
            let fields = [("email", &*decoy), ("username", "victim")];
            let from = IpAddr::from([198, 51, number, 1]);
            let asked = form("resend_verification_email", &fields, &[]);
            answered.push(mailing.api.raw_from(from, asked).await.status);
        }
        assert_eq!(answered, [303, 303, 303, 429, 429]);
    });
}

/// Our own Redis, as `just up` starts it.
const REDIS: &str = "redis://127.0.0.1:63799";
/// Nothing listens there.
const GONE: &str = "redis://127.0.0.1:1";

/// Two nodes of an application for this test alone.
async fn two_nodes(redis: &str, rule: &str) -> (Api, Arc<App>, [Work; 2]) {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let id = format!("app{}", RandomState::new().build_hasher().finish());
    let settings = [("RATE_LIMIT", rule), ("REDIS_URL", redis), ("APPLICATION_ID", &id)];
    let api = Api::with(&settings, Extension::default()).await;
    let other = App::start(api.app.config.clone(), Extension::default(), Arc::new(SystemClock));
    let other = Arc::new(other.await.expect("another node"));
    let works = [touchstone::work(&api.app), touchstone::work(&other)];
    (api, other, works)
}

async fn status_on(app: &Arc<App>, method: &str, path: &str, body: Json) -> u16 {
    let headers = [("x-parse-application-id", app.config.engine.application_id.as_str())];
    let asked = request(method, path, &headers, body);
    app.http.answer(outside(), asked).await.status().as_u16()
}

#[test]
fn guesses_are_counted_by_all_nodes_together_and_by_each_while_redis_is_gone() {
    case(async {
        for (redis, most) in [(REDIS, 3), (GONE, 6)] {
            let (api, other, _works) = two_nodes(redis, RULE).await;
            let guess = json!({ "username": "ada", "password": "wrong" });
            let mut allowed = 0;
            for number in 0..10 {
                let app = if number % 2 == 0 { &api.app } else { &other };
                allowed +=
                    usize::from(status_on(app, "POST", "/login", guess.clone()).await == 404);
            }
            assert_eq!(allowed, most, "{redis}");
        }
    });
}

#[test]
fn a_caller_who_reads_too_often_on_one_node_is_soon_refused_on_another() {
    case(async {
        let rule =
            r#"{"requestPath":"/classes/*path","requestTimeWindow":600000,"requestCount":20}"#;
        let (api, other, _works) = two_nodes(REDIS, rule).await;
        for _ in 0..20 {
            assert_eq!(status_on(&api.app, "GET", "/classes/Note", Json::Null).await, 200);
        }
        eventually(async || status_on(&other, "GET", "/classes/Note", Json::Null).await == 429)
            .await;
    });
}

#[test]
fn a_call_is_charged_whatever_its_body_turns_out_to_be() {
    case(async {
        let api = Api::with(&[("PROFILE", "product")], Extension::default()).await;
        for (path, body) in [("/functions/nope", "{"), ("/functions/nope", "[]"), ("/", "{}")] {
            let from: IpAddr = format!("192.0.2.{}", path.len() + body.len()).parse().unwrap();
            let mut status = 0;
            for _ in 0..5000 {
                let request = axum::http::Request::builder()
                    .method("POST")
                    .uri(format!("/parse{path}"))
                    .body(axum::body::Body::from(body))
                    .expect("a request");
                status = api.raw_from(from, request).await.status;
                if status == 429 {
                    break;
                }
            }
            assert_eq!(status, 429, "{path} {body}");
        }
    });
}
