//! Paths, methods, bodies, headers, and the order in which a request is looked at.

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, Api, MASTER, request, text};

#[test]
fn everything_can_be_tunnelled_through_a_post_with_a_text_body() {
    case(async {
        let api = Api::start().await;
        let tunnelled = async |path: &str, fields: Json| {
            let mut body = json!({ "_ApplicationId": APPLICATION, "_ClientVersion": "js8.6.0" });
            body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            api.raw(request("POST", path, &[("content-type", "text/plain")], body)).await
        };
        let made = tunnelled("/classes/Note", json!({ "n": 1 })).await.ok();
        let path = format!("/classes/Note/{}", text(&made, "objectId"));
        let read = tunnelled(&path, json!({ "_method": "get" })).await.ok();
        assert_eq!(read["n"], 1);
        tunnelled(&path, json!({ "_method": "PUT", "n": 2 })).await.ok();
        let query = json!({ "_method": "GET", "where": { "n": 2 }, "count": 1 });
        let found = tunnelled("/classes/Note", query).await.ok();
        assert_eq!((found["results"].as_array().unwrap().len(), &found["count"]), (1, &json!(1)));
        tunnelled(&path, json!({ "_method": "DELETE" })).await.is(200, json!({}));
    });
}

#[test]
fn only_a_post_has_its_method_overridden() {
    case(async {
        let api = Api::start().await;
        let answer = api.send("PUT", "/classes/Note/x", json!({ "_method": "GET" })).await;
        answer.refused(400, 105, "Invalid field name: _method.");
    });
}

#[test]
fn every_answer_says_which_pages_may_call() {
    case(async {
        let api = Api::start().await;
        let outside = Request::builder().uri("/elsewhere").body(Body::empty()).unwrap();
        for answer in [
            api.send("GET", "/classes/Note", Json::Null).await,
            api.send("GET", "/nope", Json::Null).await,
            api.raw(request("GET", "/classes/Note", &[], Json::Null)).await,
            api.raw(request("OPTIONS", "/classes/Note", &[], Json::Null)).await,
            api.raw(request("GET", "/health", &[], Json::Null)).await,
            api.raw(outside).await,
        ] {
            assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{answer:?}");
            let methods = answer.header("access-control-allow-methods");
            assert_eq!(methods, Some("GET,PUT,POST,DELETE,OPTIONS"), "{answer:?}");
        }
    });
}

#[test]
fn a_preflight_needs_no_keys() {
    case(async {
        let api = Api::start().await;
        let answer = api.raw(request("OPTIONS", "/classes/Note", &[], Json::Null)).await;
        assert_eq!((answer.status, &*answer.text), (200, "OK"));
    });
}

#[test]
fn health_answers_any_method_without_keys() {
    case(async {
        let api = Api::start().await;
        for method in ["GET", "POST", "PUT", "PATCH"] {
            let answer = api.raw(request(method, "/health", &[], Json::Null)).await;
            answer.is(200, json!({ "status": "ok" }));
        }
    });
}

#[test]
fn the_first_thing_that_is_wrong_is_what_is_told() {
    case(async {
        let api = Api::start().await;
        let bad_json = Body::from("{\"a\":");
        let no_keys = Request::builder().method("POST").uri("/parse/nope").body(bad_json).unwrap();
        assert_eq!(api.raw(no_keys).await.status, 400, "the body before the keys");
        let answer = api.raw(request("GET", "/nope", &[], Json::Null)).await;
        answer.is(403, json!({ "error": "unauthorized" }));
        let bad_session = [("x-parse-session-token", "r:0123456789abcdef0123456789abcdef")];
        let answer = api.send_with("GET", "/nope", &bad_session, Json::Null).await;
        answer.refused(400, 209, "Invalid session token");
        let answer = api.send("GET", "/nope", Json::Null).await;
        answer.is(404, json!({ "error": "Cannot GET /parse/nope" }));
    });
}

#[test]
fn a_bad_session_poisons_everything_but_signing_in_and_the_master_key() {
    case(async {
        let api = Api::start().await;
        let token = ("x-parse-session-token", "r:0123456789abcdef0123456789abcdef");
        let answer = api.send_with("POST", "/classes/Note", &[token], json!({})).await;
        answer.refused(400, 209, "Invalid session token");
        let body = json!({ "username": "unknown", "password": "p" });
        let answer = api.send_with("POST", "/login", &[token], body).await;
        answer.refused(404, 101, "Invalid username/password.");
        let with_master = [token, ("x-parse-master-key", MASTER)];
        let answer = api.send_with("GET", "/classes/Note", &with_master, Json::Null).await;
        answer.is(200, json!({ "results": [] }));
        let answer = api.send_with("GET", "/sessions/me", &[token], Json::Null).await;
        answer.refused(400, 209, "Session token not found.");
    });
}

#[test]
fn a_body_over_the_limit_is_refused() {
    case(async {
        let api = Api::with(&[("MAX_UPLOAD_SIZE", "1kb")], Extension::default()).await;
        let answer = api.send("POST", "/classes/Note", json!({ "t": "x".repeat(2000) })).await;
        answer.is(413, json!({ "error": "request entity too large" }));
    });
}

#[test]
fn a_created_object_has_a_location_below_the_mount() {
    case(async {
        let settings = [("PUBLIC_SERVER_URL", "https://example.org/api/")];
        for (settings, base) in
            [(&[][..], "http://h:7/parse"), (&settings[..], "https://example.org/api")]
        {
            let api = Api::with(settings, Extension::default()).await;
            let host = [("host", "h:7")];
            let answer = api.send_with("POST", "/classes/Note", &host, json!({})).await;
            assert_eq!(answer.status, 201);
            let id = text(&answer.body, "objectId");
            assert_eq!(answer.header("location"), Some(&*format!("{base}/classes/Note/{id}")));
            let person = json!({ "username": "ada", "password": "p" });
            let answer = api.send_with("POST", "/users", &host, person).await;
            let id = text(&answer.body, "objectId");
            assert_eq!(answer.header("location"), Some(&*format!("{base}/users/{id}")));
        }
    });
}

#[test]
fn ones_own_record_carries_the_token_one_came_with() {
    case(async {
        let api = Api::start().await;
        let person = json!({ "username": "ada", "password": "p" });
        let ada = api.send("POST", "/users", person).await.ok();
        let (id, token) = (text(&ada, "objectId"), text(&ada, "sessionToken"));
        for path in [format!("/users/{id}"), format!("/classes/_User/{id}")] {
            let headers = [("x-parse-session-token", token)];
            let own = api.send_with("GET", &path, &headers, Json::Null).await.ok();
            assert_eq!(own["sessionToken"], token);
            let seen = api.master("GET", &path, Json::Null).await.ok();
            assert_eq!(seen.get("sessionToken"), None);
        }
    });
}

#[test]
fn a_name_no_class_can_have_finds_nothing_and_takes_nothing() {
    case(async {
        let api = Api::start().await;
        let path = "/classes/no-name";
        let answer = api.send("GET", &format!("{path}?count=1"), Json::Null).await;
        answer.is(200, json!({ "results": [], "count": 0 }));
        let answer = api.send("GET", &format!("{path}/x"), Json::Null).await;
        answer.refused(404, 101, "Object not found.");
        let answer = api.send("POST", path, json!({})).await;
        answer.refused(400, 107, "schema class name does not revalidate");
    });
}

#[test]
fn a_function_that_panics_is_our_failure_and_is_named() {
    case(async {
        let broken = |_, _| -> Pending { panic!("as asked") };
        let api = Api::with(&[], Extension::default().with_function("broken", broken)).await;
        let answer = api.send("POST", "/functions/broken", json!({})).await;
        answer.is(500, json!({ "code": 1, "message": "Internal server error." }));
        assert!(answer.header("x-request-id").is_some());
        let answer = api.send("GET", "/classes/Note", Json::Null).await;
        answer.is(200, json!({ "results": [] }));
    });
}

#[test]
fn arguments_of_a_function_come_from_body_and_address() {
    case(async {
        let echo = |_, params| Box::pin(async { Ok(Some(Json::Object(params))) }) as Pending;
        let nothing = |_, _| Box::pin(async { Ok(None) }) as Pending;
        let extension =
            Extension::default().with_function("echo", echo).with_function("nothing", nothing);
        let api = Api::with(&[], extension).await;
        let answer = api.send("POST", "/functions/echo?n=1", json!({ "m": [2] })).await;
        answer.is(200, json!({ "result": { "m": [2], "n": "1" } }));
        api.send("POST", "/functions/nothing", json!({})).await.is(200, json!({}));
    });
}
