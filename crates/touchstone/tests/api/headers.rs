//! What every answer carries, and which pages and routes are open.

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, Api, MASTER, request};

#[test]
fn every_answer_is_named_and_tells_browsers_what_not_to_do_with_it() {
    case(async {
        let api = Api::start().await;
        let outside = Request::builder().uri("/elsewhere").body(Body::empty()).unwrap();
        let bad = Request::builder().method("POST").uri("/parse/login").body("{".into()).unwrap();
        let mut ids = std::collections::BTreeSet::new();
        for answer in [
            api.send("GET", "/classes/Note", Json::Null).await,
            api.send("GET", "/nope", Json::Null).await,
            api.raw(request("GET", "/classes/Note", &[], Json::Null)).await,
            api.raw(request("OPTIONS", "/classes/Note", &[], Json::Null)).await,
            api.raw(request("GET", "/health", &[], Json::Null)).await,
            api.raw(outside).await,
            api.raw(bad).await,
        ] {
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
                ("x-frame-options", "DENY"),
                ("cross-origin-resource-policy", "same-site"),
                ("content-security-policy", "default-src 'none'; frame-ancestors 'none'"),
                ("cache-control", "no-store"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{name} {answer:?}");
            }
            for absent in ["server", "x-powered-by", "set-cookie"] {
                assert_eq!(answer.header(absent), None, "{absent}");
            }
            let id = answer.header("x-request-id").expect("an id").to_owned();
            assert!(ids.insert(id), "each has its own");
        }
    });
}

#[test]
fn the_product_answers_only_pages_it_knows_and_keeps_the_master_key_from_them() {
    case(async {
        let settings = [
            ("PROFILE", "product"),
            ("PUBLIC_SERVER_URL", "https://beta.example/parse"),
            ("ALLOW_ORIGIN", "own,https://admin.example"),
            ("ADMIN_ORIGIN", "https://admin.example"),
        ];
        let api = Api::with(&settings, Extension::default()).await;
        let preflight = async |origin: &'static str| {
            api.raw(request("OPTIONS", "/login", &[("origin", origin)], Json::Null)).await
        };
        let own = preflight("https://beta.example").await;
        assert_eq!(own.header("access-control-allow-origin"), Some("https://beta.example"));
        assert_eq!(own.header("access-control-max-age"), Some("600"));
        assert_eq!(own.header("access-control-allow-credentials"), None);
        let allowed = own.header("access-control-allow-headers").unwrap();
        assert!(!allowed.contains("Master-Key"), "{allowed}");
        let exposed = own.header("access-control-expose-headers").unwrap();
        assert!(exposed.contains("Retry-After") && exposed.contains("X-Request-Id"), "{exposed}");
        let admin = preflight("https://admin.example").await;
        let allowed = admin.header("access-control-allow-headers").unwrap();
        assert!(allowed.contains("X-Parse-Master-Key"), "{allowed}");
        for stranger in ["https://evil.example", "null", "http://beta.example"] {
            let answer = preflight(stranger).await;
            assert_eq!(answer.header("access-control-allow-origin"), None, "{stranger}");
            assert_eq!(answer.header("vary"), Some("Origin"));
        }
    });
}

#[test]
fn only_listed_routes_are_open_where_routes_are_listed() {
    case(async {
        let settings = [("ROUTE_ALLOW_LIST", r#"["classes/Note(/.*)?","batch"]"#)];
        let api = Api::with(&settings, Extension::default()).await;
        api.send("POST", "/classes/Note", json!({})).await.ok();
        for (method, path) in [("POST", "/login"), ("GET", "/classes/Other"), ("GET", "/health")] {
            api.send(method, path, Json::Null).await.refused(400, 119, "Permission denied");
        }
        let batch = json!({ "requests": [
            { "method": "POST", "path": "/parse/classes/Note", "body": {} },
            { "method": "POST", "path": "/parse/classes/Other", "body": {} },
        ]});
        api.send("POST", "/batch", batch).await.refused(400, 119, "Permission denied");
        api.master("GET", "/schemas", Json::Null).await.ok();
    });
}

#[test]
fn the_master_key_of_before_counts_while_it_is_named_and_keys_may_come_from_a_file() {
    case(async {
        let path = std::env::temp_dir().join(format!("touchstone-key-{}", std::process::id()));
        std::fs::write(&path, "from-a-file\n").unwrap();
        let settings = [
            ("MASTER_KEY", ""),
            ("MASTER_KEY_FILE", path.to_str().unwrap()),
            ("PREVIOUS_MASTER_KEY", MASTER),
        ];
        let api = Api::with(&settings, Extension::default()).await;
        std::fs::remove_file(&path).unwrap();
        let with_key = async |key: &str| {
            let headers = [("x-parse-application-id", APPLICATION), ("x-parse-master-key", key)];
            api.raw(request("GET", "/schemas", &headers, Json::Null)).await.status
        };
        assert_eq!(with_key("from-a-file").await, 200);
        assert_eq!(with_key(MASTER).await, 200);
        assert_eq!(with_key("another").await, 403);
    });
}

#[test]
fn a_request_is_called_what_a_trusted_proxy_calls_it() {
    case(async {
        let api = Api::with(&[("TRUST_PROXY", "127.0.0.1")], Extension::default()).await;
        let named = async |peer: &str, name: &str| {
            let request = request("GET", "/health", &[("x-request-id", name)], Json::Null);
            let answer = api.raw_from(peer.parse().expect("an address"), request).await;
            answer.header("x-request-id").expect("a name").to_owned()
        };
        let name = "4bf92f3577b34da6a3ce929d0e0e4736";
        assert_eq!(named("127.0.0.1", name).await, name);
        assert_ne!(named("127.0.0.1", "no good name").await, "no good name");
        assert_ne!(named("9.9.9.9", name).await, name, "this one is not trusted");
    });
}
