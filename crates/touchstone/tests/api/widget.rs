//! `/widget/v1`: what pages of the product under test get, and what their tokens open.

mod report;
mod script;
mod threats;
mod unsigned;

use axum::body::Body;
use axum::http::Request;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::api::{Answer, Api, text};
use crate::files::file_server::Folder;
use crate::wallets::{Wallet, serving};

const DAPP: &str = "https://swap.example.org";
const INSTALLATION: &str = "5ab6c1b2-page";

/// A programme with a key for the page of a dapp.
struct Scene {
    api: Api,
    /// The session of an administrator.
    token: String,
    key: String,
    /// The files of the server.
    _folder: Folder,
}

impl Scene {
    async fn open(access: &str) -> Scene {
        let folder = Folder::fresh();
        let files = folder.0.to_string_lossy();
        let settings =
            [("PROFILE", "product"), ("PROGRAMME_ACCESS", access), ("FILES_DIRECTORY", &*files)];
        let api = serving(&settings).await;
        let mia = json!({ "username": "mia", "password": "correct horse battery staple" });
        let mia = api.master("POST", "/users", mia).await.ok();
        let tx = api.app.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, text(&mia, "objectId")).await.expect("one");
        tx.commit().await.expect("a commit");
        let login = json!({ "username": "mia", "password": "correct horse battery staple" });
        let token = text(&api.send("POST", "/login", login).await.ok(), "sessionToken").to_owned();
        let mut scene = Scene { api, token, key: String::new(), _folder: folder };
        let saved = scene.save(json!({ "origins": [DAPP] })).await.ok();
        scene.key = text(&saved["result"], "key").to_owned();
        scene
    }

    /// Saves a key, by the administrator.
    async fn save(&self, change: Json) -> Answer {
        let mut params =
            json!({ "name": "Swap page", "origins": [DAPP], "isOn": true, "records": true });
        for (name, value) in change.as_object().expect("fields") {
            params[name] = value.clone();
        }
        self.call("widgetKeySave", &self.token, params).await
    }

    /// Calls a function in a session.
    async fn call(&self, name: &str, session: &str, params: Json) -> Answer {
        let by = [("x-parse-session-token", session)];
        self.api.send_with("POST", &format!("/functions/{name}"), &by, params).await
    }

    /// What the page of an origin is answered.
    async fn from(&self, origin: Option<&str>, path: &str, mut body: Json) -> Answer {
        if body.get("key").is_none() {
            body["key"] = json!(self.key);
        }
        body["installation"] = json!(INSTALLATION);
        let mut request = Request::builder().method("POST").uri(format!("/widget/v1{path}"));
        request = request.header("content-type", "text/plain;charset=UTF-8");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        self.api.raw(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    async fn ask(&self, path: &str, body: Json) -> Answer {
        self.from(Some(DAPP), path, body).await
    }

    /// A signed challenge of the page.
    async fn proof(&self, wallet: &Wallet) -> Json {
        let asked = self.ask("/challenge", json!({ "address": wallet.address(), "chain": 8453 }));
        let message = text(&asked.await.ok(), "message").to_owned();
        json!({ "address": wallet.address(), "signature": wallet.sign(&message), "message": message })
    }

    /// The token of a tester.
    async fn sign_in(&self, wallet: &Wallet) -> String {
        let signed = self.ask("/session", self.proof(wallet).await).await;
        assert_eq!(signed.status, 201, "{}", signed.text);
        text(&signed.body, "token").to_owned()
    }
}

#[track_caller]
fn problem(answer: &Answer, status: u16, code: &str) {
    assert_eq!((answer.status, text(&answer.body, "code")), (status, code), "{}", answer.text);
}

fn allowed_origin(answer: &Answer) -> Option<&str> {
    answer.header("access-control-allow-origin")
}

fn report(id: &str, token: &str) -> Json {
    json!({
        "token": token, "requestId": id,
        "report": {
            "kind": "bug", "title": "The swap was declined by the router", "area": "swap",
            "text": "I pressed Swap and the wallet said that it would fail.",
            "build": "web 0.9.9-rc1 a41c9e2",
            "evidence": { "chain": 8453, "error": {
                "code": 3, "message": "execution reverted: TransferHelper: TRANSFER_FROM_FAILED",
            } },
            "context": {
                "path": "/swap",
                "calls": [{ "n": 1, "at": 1.5e12, "method": "eth_estimateGas", "problem": "call_reverted" }],
                "lines": [{ "at": 1.5e12, "kind": "error", "text": "key eyJhbGciOi.eyJzdWIi.c2ln" }],
                "environment": { "browser": "Chromium 156" },
                "off": ["quote"],
            },
        },
    })
}

#[test]
fn a_tester_signs_in_a_page_and_reports_once() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        let token = scene.sign_in(&ada).await;
        let config = format!("/widget/v1/config?key={}", scene.key);
        let config = Request::get(config).header("origin", DAPP).body(Body::empty());
        let config = scene.api.raw(config.expect("a request")).await;
        assert_eq!(allowed_origin(&config), Some(DAPP), "{}", config.text);
        assert_eq!(config.body["record"], true);
        assert_eq!(config.body["areas"][0]["key"], "swap", "{}", config.text);
        let evidence = report("one", &token)["report"]["evidence"].clone();
        let explained =
            scene.ask("/explain", json!({ "token": token, "evidence": evidence })).await;
        assert_eq!(explained.status, 200, "{}", explained.text);
        assert_eq!(explained.body["evidence"]["state"], "explained", "{}", explained.text);
        assert_eq!(explained.body["evidence"]["class"], "transfer_failed", "{}", explained.text);
        let first = scene.ask("/reports", report("one", &token)).await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert_eq!(allowed_origin(&first), Some(DAPP));
        let again = scene.ask("/reports", report("one", &token)).await;
        assert_eq!((again.status, &again.text), (201, &first.text));
        let number = &first.body["number"];
        let shown =
            scene.call("issueContext", &scene.token, json!({ "number": number })).await.ok();
        let shown = &shown["result"]["context"];
        assert_eq!(shown["origin"], DAPP, "{shown}");
        assert_eq!(shown["context"]["calls"][0]["method"], "eth_estimateGas");
        assert_eq!(shown["context"]["lines"][0]["text"], "key [token]");
        let issue = scene.call("issueGet", &scene.token, json!({ "number": number })).await.ok();
        let environment = &issue["result"]["issue"]["environment"];
        assert_eq!(environment["build"], "web 0.9.9-rc1 a41c9e2", "{issue}");
        assert_eq!(environment["page"], DAPP);
        // The same wallet is the same account in the app, which sees the page and ends it.
        let devices = session_of(&scene, &ada).await;
        let listed = scene.call("widgetDevices", &devices, json!({})).await.ok();
        assert_eq!(listed["result"]["rows"][0]["origin"], DAPP, "{listed}");
        let id = &listed["result"]["rows"][0]["id"];
        scene.call("widgetDeviceEnd", &devices, json!({ "id": id })).await.ok();
        problem(&scene.ask("/reports", report("two", &token)).await, 401, "WIDGET_TOKEN");
    });
}

/// A session in the app, opened by the same wallet.
async fn session_of(scene: &Scene, wallet: &Wallet) -> String {
    let site = "https://app.example";
    let headers = [("origin", site), ("x-parse-installation-id", INSTALLATION)];
    let params = json!({ "family": "evm", "address": wallet.address() });
    let asked = scene.api.send_with("POST", "/functions/walletChallenge", &headers, params).await;
    let message = text(&asked.ok()["result"], "message").to_owned();
    let proof = json!({
        "family": "evm", "address": wallet.address(), "message": message, "signature": wallet.sign(&message),
    });
    let body = json!({ "authData": { "wallet": proof } });
    let signed = scene.api.send_with("POST", "/users", &headers, body).await.ok();
    text(&signed, "sessionToken").to_owned()
}

#[test]
fn an_origin_that_is_not_listed_gets_nothing() {
    case(async {
        let scene = Scene::open("open").await;
        let address = json!({ "address": Wallet::new(1).address() });
        for origin in [
            Some("https://evil.example"),
            Some("https://swap.example.org.evil.example"),
            Some("https://swap.example.org:8443"),
            Some("http://swap.example.org"),
            Some("https://SWAP.example.org"),
            Some("null"),
            None,
        ] {
            let refused = scene.from(origin, "/challenge", address.clone()).await;
            problem(&refused, 403, "WIDGET_ORIGIN");
            assert_eq!(allowed_origin(&refused), None, "{origin:?}");
        }
        for key in ["", "tsp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", &*scene.token] {
            let refused = scene.ask("/challenge", json!({ "key": key, "address": "0x1" })).await;
            problem(&refused, 401, "WIDGET_KEY");
            assert_eq!(allowed_origin(&refused), None);
        }
    });
}

#[test]
fn a_key_that_is_off_or_deleted_ends_what_it_opened() {
    case(async {
        let scene = Scene::open("open").await;
        let token = scene.sign_in(&Wallet::new(1)).await;
        let keys = scene.call("widgetKeyList", &scene.token, json!({})).await.ok();
        let id = keys["result"]["rows"][0]["id"].clone();
        assert_eq!(keys["result"]["rows"][0]["devices"], 1);
        scene.save(json!({ "id": id, "isOn": false })).await.ok();
        problem(&scene.ask("/reports", report("one", &token)).await, 401, "WIDGET_KEY");
        scene.save(json!({ "id": id, "origins": ["https://new.example"] })).await.ok();
        problem(&scene.ask("/reports", report("one", &token)).await, 403, "WIDGET_ORIGIN");
        let moved =
            scene.from(Some("https://new.example"), "/reports", report("one", &token)).await;
        problem(&moved, 401, "WIDGET_TOKEN");
        scene.call("widgetKeyDelete", &scene.token, json!({ "id": id })).await.ok();
        problem(&scene.ask("/reports", report("one", &token)).await, 401, "WIDGET_KEY");
    });
}

#[test]
fn a_signature_for_a_page_opens_no_session_and_one_for_the_app_no_page() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        let proof = scene.proof(&ada).await;
        assert!(text(&proof, "message").starts_with("swap.example.org wants you to sign in"));
        assert!(text(&proof, "message").contains("This gives no access to an account"));
        assert!(!text(&proof, "message").contains("Swap page"), "the name is for administrators");
        let mut wallet = proof.clone();
        wallet["family"] = json!("evm");
        for origin in [DAPP, "https://app.example"] {
            let headers = [("origin", origin), ("x-parse-installation-id", INSTALLATION)];
            let body = json!({ "authData": { "wallet": wallet } });
            let refused = scene.api.send_with("POST", "/users", &headers, body).await;
            assert!(refused.body.get("sessionToken").is_none(), "{}", refused.text);
            assert_ne!(refused.status / 100, 2, "{}", refused.text);
        }
        let headers =
            [("origin", "https://app.example"), ("x-parse-installation-id", INSTALLATION)];
        let params = json!({ "family": "evm", "address": ada.address() });
        let own = scene.api.send_with("POST", "/functions/walletChallenge", &headers, params).await;
        let message = text(&own.ok()["result"], "message").to_owned();
        let crossed = json!({ "address": ada.address(), "message": message, "signature": ada.sign(&message) });
        let refused = scene.ask("/session", crossed).await;
        assert_ne!(refused.status / 100, 2, "{}", refused.text);
        // The proof was not used up by the refusals, and is good once.
        assert_eq!(scene.ask("/session", proof.clone()).await.status, 201);
        assert_ne!(scene.ask("/session", proof).await.status / 100, 2);
    });
}

#[test]
fn a_token_is_refused_by_every_function_and_route() {
    case(async {
        let scene = Scene::open("open").await;
        let token = scene.sign_in(&Wallet::new(1)).await;
        let functions: Vec<String> =
            scene.api.app.engine.extension().function_names().map(str::to_owned).collect();
        assert!(functions.len() > 200, "{}", functions.len());
        let by = [("x-parse-session-token", &*token)];
        let bearer = format!("Bearer {token}");
        let api = [("authorization", &*bearer)];
        for name in functions {
            let path = format!("/functions/{name}");
            let refused = scene.api.send_with("POST", &path, &by, json!({})).await;
            assert_eq!(refused.body["code"], 209, "{name}: {}", refused.text);
        }
        for (method, path) in [
            ("GET", "/users/me"),
            ("GET", "/classes/Issue"),
            ("POST", "/classes/Issue"),
            ("GET", "/sessions/me"),
            ("POST", "/files/a.txt"),
            ("POST", "/upgradeToRevocableSession"),
            ("PUT", "/users/someone"),
            ("DELETE", "/sessions/someone"),
            ("GET", "/sessions"),
            ("GET", "/roles"),
            ("GET", "/installations"),
            ("POST", "/batch"),
            ("GET", "/aggregate/Issue"),
            ("GET", "/schemas"),
            ("GET", "/hooks/functions"),
            ("POST", "/push"),
            ("POST", "/jobs/anything"),
        ] {
            let refused = scene.api.send_with(method, path, &by, json!({})).await;
            assert_ne!(refused.status / 100, 2, "{method} {path}: {}", refused.text);
        }
        for path in ["/api/v1/programme", "/api/v1/issues", "/api/v1/issues/1"] {
            let refused = scene.api.raw(beside(&api, path)).await;
            assert_eq!(refused.status, 401, "{path}: {}", refused.text);
        }
        let no_session = scene.ask("/reports", report("one", &scene.token)).await;
        problem(&no_session, 401, "WIDGET_TOKEN");
    });
}

fn beside(headers: &[(&str, &str)], path: &str) -> Request<Body> {
    let mut request = Request::get(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(Body::empty()).expect("a request")
}

#[test]
fn functions_for_pages_exist_for_nobody_else() {
    case(async {
        let scene = Scene::open("open").await;
        let params = [
            ("widgetConfig", json!({})),
            ("widgetSession", json!({ "address": "0x1", "message": "a", "signature": "0x" })),
            ("widgetSessionEnd", json!({ "token": "a" })),
            ("widgetExplain", json!({ "evidence": {} })),
            ("widgetReport", json!({ "report": {} })),
            ("widgetReportUnsigned", json!({ "report": {}, "claim": "" })),
            ("widgetClaim", json!({ "claim": "" })),
        ];
        for (name, params) in params {
            let by_session = scene.call(name, &scene.token, params.clone()).await;
            assert_eq!(by_session.body["code"], 101, "{name}: {}", by_session.text);
            let by_master = scene.api.master("POST", &format!("/functions/{name}"), params).await;
            assert_eq!(by_master.body["code"], 101, "{name}: {}", by_master.text);
        }
    });
}

#[test]
fn the_programme_decides_who_gets_an_account_from_a_page() {
    case(async {
        let scene = Scene::open("invite").await;
        let ada = Wallet::new(1);
        let proof = scene.proof(&ada).await;
        let refused = scene.ask("/session", proof.clone()).await;
        problem(&refused, 422, "INVITATION_MISSING");
        let mut invited = proof;
        invited["invitation"] = json!("not-a-code");
        let refused = scene.ask("/session", invited).await;
        assert_ne!(refused.status / 100, 2, "{}", refused.text);
    });
}

#[test]
fn an_administrator_gets_no_token() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        let session = session_of(&scene, &ada).await;
        let by = [("x-parse-session-token", &*session)];
        let me = scene.api.send_with("GET", "/users/me", &by, Json::Null).await.ok();
        let tx = scene.api.app.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, text(&me, "objectId")).await.expect("one");
        tx.commit().await.expect("a commit");
        let refused = scene.ask("/session", scene.proof(&ada).await).await;
        problem(&refused, 403, "WIDGET_ADMINISTRATOR");
    });
}
