//! How much one request may ask for.

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_engine::extension::Answer as Pending;
use parse_model::Json;
use serde_json::json;
use testkit::case;
use touchstone::Config;

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
        let tune = |config: &mut Config| {
            config.limits.body_bytes = 1 << 10;
            config.limits.batch_bytes = 3 << 10;
        };
        let api = Api::tuned(&[], Extension::default(), tune).await;
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

#[test]
fn the_product_bounds_what_a_query_asks_for() {
    case(async {
        let api = product().await;
        api.send("POST", "/classes/Note", json!({ "n": 1 })).await.ok();
        let bomb = (0..25).fold(json!({ "n": 1 }), |inner, _| json!({ "$or": [inner] }));
        let wide =
            (0..15).fold(json!({ "n": 1 }), |inner, _| json!({ "$or": [inner, { "n": 2 }] }));
        let depth = "Query condition nesting depth exceeds maximum allowed depth of 5";
        let sub =
            |inner: Json| json!({ "p": { "$inQuery": { "className": "Note", "where": inner } } });
        let three = sub(sub(sub(json!({ "n": 1 }))));
        let many: Vec<Json> = (0..1001).map(Json::from).collect();
        let conditions: serde_json::Map<String, Json> =
            (0..101).map(|n| (format!("f{n}"), Json::from(n))).collect();
        for (query, told) in [
            (json!({ "where": bomb }), depth),
            (json!({ "where": wide }), depth),
            (
                json!({ "where": three }),
                "Subquery nesting depth exceeds maximum allowed depth of 2",
            ),
            (
                json!({ "where": { "n": { "$in": many } } }),
                "Number of values in a list (1001) exceeds maximum allowed (1000)",
            ),
            (
                json!({ "where": conditions }),
                "Number of query conditions exceeds maximum allowed (100)",
            ),
            (
                json!({ "where": { "t": [ "x".repeat(16_000), "x".repeat(16_000), "x".repeat(16_000) ] } }),
                "Query conditions exceed maximum allowed size of 32768 bytes",
            ),
            (
                json!({ "include": "a.b.c.d" }),
                "Include depth of 4 exceeds maximum allowed depth of 3",
            ),
            (json!({ "skip": 10_001 }), "Skip of 10001 exceeds maximum allowed (10000)"),
            (
                json!({ "order": "a,b,c,d,e" }),
                "Number of order keys (5) exceeds maximum allowed (4)",
            ),
            (
                json!({ "where": { "t": { "$regex": "a".repeat(257) } } }),
                "$regex must not be longer than 256 characters",
            ),
        ] {
            let mut body = query.clone();
            body["_method"] = json!("GET");
            let answer = api.send("POST", "/classes/Note", body).await;
            answer.refused(400, 102, told);
        }
        let many_ways: Vec<String> = (0..21).map(|n| format!("f{n}")).collect();
        let path = format!("/classes/Note/x?include={}", many_ways.join(","));
        let told = "Number of include fields (21) exceeds maximum allowed (20)";
        api.send("GET", &path, Json::Null).await.refused(400, 102, told);
    });
}

#[test]
fn the_master_key_may_ask_for_ten_times_as_much_and_no_deeper() {
    case(async {
        let api = product().await;
        let deep = (0..6).fold(json!({ "n": 1 }), |inner, _| json!({ "$or": [inner] }));
        let query = json!({ "_method": "GET", "where": deep });
        let told = "Query condition nesting depth exceeds maximum allowed depth of 5";
        api.master("POST", "/classes/Note", query).await.refused(400, 102, told);
        let query = json!({ "_method": "GET", "skip": 100_000 });
        api.master("POST", "/classes/Note", query).await.is(200, json!({ "results": [] }));
        let query = json!({ "_method": "GET", "skip": 100_001 });
        let told = "Skip of 100001 exceeds maximum allowed (100000)";
        api.master("POST", "/classes/Note", query).await.refused(400, 102, told);
    });
}

#[test]
fn a_query_brings_at_most_so_many_results_and_so_many_objects_along() {
    case(async {
        let tune = |config: &mut Config| config.engine.complexity.included_objects = 2;
        let api = Api::tuned(&[("MAX_LIMIT", "2")], Extension::default(), tune).await;
        let pointer =
            |id: &str| json!({ "__type": "Pointer", "className": "Note", "objectId": id });
        let mut ids = Vec::new();
        for n in 0..3 {
            let made = api.send("POST", "/classes/Note", json!({ "n": n })).await.ok();
            ids.push(made["objectId"].as_str().unwrap().to_owned());
        }
        let found = api.send("GET", "/classes/Note?limit=1000000000", Json::Null).await.ok();
        assert_eq!(found["results"].as_array().unwrap().len(), 2);
        let list: Vec<Json> = ids.iter().map(|id| pointer(id)).collect();
        api.send("POST", "/classes/Book", json!({ "notes": list })).await.ok();
        let answer = api.send("GET", "/classes/Book?include=notes", Json::Null).await;
        answer.refused(400, 102, "Number of included objects exceeds maximum allowed (2)");
        let answer = api.send("GET", "/classes/Book?includeAll=true", Json::Null).await;
        answer.refused(400, 102, "Number of included objects exceeds maximum allowed (2)");
    });
}

#[test]
fn a_batch_with_too_many_requests_is_refused_whole() {
    case(async {
        let settings = [("REQUEST_COMPLEXITY_BATCH_REQUEST_LIMIT", "2")];
        let api = Api::with(&settings, Extension::default()).await;
        let batch = |count: usize| {
            let item = json!({ "method": "POST", "path": "/parse/classes/Note", "body": {} });
            json!({ "requests": vec![item; count] })
        };
        let told = "Batch request contains 3 sub-requests, which exceeds the limit of 2.";
        api.send("POST", "/batch", batch(3)).await.refused(400, 107, told);
        let found = api.send("GET", "/classes/Note?count=1&limit=0", Json::Null).await.ok();
        assert_eq!(found["count"], 0);
        api.send("POST", "/batch", batch(2)).await.ok();
        api.master("POST", "/batch", batch(20)).await.ok();
    });
}

#[test]
fn an_object_and_a_class_grow_only_so_far() {
    case(async {
        let tune = |config: &mut Config| {
            config.engine.max_object_bytes = 1 << 10;
            config.engine.max_class_fields = 10;
        };
        let api = Api::tuned(&[], Extension::default(), tune).await;
        let answer = api.send("POST", "/classes/Note", json!({ "t": "x".repeat(1100) })).await;
        answer.refused(400, 116, "Objects must not be larger than 1024 bytes.");
        let fields: serde_json::Map<String, Json> =
            (0..12).map(|n| (format!("f{n}"), Json::from(n))).collect();
        let answer = api.send("POST", "/classes/Note", Json::Object(fields)).await;
        answer.refused(400, 119, "Class Note must not have more than 10 fields.");
    });
}

#[test]
fn json_has_so_many_values_in_all_also_beside_an_upload() {
    case(async {
        let api = product().await;
        let row = format!("[{}]", vec![r#"{"a":0}"#; 1000].join(","));
        let told = "JSON must not have more than 20000 values";
        let body = format!(r#"{{"a":[{}]}}"#, [&*row; 11].join(","));
        post(&api, "/functions/nope", body).await.refused(400, 107, told);
        let about = vec!["[]"; 10_000].join(",");
        let upload =
            format!(r#"{{"_ApplicationId":"{APPLICATION}","base64":"YQ==","x":[{about}]}}"#);
        let request = Request::builder().method("POST").uri("/parse/files/a.txt");
        let answer = api.raw(request.body(Body::from(upload)).expect("a request")).await;
        answer.refused(400, 107, "JSON must not have more than 10000 values");
    });
}

#[test]
fn a_form_is_no_longer_than_another_body() {
    case(async {
        let quiet = |_, _| Box::pin(async { Ok(None) }) as Pending;
        let extension = Extension::default().with_function("quiet", quiet);
        let settings = [("PROFILE", "product"), ("MASTER_KEY_IPS", "127.0.0.1")];
        let api = Api::with(&settings, extension).await;
        let form = |length: usize| {
            let head = "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n";
            let request = Request::builder()
                .method("POST")
                .uri("/parse/functions/quiet")
                .header("x-parse-application-id", APPLICATION)
                .header("content-type", "multipart/form-data; boundary=x");
            let body = format!("{head}{}\r\n--x--\r\n", "a".repeat(length));
            api.raw(request.body(Body::from(body)).expect("a request"))
        };
        form(1 << 19).await.ok();
        form(1 << 20).await.refused(400, 116, "Multipart request exceeds maximum upload size.");
    });
}
