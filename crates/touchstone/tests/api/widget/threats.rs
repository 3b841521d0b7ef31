//! What an attacker tries with a key, a page or a signature of their own.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use testkit::case;

use super::{DAPP, INSTALLATION, Scene, problem, report};
use crate::api::{Answer, text};
use crate::wallets::Wallet;

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
