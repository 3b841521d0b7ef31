//! What the keys open, from where.

use parse_engine::Extension;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{APPLICATION, Api, MASTER, READ_ONLY, request, text};

const DENIED: &str = "Permission denied";

#[test]
fn the_read_only_master_key_reads_everything_and_writes_nothing() {
    case(async {
        let api = Api::start().await;
        let made = api.send("POST", "/classes/Note", json!({ "n": 1 })).await.ok();
        let object = format!("/classes/Note/{}", text(&made, "objectId"));
        let key = [("x-parse-master-key", READ_ONLY)];
        for (method, path) in [
            ("POST", "/classes/Note"),
            ("PUT", &*object),
            ("DELETE", &*object),
            ("POST", "/users"),
            ("POST", "/loginAs"),
            ("POST", "/schemas/Other"),
            ("PUT", "/schemas/Note"),
            ("DELETE", "/schemas/Note"),
            ("DELETE", "/purge/Note"),
            ("PUT", "/config"),
        ] {
            let answer = api.send_with(method, path, &key, json!({})).await;
            answer.refused(400, 119, DENIED);
        }
        for path in [&*object, "/classes/Note", "/schemas", "/config", "/scriptlog", "/serverInfo"]
        {
            let answer = api.send_with("GET", path, &key, Json::Null).await;
            assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        }
    });
}

#[test]
fn a_route_of_the_master_keys_is_closed_to_everybody_else() {
    case(async {
        let api = Api::start().await;
        for (method, path) in [
            ("GET", "/schemas"),
            ("GET", "/schemas/Note"),
            ("POST", "/schemas"),
            ("PUT", "/schemas/Note"),
            ("DELETE", "/schemas/Note"),
            ("DELETE", "/purge/Note"),
            ("GET", "/aggregate/Note"),
            ("PUT", "/config"),
            ("GET", "/scriptlog"),
            ("GET", "/security"),
            ("GET", "/serverInfo"),
        ] {
            api.send(method, path, Json::Null).await.is(403, json!({ "error": DENIED }));
        }
        api.send("POST", "/loginAs", json!({})).await.refused(400, 119, DENIED);
    });
}

#[test]
fn detailed_texts_are_shown_where_the_operator_wants_it() {
    case(async {
        let settings = [("ENABLE_SANITIZED_ERROR_RESPONSE", "false")];
        let api = Api::with(&settings, Extension::default()).await;
        let answer = api.send("GET", "/schemas", Json::Null).await;
        answer.is(403, json!({ "error": "unauthorized: master key is required" }));
        let key = [("x-parse-master-key", READ_ONLY)];
        let answer = api.send_with("DELETE", "/purge/Note", &key, Json::Null).await;
        answer.refused(400, 119, "read-only masterKey isn't allowed to purge a schema.");
    });
}

#[test]
fn a_master_key_from_elsewhere_is_refused_whatever_the_route() {
    case(async {
        let api = Api::start().await;
        let elsewhere = "203.0.113.9".parse().unwrap();
        let headers = [("x-parse-application-id", APPLICATION), ("x-parse-master-key", MASTER)];
        for path in ["/classes/Note", "/health", "/nope"] {
            let answer = api.raw_from(elsewhere, request("GET", path, &headers, Json::Null)).await;
            answer.is(403, json!({ "error": "unauthorized" }));
        }
        let body = json!({ "_ApplicationId": APPLICATION, "_MasterKey": MASTER });
        let carried = request("POST", "/classes/Note", &[], body);
        api.raw_from(elsewhere, carried).await.is(403, json!({ "error": "unauthorized" }));
    });
}

#[test]
fn behind_a_trusted_proxy_the_forwarded_address_decides() {
    case(async {
        let settings = [("TRUST_PROXY", "127.0.0.1"), ("MASTER_KEY_IPS", "10.0.0.0/8,127.0.0.1")];
        let api = Api::with(&settings, Extension::default()).await;
        let from = async |address: &str| {
            let headers = [("x-parse-master-key", MASTER), ("x-forwarded-for", address)];
            api.send_with("GET", "/serverInfo", &headers, Json::Null).await.status
        };
        assert_eq!(from("203.0.113.9").await, 403);
        assert_eq!(from("10.1.2.3").await, 200);
        assert_eq!(from("127.0.0.1").await, 403, "no caller behind a proxy is on this machine");
    });
}

#[test]
fn a_trusted_proxy_that_does_not_say_for_whom_is_no_caller_on_this_machine() {
    case(async {
        let rule = r#"{"requestPath":"/login","requestTimeWindow":600000,"requestCount":3}"#;
        let settings = [("TRUST_PROXY", "127.0.0.1"), ("RATE_LIMIT", rule)];
        let api = Api::with(&settings, Extension::default()).await;
        let answer = api.master("GET", "/serverInfo", Json::Null).await;
        answer.is(403, json!({ "error": "unauthorized" }));
        let guess = json!({ "username": "ada", "password": "wrong" });
        for _ in 0..3 {
            assert_eq!(api.send("POST", "/login", guess.clone()).await.status, 404);
        }
        assert_eq!(api.send("POST", "/login", guess).await.status, 429);
        let direct = Api::with(&[("TRUST_PROXY", "10.0.0.0/8")], Extension::default()).await;
        direct.master("GET", "/serverInfo", Json::Null).await.ok();
    });
}

#[test]
fn where_a_client_key_is_configured_one_must_fit() {
    case(async {
        let settings = [("REST_API_KEY", "rest"), ("JAVASCRIPT_KEY", "script")];
        let api = Api::with(&settings, Extension::default()).await;
        let answer = api.send("GET", "/classes/Note", Json::Null).await;
        answer.is(403, json!({ "error": "unauthorized" }));
        let key = [("x-parse-rest-api-key", "rest")];
        let answer = api.send_with("GET", "/classes/Note", &key, Json::Null).await;
        answer.is(200, json!({ "results": [] }));
        api.master("GET", "/classes/Note", Json::Null).await.is(200, json!({ "results": [] }));
        let body =
            json!({ "_ApplicationId": APPLICATION, "_JavaScriptKey": "script", "_method": "GET" });
        let answer = api.raw(request("POST", "/classes/Note", &[], body)).await;
        answer.is(200, json!({ "results": [] }));
    });
}

#[test]
fn the_maintenance_key_counts_from_its_own_networks_in_header_and_body() {
    case(async {
        let api = Api::with(&[("MAINTENANCE_KEY", "keeper")], Extension::default()).await;
        let body = json!({ "username": "ada", "password": "secret" });
        let user = api.send("POST", "/users", body).await.ok();
        let path = format!("/users/{}", text(&user, "objectId"));
        let in_header =
            [("x-parse-application-id", APPLICATION), ("x-parse-maintenance-key", "keeper")];
        let in_body =
            json!({ "_ApplicationId": APPLICATION, "_MaintenanceKey": "keeper", "_method": "GET" });
        let asked = || {
            [
                request("GET", &path, &in_header, Json::Null),
                request("POST", &path, &[], in_body.clone()),
            ]
        };
        for request in asked() {
            let answer = api.raw(request).await.ok();
            assert_eq!(answer["username"], "ada", "a record that strangers do not see");
        }
        api.send("GET", &path, Json::Null).await.refused(404, 101, "Object not found.");
        for request in asked() {
            let answer = api.raw_from("203.0.113.9".parse().unwrap(), request).await;
            answer.is(403, json!({ "error": "unauthorized" }));
        }
        let strange = json!({ "_ApplicationId": APPLICATION, "_MaintenanceKey": { "$ne": 1 } });
        api.raw(request("POST", &path, &[], strange))
            .await
            .is(403, json!({ "error": "unauthorized" }));
    });
}

#[test]
fn no_page_of_the_server_offers_a_console() {
    case(async {
        let api = Api::start().await;
        for path in ["/playground", "/graphql", "/graphql-config", "/validate_purchase"] {
            for method in ["GET", "POST"] {
                let answer = api.master(method, path, Json::Null).await;
                answer.is(404, json!({ "error": format!("Cannot {method} /parse{path}") }));
            }
        }
    });
}

#[test]
fn weak_settings_are_told_in_the_product() {
    case(async {
        let api = Api::start().await;
        let off = "Enable Parse Server option `security.enableCheck` to run security check.";
        api.master("GET", "/security", Json::Null).await.is(409, json!({ "error": off }));
        let api = Api::with(&[("PROFILE", "product")], Extension::default()).await;
        let told = api.master("GET", "/security", Json::Null).await;
        assert!(!told.text.contains(MASTER), "no key is returned");
        let report = &told.ok()["report"];
        assert_eq!((&report["version"], &report["state"]), (&json!("1.0.0"), &json!("fail")));
        let checks = report["groups"][0]["checks"].as_array().expect("checks");
        let of =
            |title: &str| checks.iter().find(|check| check["title"] == title).expect("a check");
        assert_eq!(of("Client class creation disabled")["state"], "fail");
        assert_eq!(of("Users are created without public access")["state"], "success");
        let info = api.master("GET", "/serverInfo", Json::Null).await.ok();
        assert_eq!(info["features"]["settings"]["securityCheck"], true);
    });
}
