//! Tables of the server itself, asked for by the general routes.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Api, text};

const INNER: &[&str] = &[
    "_GlobalConfig",
    "_Hooks",
    "_JobStatus",
    "_JobSchedule",
    "_PushStatus",
    "_GraphQLConfig",
    "_Audience",
    "_Idempotency",
    "_Join:users:_Role",
];

#[test]
fn inner_classes_are_closed_to_clients() {
    case(async {
        let api = Api::start().await;
        let body = json!({ "username": "ada", "password": "secret" });
        let user = api.send("POST", "/users", body).await.ok();
        let session = [("x-parse-session-token", text(&user, "sessionToken"))];
        for class in INNER {
            let (many, one) = (format!("/classes/{class}"), format!("/classes/{class}/x"));
            for (method, path, body) in [
                ("GET", &many, Json::Null),
                ("POST", &many, json!({ "relatedId": "me", "owningId": "admins" })),
                ("GET", &one, Json::Null),
                ("PUT", &one, json!({ "a": 1 })),
                ("DELETE", &one, Json::Null),
            ] {
                for headers in [&[][..], &session] {
                    let answer = api.send_with(method, path, headers, body.clone()).await;
                    answer.refused(400, 119, "Permission denied");
                }
            }
        }
    });
}

#[test]
fn the_server_outlives_whatever_the_master_key_writes_to_inner_classes() {
    case(async {
        let api = Api::start().await;
        for class in INNER.iter().chain(&["_SCHEMA", "_User_", "_Nope"]) {
            let path = format!("/classes/{class}");
            for body in [json!({}), json!({ "a": 1 }), json!({ "objectId": "1", "params": 5 })] {
                let answer = api.master("POST", &path, body).await;
                assert_ne!(answer.status, 500, "POST {class}: {}", answer.text);
            }
            for path in [path.clone(), format!("{path}/1")] {
                let answer = api.master("GET", &path, Json::Null).await;
                assert_ne!(answer.status, 500, "GET {path}: {}", answer.text);
            }
        }
        api.master("PUT", "/config", json!({ "params": { "a": 1 } })).await.ok();
        api.send("GET", "/config", Json::Null).await.ok();
        api.master("GET", "/schemas", Json::Null).await.ok();
    });
}
