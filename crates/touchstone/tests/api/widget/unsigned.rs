//! Reports without an account: off by default, apart from issues, and bounded.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use super::{DAPP, Scene, problem, report};
use crate::wallets::Wallet;

const CLAIM: &str = "4f3c2b1a0f9e8d7c6b5a49382716051423324150";

/// A report with a claim in place of a token.
fn unsigned(claim: &str) -> Json {
    let mut sent = report("one", "");
    sent.as_object_mut().expect("fields").shift_remove("token");
    sent["claim"] = json!(claim);
    sent
}

impl Scene {
    /// A programme whose key takes reports without an account.
    async fn open_unsigned() -> Scene {
        let scene = Scene::open("open").await;
        let keys = scene.call("widgetKeyList", &scene.token, json!({})).await.ok();
        assert_eq!(keys["result"]["rows"][0]["unsigned"], false, "off by default");
        let id = keys["result"]["rows"][0]["id"].clone();
        scene.save(json!({ "id": id, "unsigned": true })).await.ok();
        scene
    }

    async fn waiting(&self) -> Vec<Json> {
        let listed = self.call("unsignedReports", &self.token, json!({})).await.ok();
        listed["result"]["rows"].as_array().expect("rows").clone()
    }

    async fn decide(&self, row: &Json, accept: bool) -> Json {
        let params = json!({ "id": row["id"], "accept": accept });
        self.call("unsignedReportDecide", &self.token, params).await.ok()["result"].clone()
    }

    async fn count(&self, of: &str) -> i64 {
        let client = self.api.database().client().await;
        client.query_one(&format!("select count(*) from {of}"), &[]).await.expect(of).get(0)
    }
}

#[test]
fn a_key_takes_no_report_without_an_account_unless_it_is_allowed() {
    case(async {
        let scene = Scene::open("open").await;
        problem(&scene.ask("/reports", unsigned(CLAIM)).await, 403, "WIDGET_UNSIGNED");
        assert_eq!(scene.count("_touchstone.widget_unsigned").await, 0);
        problem(&scene.ask("/reports", report("one", "")).await, 401, "WIDGET_TOKEN");
    });
}

#[test]
fn a_report_without_an_account_becomes_an_issue_of_the_tester_who_claims_it() {
    case(async {
        let scene = Scene::open_unsigned().await;
        for _ in 0..2 {
            let held = scene.ask("/reports", unsigned(CLAIM)).await;
            assert_eq!(held.status, 201, "{}", held.text);
            assert!(held.body.get("number").is_none(), "{}", held.text);
        }
        assert_eq!(scene.count("_touchstone.widget_unsigned").await, 1, "a repetition");
        assert_eq!(scene.count(r#""Issue""#).await, 0);
        assert_eq!(scene.count(r#""Notification""#).await, 0);
        let counts = scene.call("reviewCounts", &scene.token, json!({})).await.ok();
        assert_eq!(counts["result"]["unsigned"], 1, "{counts}");
        let row = scene.waiting().await.remove(0);
        assert_eq!((&row["origin"], &row["key"]), (&json!(DAPP), &json!("Swap page")));
        assert_eq!(row["report"]["context"]["lines"][0]["text"], "key [token]", "{row}");

        let token = scene.sign_in(&Wallet::new(1)).await;
        let other = json!({ "token": token, "claim": CLAIM.replace('4', "5") });
        assert_eq!(scene.ask("/claims", other).await.status, 404);
        let claim = json!({ "token": token, "claim": CLAIM });
        let claimed = scene.ask("/claims", claim.clone()).await;
        assert_eq!(claimed.status, 201, "{}", claimed.text);
        let number = json!({ "number": claimed.body["number"] });
        let issue = scene.call("issueGet", &scene.token, number).await.ok();
        let issue = &issue["result"]["issue"];
        assert_eq!(issue["environment"]["firstSent"], row["createdAt"], "{issue}");
        assert_eq!(issue["environment"]["page"], DAPP);
        let explained =
            r#""Evidence" where "issue" is not null and "failureClass" = 'transfer_failed'"#;
        assert_eq!(scene.count(explained).await, 1);
        assert_eq!(scene.waiting().await, Vec::<Json>::new());
        assert_eq!(scene.ask("/claims", claim).await.status, 404, "once");
        let left = "_touchstone.widget_unsigned where report is not null";
        assert_eq!(scene.count(left).await, 0, "its content is in the issue alone");
    });
}

#[test]
fn an_administrator_accepts_or_deletes_a_report_without_an_account() {
    case(async {
        let scene = Scene::open_unsigned().await;
        for claim in [CLAIM, &CLAIM.replace('4', "5")] {
            assert_eq!(scene.ask("/reports", unsigned(claim)).await.status, 201);
        }
        let rows = scene.waiting().await;
        let accepted = scene.decide(&rows[0], true).await;
        let found = json!({ "query": "source:widget" });
        let found = scene.call("searchIssues", &scene.token, found).await.ok();
        assert_eq!(found["result"]["rows"][0]["number"], accepted["number"], "{found}");
        assert_eq!(scene.count(r#""PointsEntry""#).await, 0);
        assert_eq!(scene.decide(&rows[1], false).await["number"], Json::Null);
        assert_eq!(scene.count(r#""Issue""#).await, 1);
        let again = json!({ "id": rows[1]["id"], "accept": true });
        let again = scene.call("unsignedReportDecide", &scene.token, again).await;
        assert_eq!(again.body["code"], 101, "{}", again.text);
        let written = r#""AuditEntry" where "action" = 'unsignedReportDecide' and "after"::text not like '%declined by the router%'"#;
        assert_eq!(scene.count(written).await, 2, "without the text");
        let ada = Wallet::new(1);
        let token = scene.sign_in(&ada).await;
        let late = scene.ask("/claims", json!({ "token": token, "claim": CLAIM })).await;
        assert_eq!(late.status, 404, "{}", late.text);
        let session = super::session_of(&scene, &ada).await;
        for name in ["unsignedReports", "unsignedReportDecide"] {
            let params = json!({ "id": rows[0]["id"], "accept": true });
            let refused = scene.call(name, &session, params).await;
            assert_ne!(refused.status / 100, 2, "{name}: {}", refused.text);
        }
    });
}

#[test]
fn an_address_sends_three_reports_an_hour_without_an_account() {
    case(async {
        let scene = Scene::open_unsigned().await;
        for n in 0..4 {
            let sent = scene.ask("/reports", unsigned(&format!("{CLAIM}{n}"))).await;
            match n {
                3 => problem(&sent, 429, "RATE"),
                _ => assert_eq!(sent.status, 201, "{}", sent.text),
            }
        }
    });
}

#[test]
fn a_key_takes_a_hundred_reports_a_day_without_an_account_and_no_wrong_one() {
    case(async {
        let scene = Scene::open_unsigned().await;
        let mut wrong = unsigned(CLAIM);
        wrong["report"]["area"] = json!("nowhere");
        problem(&scene.ask("/reports", wrong).await, 422, "AREA");
        let mut short = unsigned("short");
        short["report"]["picture"] = json!("not a picture");
        problem(&scene.ask("/reports", short).await, 422, "WIDGET_CLAIM");
        let client = scene.api.database().client().await;
        let filled = "insert into _touchstone.widget_unsigned (id, key, origin, claim, state, created_at)
            select n::text, (select id from _touchstone.widget_key), 'https://a.example', encode(sha256(n::text::bytea), 'hex'),
                'deleted', now() from generate_series(1, 100) n";
        client.execute(filled, &[]).await.expect("rows");
        problem(&scene.ask("/reports", unsigned(CLAIM)).await, 422, "WIDGET_UNSIGNED_FULL");
    });
}
