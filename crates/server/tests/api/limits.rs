//! How much one request may ask for.

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, Answer, Api};

/// A request whose body is sent as it stands.
async fn post(api: &Api, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::builder()
        .method("POST")
        .uri(format!("/parse{path}"))
        .header("x-parse-application-id", APPLICATION)
        .body(body.into())
        .expect("a request");
    api.raw(request).await
}

/// A server with the product's limits.
async fn product() -> Api {
    let settings = [("PROFILE", "product"), ("MASTER_KEY_IPS", "127.0.0.1")];
    Api::with(&settings, Extension::default()).await
}

#[test]
fn deep_json_is_refused_while_it_is_read() {
    case(async {
        let api = Api::start().await;
        for body in
            ["[".repeat(100_000), "{\"a\":".repeat(5_000), format!("{{\"a\":{}", "[".repeat(64))]
        {
            let answer = post(&api, "/classes/Note", body).await;
            answer.refused(400, 107, "JSON nesting depth exceeds maximum allowed depth of 64");
        }
        let where_ = format!("{{\"a\":{}{}}}", "[".repeat(80), "]".repeat(80));
        let path = format!(
            "/classes/Note?where={}",
            where_.replace('"', "%22").replace('{', "%7B").replace('}', "%7D")
        );
        let answer = api.send("GET", &path, Json::Null).await;
        answer.refused(400, 107, "JSON nesting depth exceeds maximum allowed depth of 64");
    });
}

#[test]
fn a_key_given_twice_is_refused_wherever_json_is_read() {
    case(async {
        let api = Api::start().await;
        let told = "an object must not have the key isAdmin twice";
        let answer = post(&api, "/classes/Note", r#"{"isAdmin":false,"isAdmin":true}"#).await;
        answer.refused(400, 107, told);
        let answer = post(&api, "/classes/Note", r#"{"a":[{"isAdmin":1,"is\u0041dmin":1}]}"#).await;
        answer.refused(400, 107, told);
        let path = "/classes/Note?where=%7B%22isAdmin%22:1,%22isAdmin%22:2%7D";
        api.send("GET", path, Json::Null).await.refused(400, 107, told);
        let context = [("x-parse-cloud-context", r#"{"isAdmin":1,"isAdmin":2}"#)];
        api.send_with("GET", "/classes/Note", &context, Json::Null).await.refused(400, 107, told);
    });
}

#[test]
fn what_postgresql_cannot_hold_is_refused_and_never_a_failure() {
    case(async {
        let api = Api::start().await;
        let nul = "strings must not contain the character U+0000";
        let whole = "strings must be whole Unicode text";
        for (body, told) in [
            (&br#"{"title":"a\u0000b"}"#[..], nul),
            (br#"{"a\u0000b":1}"#, nul),
            (br#"{"o":{"l":["\u0000"]}}"#, nul),
            (br#"{"title":"\ud800"}"#, whole),
            (br#"{"title":"\udc00x"}"#, whole),
            (b"{\"title\":\"\xff\"}", whole),
            (br#"{"n":1e400}"#, "numbers must be finite"),
            (br#"{"n":[-1e400]}"#, "numbers must be finite"),
        ] {
            post(&api, "/classes/Note", body.to_vec()).await.refused(400, 107, told);
        }
        let answer = post(&api, "/classes/Note", r#"{"n":NaN}"#).await;
        assert_eq!((answer.status, answer.body.get("code")), (400, None), "{}", answer.text);
    });
}

#[test]
fn denied_keys_are_refused_at_any_depth_as_paths_and_in_the_context() {
    case(async {
        let api = Api::start().await;
        for body in [
            json!({ "obj": { "constructor": { "prototype": {} } } }),
            json!({ "obj": [{ "a": {}, "__proto__": {} }] }),
            json!({ "obj.constructor.prototype.x": { "__op": "Increment", "amount": 1 } }),
        ] {
            let answer = api.send("POST", "/classes/Note", body).await;
            assert_eq!((answer.status, &answer.body["code"]), (400, &json!(105)), "{answer:?}");
        }
        let context = [("x-parse-cloud-context", r#"{"a":{"__proto__":{}}}"#)];
        let answer = api.send_with("POST", "/classes/Note", &context, json!({})).await;
        answer.refused(400, 105, r#"Prohibited keyword in request data: {"key":"__proto__"}."#);
        let settings = [("REQUEST_KEYWORD_DENYLIST", r#"[{"key":"^secret$"}]"#)];
        let api = Api::with(&settings, Extension::default()).await;
        let answer = api.send("POST", "/classes/Note", json!({ "o": { "secret": 1 } })).await;
        answer.refused(400, 105, r#"Prohibited keyword in request data: {"key":"^secret$"}."#);
        api.send("POST", "/classes/Note", json!({ "secrets": 1 })).await.ok();
    });
}

#[test]
fn a_context_is_at_most_eight_kilobytes() {
    case(async {
        let quiet = |_, _| Box::pin(async { Ok(None) }) as Pending;
        let api = Api::with(&[], Extension::default().with_function("quiet", quiet)).await;
        let long = json!({ "t": "x".repeat(9000) });
        let body = json!({ "_ApplicationId": APPLICATION, "_context": long });
        let request = crate::api::request("POST", "/functions/quiet", &[], body);
        api.raw(request).await.refused(400, 107, "Context must not be larger than 8192 bytes.");
        let headers = [("x-parse-cloud-context", &*long.to_string())];
        let answer = api.send_with("POST", "/functions/quiet", &headers, json!({})).await;
        answer.refused(400, 107, "Context must not be larger than 8192 bytes.");
    });
}

#[test]
fn the_product_bounds_bodies_members_elements_texts_and_keys() {
    case(async {
        let api = product().await;
        let large = json!({ "t": vec!["x".repeat(1000); 1100] });
        let answer = api.send("POST", "/classes/Note", large).await;
        answer.is(413, json!({ "error": "request entity too large" }));
        let items: Vec<Json> = (0..10_001).map(Json::from).collect();
        let answer = api.send("POST", "/classes/Note", json!({ "l": items })).await;
        answer.refused(400, 107, "arrays must not have more than 10000 elements");
        let members: serde_json::Map<String, Json> =
            (0..1001).map(|n| (format!("k{n}"), Json::from(n))).collect();
        let answer = api.send("POST", "/classes/Note", json!({ "o": members })).await;
        answer.refused(400, 107, "objects must not have more than 1000 members");
        let answer = api.send("POST", "/classes/Note", json!({ "t": "x".repeat(16_385) })).await;
        answer.refused(400, 116, "strings must not be longer than 16384 bytes");
        let long_key = json!({ "o": { "k".repeat(129): 1 } });
        let answer = api.send("POST", "/classes/Note", long_key).await;
        answer.refused(400, 105, "keys must not be longer than 128 bytes");
    });
}

#[test]
fn a_batch_may_be_larger_than_a_single_request() {
    case(async {
        let settings = [("MAX_JSON_SIZE", "1kb"), ("MAX_BATCH_SIZE", "3kb")];
        let api = Api::with(&settings, Extension::default()).await;
        let note = |length| json!({ "t": "x".repeat(length) });
        let batch = |length| {
            json!({ "requests": [
                { "method": "POST", "path": "/parse/classes/Note", "body": note(length) },
            ]})
        };
        api.send("POST", "/classes/Note", note(2000))
            .await
            .is(413, json!({ "error": "request entity too large" }));
        api.send("POST", "/batch", batch(2000)).await.ok();
        api.send("POST", "/batch", batch(4000))
            .await
            .is(413, json!({ "error": "request entity too large" }));
    });
}
