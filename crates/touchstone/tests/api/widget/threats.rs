//! What an attacker tries with a key, a page or a signature of their own.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use testkit::case;

use super::{DAPP, INSTALLATION, Scene, problem, report, session_of};
use crate::api::{Answer, Api, text};
use crate::wallets::{Wallet, brought};
use crate::web::Built;

const ANOTHER: &str = "https://another.example";

/// The answer to a session with this key, origin and installation.
async fn session(
    scene: &Scene,
    mut proof: parse_model::Json,
    key: &str,
    origin: &str,
    installation: &str,
) -> Answer {
    proof["key"] = json!(key);
    proof["installation"] = json!(installation);
    let request = Request::builder().method("POST").uri("/widget/v1/session");
    let request = request.header("origin", origin).header("content-type", "text/plain");
    scene.api.raw(request.body(Body::from(proof.to_string())).expect("a request")).await
}

#[test]
fn a_key_alone_does_nothing_in_the_name_of_a_tester() {
    case(async {
        let scene = Scene::open("open").await;
        for token in ["", "tsw_", &scene.key, &scene.token] {
            problem(&scene.ask("/reports", report("one", token)).await, 401, "WIDGET_TOKEN");
            let hash = json!({ "token": token, "evidence": { "chain": 1, "hash": format!("0x{}", "ab".repeat(32)) } });
            problem(&scene.ask("/explain", hash).await, 401, "WIDGET_TOKEN");
        }
        let client = scene.api.database().client().await;
        for table in [r#""Evidence""#, r#""Issue""#, "_touchstone.evidence_queue"] {
            let count = client.query_one(&format!("select count(*) from {table}"), &[]).await;
            // A table of another name would hide a look-up.
            assert_eq!(count.expect(table).get::<_, i64>(0), 0, "{table}");
        }
    });
}

#[test]
fn one_address_has_sixty_requests_a_minute() {
    case(async {
        let scene = Scene::open("open").await;
        let mut last = 0;
        for n in 0..70 {
            let answer = scene.ask("/challenge", json!({ "address": "0x1" })).await;
            last = answer.status;
            if last == 429 {
                assert!(n >= 60, "{n}");
                assert_eq!(text(&answer.body, "code"), "RATE", "{}", answer.text);
                assert!(answer.header("retry-after").is_some());
                break;
            }
        }
        assert_eq!(last, 429);
    });
}

#[test]
fn a_signature_is_bound_to_its_key_origin_and_installation() {
    case(async {
        let mut scene = Scene::open("open").await;
        let keys = scene.call("widgetKeyList", &scene.token, json!({})).await.ok();
        let id = keys["result"]["rows"][0]["id"].clone();
        scene.save(json!({ "id": id, "origins": [DAPP, ANOTHER] })).await.ok();
        let other = scene.save(json!({ "name": "Other", "origins": [DAPP] })).await.ok();
        let other = text(&other["result"], "key").to_owned();
        let ada = Wallet::new(1);
        let proof = scene.proof(&ada).await;
        let key = std::mem::take(&mut scene.key);
        for (key, origin, installation) in [
            (&*other, DAPP, INSTALLATION),
            (&*key, ANOTHER, INSTALLATION),
            (&*key, DAPP, "another-page"),
        ] {
            let refused = session(&scene, proof.clone(), key, origin, installation).await;
            assert_ne!(refused.status / 100, 2, "{origin} {installation}: {}", refused.text);
        }
        let taken = session(&scene, proof, &key, DAPP, INSTALLATION).await;
        assert_eq!(taken.status, 201, "{}", taken.text);
        // The token is bound in the same way.
        let token = text(&taken.body, "token").to_owned();
        scene.key = key;
        let moved = scene.from(Some(ANOTHER), "/reports", report("one", &token)).await;
        problem(&moved, 401, "WIDGET_TOKEN");
        let mut sent = report("one", &token);
        sent["key"] = json!(other);
        problem(&scene.ask("/reports", sent).await, 401, "WIDGET_TOKEN");
    });
}

#[test]
fn a_page_cannot_say_who_a_tester_is() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        for claim in [
            json!({ "identity": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ." }),
            json!({ "user": "ada", "email": "ada@example.org" }),
            json!({ "address": ada.address(), "message": "", "signature": "0x" }),
            json!({ "sessionToken": scene.token }),
        ] {
            let refused = scene.ask("/session", claim.clone()).await;
            assert_ne!(refused.status / 100, 2, "{claim}: {}", refused.text);
        }
        let mut more = scene.proof(&ada).await;
        more["isAdmin"] = json!(true);
        assert_ne!(scene.ask("/session", more).await.status / 100, 2);
    });
}

#[test]
fn a_report_that_the_page_sent_by_itself_is_seen_withdrawn_and_the_last_of_its_token() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        let token = scene.sign_in(&ada).await;
        let sent = scene.ask("/reports", report("one", &token)).await;
        assert_eq!(sent.status, 201, "{}", sent.text);
        // A script cannot go on: the allowance of the tester ends it.
        let more = scene.ask("/reports", report("two", &token)).await;
        assert_eq!(text(&more.body, "code"), "OVER_ALLOWANCE", "{}", more.text);
        let session = session_of(&scene, &ada).await;
        let own = json!({ "query": "reporter:me source:widget" });
        let own = scene.call("searchIssues", &session, own).await.ok();
        assert_eq!(own["result"]["rows"][0]["number"], sent.body["number"], "{own}");
        let number = json!({ "number": sent.body["number"] });
        scene.call("issueWithdraw", &session, number).await.ok();
        let pages = scene.call("widgetDevices", &session, json!({})).await.ok();
        assert_eq!(pages["result"]["rows"][0]["origin"], DAPP);
        let id = &pages["result"]["rows"][0]["id"];
        scene.call("widgetDeviceEnd", &session, json!({ "id": id })).await.ok();
        problem(&scene.ask("/reports", report("three", &token)).await, 401, "WIDGET_TOKEN");
    });
}

#[test]
fn no_page_of_the_server_can_be_framed_and_no_address_answers_for_a_tester() {
    case(async {
        let built = Built::new();
        let root = built.path();
        let settings = [("PROFILE", "product"), ("WEB_ROOT", &*root)];
        let api = Box::pin(Api::with(&settings, brought(&settings))).await;
        for path in ["/", "/login", "/widget", "/widget/connect", "/widget/v1/config", "/sdk/v1.js"]
        {
            let request = Request::get(path).body(Body::empty()).expect("a request");
            let answer = api.raw(request).await;
            assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
            let policy = answer.header("content-security-policy").expect("a policy");
            assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
            assert_eq!(answer.header("set-cookie"), None, "{path}");
        }
    });
}

#[test]
fn a_report_of_a_page_earns_what_one_by_hand_does() {
    case(async {
        let scene = Scene::open("open").await;
        let client = scene.api.database().client().await;
        for seed in 1..=3 {
            let token = scene.sign_in(&Wallet::new(seed)).await;
            let sent = scene.ask("/reports", report("one", &token)).await;
            assert_eq!(sent.status, 201, "{}", sent.text);
        }
        let points = r#"select count(*) from "PointsEntry""#;
        let points = client.query_one(points, &[]).await.expect("a count");
        assert_eq!(points.get::<_, i64>(0), 0, "before a decision");
        // The same failure is one cluster, however many wallets report it.
        let clusters = r#"select count(distinct "cluster"), count(*) from "Evidence""#;
        let clusters = client.query_one(clusters, &[]).await.expect("counts");
        assert_eq!((clusters.get::<_, i64>(0), clusters.get::<_, i64>(1)), (1, 3));
    });
}
