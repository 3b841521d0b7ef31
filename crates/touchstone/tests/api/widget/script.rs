//! The scripts of the widget, before and after an upgrade of the server.

use axum::body::Body;
use axum::http::Request;
use testkit::case;

use crate::api::{Answer, Api};
use crate::wallets::brought;
use crate::web::Built;

const FIRST: &str = "/sdk/0.1.0-5f1c2a7d9e0b/start.js";

async fn get(api: &Api, path: &str) -> Answer {
    api.raw(Request::get(path).body(Body::empty()).expect("a request")).await
}

#[track_caller]
fn never_changes(answer: &Answer, code: &str) {
    assert_eq!((answer.status, &*answer.text), (200, code));
    for (name, value) in [
        ("access-control-allow-origin", "*"),
        ("cross-origin-resource-policy", "cross-origin"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("content-type", "text/javascript; charset=utf-8"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}");
    }
    assert_eq!(answer.header("set-cookie"), None);
}

#[test]
fn a_pinned_version_answers_after_an_upgrade() {
    case(async {
        let built = Built::new();
        let root = built.path();
        let settings = [("PROFILE", "product"), ("WEB_ROOT", &*root)];
        let mut api = Box::pin(Api::with(&settings, brought(&settings))).await;
        never_changes(&get(&api, FIRST).await, "widget of a version");
        built.upgrade("0.1.0-5f1c2a7d9e0b", "0.2.0-77ab01c2d3e4");
        api.start_again(&settings, brought(&settings)).await;
        never_changes(&get(&api, FIRST).await, "widget of a version");
        never_changes(&get(&api, "/sdk/0.2.0-77ab01c2d3e4/start.js").await, "widget of a version");
        for path in [
            "/sdk/0.0.9-000000000000/start.js",
            "/sdk/0.1.0-5f1c2a7d9e0b/",
            "/sdk/0.1.0-5f1c2a7d9e0b/%2e%2e/%2e%2e/secret.txt",
        ] {
            let missing = get(&api, path).await;
            assert_eq!(missing.status, 404, "{path}: {}", missing.text);
            assert_eq!(missing.header("access-control-allow-origin"), Some("*"), "{path}");
            assert_eq!(missing.header("cache-control"), Some("no-store"), "{path}");
            assert!(missing.text.contains("/sdk/v1.json"), "{path}: {}", missing.text);
        }
    });
}
