//! Reports from pages: odd contexts, pictures, where they are found, and when sign-ins end.

use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::{DAPP, Scene, problem, report, session_of};
use crate::api::text;
use crate::wallets::Wallet;

/// A picture of one point.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

impl Scene {
    /// The answer of a function to the administrator.
    async fn admin(&self, name: &str, params: Json) -> Json {
        self.call(name, &self.token, params).await.ok()["result"].clone()
    }

    /// The numbers that the administrator finds.
    async fn found(&self, query: &str) -> Vec<Json> {
        let found = self.admin("searchIssues", json!({ "query": query })).await;
        let rows = found["rows"].as_array().expect("rows").iter();
        rows.map(|row| json!([row["number"], row["source"]])).collect()
    }
}

#[test]
fn what_a_page_records_never_makes_a_report_fail() {
    case(async {
        let scene = Scene::open("open").await;
        for (n, odd) in [json!(7), json!("x"), json!([1]), json!({ "a": {} }), Json::Null]
            .into_iter()
            .enumerate()
        {
            let token = scene.sign_in(&Wallet::new(u8::try_from(n).unwrap() + 1)).await;
            for field in ["context", "evidence", "build", "picture"] {
                let mut sent = report(&format!("{n} {field}"), &token);
                sent["report"]["context"]["quote"] = odd.clone();
                sent["report"]["evidence"] =
                    json!({ "hash": odd, "error": odd, "quote": { "minOut": odd, "route": odd } });
                sent["report"][field] = odd.clone();
                let answer = scene.ask("/reports", sent).await;
                // A newcomer has one report a minute.
                let is_sent =
                    answer.status == 201 || text(&answer.body, "code") == "OVER_ALLOWANCE";
                assert!(is_sent, "{field} {odd}: {}", answer.text);
                assert!(field != "context" || answer.status == 201, "{odd}: {}", answer.text);
            }
        }
        let token = scene.sign_in(&Wallet::new(9)).await;
        let mut untitled = report("untitled", &token);
        untitled["report"]["title"] = json!(7);
        let refused = scene.ask("/reports", untitled).await;
        assert_eq!(refused.status, 422, "{}", refused.text);
    });
}

#[test]
fn reports_of_pages_are_found_by_their_source_and_origin() {
    case(async {
        let scene = Scene::open("open").await;
        let token = scene.sign_in(&Wallet::new(1)).await;
        let sent = scene.ask("/reports", report("one", &token)).await;
        assert_eq!(sent.status, 201, "{}", sent.text);
        let own = json!({
            "kind": "bug", "title": "The quote is stale for minutes", "area": "swap",
            "body": "I waited and it did not change for a long while.", "environment": { "page": DAPP },
            "build": scene.admin("builds", json!({})).await["rows"][0]["id"],
        });
        scene.admin("issueSubmit", own).await;
        for query in ["source:widget", "origin:swap.example.org", "origin:https://SWAP.example.org"]
        {
            assert_eq!(scene.found(query).await, [json!([1, "widget"])], "{query}");
        }
        assert_eq!(scene.found("source:web").await, [json!([2, "web"])]);
        assert_eq!(scene.found("source:web,widget").await.len(), 2);
        assert_eq!(scene.found("origin:example.org").await, Vec::<Json>::new());
    });
}

#[test]
fn a_picture_is_attached_once() {
    case(async {
        let scene = Scene::open("open").await;
        let token = scene.sign_in(&Wallet::new(1)).await;
        let mut sent = report("one", &token);
        sent["report"]["picture"] = json!(PNG);
        let first = scene.ask("/reports", sent.clone()).await;
        assert_eq!(first.status, 201, "{}", first.text);
        assert_eq!(scene.ask("/reports", sent).await.text, first.text);
        let page = scene.admin("issueGet", json!({ "number": first.body["number"] })).await;
        let files = page["issue"]["attachments"].as_array().expect("attachments");
        assert_eq!(files.len(), 1, "{page}");
        assert_eq!(
            (&files[0]["mime"], &files[0]["name"]),
            (&json!("image/png"), &json!("page.png"))
        );
        let client = scene.api.database().client().await;
        let stored = "select count(*) from _touchstone.file";
        let count: i64 = client.query_one(stored, &[]).await.expect("a count").get(0);
        assert_eq!(count, 1, "a repetition stores nothing");
        let long = "x".repeat(200_000);
        for (field, status) in [("text", 413), ("picture", 400)] {
            let mut sent = report("two", &token);
            sent["report"][field] = json!(long);
            let refused = scene.ask("/reports", sent).await;
            assert_eq!(refused.status, status, "{field}: {}", refused.text);
        }
        let mut huge = report("three", &token);
        huge["report"]["picture"] = json!("A".repeat(5 << 20));
        assert_eq!(scene.ask("/reports", huge).await.status, 413);
        let mut challenge = json!({ "address": "0x1" });
        challenge["more"] = json!(long);
        assert_eq!(scene.ask("/challenge", challenge).await.status, 413);
    });
}

#[test]
fn a_sign_in_ends_with_the_password_the_wallet_or_an_appointment() {
    case(async {
        let scene = Scene::open("open").await;
        let ada = Wallet::new(1);
        let token = scene.sign_in(&ada).await;
        let session = session_of(&scene, &ada).await;
        let by = [("x-parse-session-token", &*session)];
        let me = scene.api.send_with("GET", "/users/me", &by, Json::Null).await.ok();
        let user = text(&me, "objectId").to_owned();
        let look = json!({ "evidence": { "chain": 1, "error": "execution reverted" } });
        let ended = async |token: &str| {
            let mut sent = look.clone();
            sent["token"] = json!(token);
            problem(&scene.ask("/explain", sent).await, 401, "WIDGET_TOKEN");
        };
        let changed = json!({ "password": "correct horse battery staple" });
        let changed = scene.api.master("PUT", &format!("/users/{user}"), changed).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        ended(&token).await;

        let token = scene.sign_in(&ada).await;
        let session = session_of(&scene, &ada).await;
        let shown = scene.call("widgetDevices", &session, json!({})).await.ok();
        assert_eq!(shown["result"]["rows"].as_array().map(Vec::len), Some(1), "{shown}");
        let unlinked = json!({ "family": "evm", "address": ada.address() });
        let unlinked = scene.call("walletUnlink", &session, unlinked).await;
        assert_eq!(unlinked.status, 200, "{}", unlinked.text);
        ended(&token).await;

        let eve = Wallet::new(2);
        let token = scene.sign_in(&eve).await;
        let session = session_of(&scene, &eve).await;
        let by = [("x-parse-session-token", &*session)];
        let me = scene.api.send_with("GET", "/users/me", &by, Json::Null).await.ok();
        let tx = scene.api.app.engine.begin(Caller::master());
        feedback::administrator::appoint(&tx, text(&me, "objectId")).await.expect("one");
        tx.commit().await.expect("a commit");
        ended(&token).await;
    });
}
