//! The numbers of what waits, and the present values of the settings pages.

use serde_json::json;
use testkit::case;

use crate::stage::Programme;

#[test]
fn one_call_counts_what_each_queue_shows() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let nothing = json!({ "reports": 0, "late": 0, "missions": 0, "appeals": 0, "fairness": 0, "points": 0,
            "unsigned": 0, "hasCases": false });
        assert_eq!(programme.ask(&mia, "reviewCounts", json!({})).await, nothing);
        for title in ["The map freezes", "The list is empty"] {
            programme.report_of(&rin, title).await;
        }
        let points = json!({ "user": rin.id, "amount": 20_000, "reason": "For the long report on the map.",
            "rule": "manual" });
        programme.ask(&mia, "pointsAdjust", points).await;
        programme.clock.advance(10 * 86_400);

        let counts = programme.ask(&mia, "reviewCounts", json!({})).await;
        let queue = programme.ask(&mia, "triageQueue", json!({})).await;
        assert_eq!((&counts["reports"], &counts["late"]), (&queue["waiting"], &queue["late"]));
        assert_eq!((&counts["reports"], &counts["late"]), (&json!(2), &json!(2)));
        assert_eq!(counts["points"], 1);
        let cases = programme.ask(&mia, "riskCases", json!({})).await["counts"].clone();
        assert_eq!((&counts["fairness"], &counts["appeals"]), (&cases["open"], &cases["appeals"]));
        assert_eq!(programme.refusal(Some(&rin), "reviewCounts", json!({})).await.0, 119);
    });
}

#[test]
fn one_call_tells_the_present_value_of_each_settings_page() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.build(1).await;
        let invitation = json!({ "label": "a", "maxUses": 1 });
        programme.ask(&mia, "invitationCreate", invitation).await;
        let summary = programme.ask(&mia, "settingsSummary", json!({})).await;
        let people = programme.ask(&mia, "people", json!({})).await["total"].clone();
        assert_eq!((&summary["people"], &summary["openInvitations"]), (&people, &json!(1)));
        assert_eq!(summary["accessMode"], "open");
        assert_eq!(summary["rules"], json!({ "version": 1, "preset": "balanced" }));
        let builds = programme.ask(&mia, "builds", json!({})).await["rows"].clone();
        assert_eq!(summary["builds"]["total"], builds.as_array().expect("rows").len());
        assert_eq!(summary["builds"]["newest"], "build00001");
        assert_eq!(summary["networks"], json!({ "total": 0, "troubled": [] }));
        assert_eq!(summary["missions"], json!({ "live": 0, "drafts": 0 }));
        assert_eq!(summary["webhooks"], json!({ "total": 0, "failing": 0 }));
        assert_eq!(summary["services"], json!([]));
        let known = programme.ask(&mia, "errorSignatures", json!({})).await["rows"].clone();
        assert_eq!(summary["errors"]["known"], known.as_array().expect("rows").len());
        let audit = programme.ask(&mia, "audit", json!({})).await;
        assert_eq!(summary["audit"], json!({ "entries": audit["rows"][0]["seq"], "ok": true }));
        assert_eq!(programme.refusal(Some(&rin), "settingsSummary", json!({})).await.0, 119);
    });
}
