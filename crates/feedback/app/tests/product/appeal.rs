//! Appeals about reports, points and submissions: upheld, they undo what was decided.

use parse_engine::worker::drain_all;
use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, close, merge};
use crate::mission::survey;
use crate::stage::{Programme, TestUser};

const WHY: &str = "It happens on both of my machines, every single time.";
const ANSWER: &str = "You are right, and it was looked at again.";

impl Programme {
    /// Objects to a decision; gives the id of the appeal.
    async fn appeal(&self, who: &TestUser, kind: &str, subject: &str) -> String {
        let appeal = json!({ "subjectType": kind, "subjectId": subject, "body": WHY });
        let opened = self.ask(who, "appealOpen", appeal).await;
        opened["appeal"]["id"].as_str().expect("an id").to_owned()
    }

    async fn uphold(&self, admin: &TestUser, appeal: &str, more: Value) -> Value {
        let mut decision = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        for (key, value) in more.as_object().cloned().unwrap_or_default() {
            decision[key] = value;
        }
        self.ask(admin, "appealDecide", decision).await
    }

    async fn issue_id(&self, number: u32) -> String {
        self.text(&format!(r#"select "objectId" from "Issue" where "number" = {number}"#)).await
    }
}

/// A programme, who decides in it, and who reads appeals against that.
async fn with_administrators() -> (Programme, TestUser, TestUser) {
    let programme = Programme::open().await;
    let (mia, max) = (programme.administrator("mia").await, programme.administrator("max").await);
    (programme, mia, max)
}

#[test]
fn a_report_that_was_closed_is_open_again_when_the_appeal_is_upheld() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let number = programme.report_of(&ada, "The price changes").await;
        let id = programme.issue_id(number).await;
        let early = json!({ "subjectType": "issue_closed", "subjectId": id, "body": WHY });
        let refused = programme.refusal(Some(&ada), "appealOpen", early.clone()).await;
        assert!(refused.1.starts_with("APPEAL_SUBJECT"), "nothing was decided: {refused:?}");
        programme.ask(&mia, "issueClose", close(number, "wont_fix")).await;
        let refused = programme.refusal(Some(&bob), "appealOpen", early).await;
        assert!(refused.1.starts_with("APPEAL_SUBJECT"), "of another: {refused:?}");
        let appeal = programme.appeal(&ada, "issue_closed", &id).await;
        let shown = programme.ask(&max, "appeals", json!({})).await["rows"][0].clone();
        assert_eq!((&shown["stands"], &shown["subject"]["number"]), (&json!(true), &json!(number)));
        let reason = &close(number, "wont_fix")["reason"];
        assert_eq!(&shown["decision"]["reason"], reason, "the other administrator reads it");
        let own = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        let refused = programme.refusal(Some(&mia), "appealDecide", own).await;
        assert!(refused.1.starts_with("APPEAL_OWN_DECISION"), "{refused:?}");
        let decided = programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(decided["appeal"]["state"], "upheld");
        assert_eq!(programme.row(number).await["status"], "new");
        programme.settle_down().await;
        let waiting = programme.ask(&ada, "notificationList", json!({ "bucket": "action" })).await;
        assert_eq!(waiting["rows"], json!([]), "an answer leaves nothing to do");
        let news = programme.ask(&ada, "notificationList", json!({ "bucket": "news" })).await;
        assert!(news.to_string().contains("appeal_upheld"), "{news}");
        programme.audited(1).await;
    });
}

#[test]
fn an_administrator_never_reads_their_own_appeal() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        let number = programme.report_of(&max, "The price changes").await;
        programme.ask(&mia, "issueClose", close(number, "wont_fix")).await;
        let id = programme.issue_id(number).await;
        let appeal = programme.appeal(&max, "issue_closed", &id).await;
        let shown = programme.ask(&max, "appeals", json!({})).await["rows"][0].clone();
        assert_eq!((&shown["mayDecide"], &shown["byMe"]), (&json!(false), &json!(false)));
        let own = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        let refused = programme.refusal(Some(&max), "appealDecide", own).await;
        assert!(refused.1.starts_with("APPEAL_OWN: "), "{refused:?}");
        assert_eq!(programme.row(number).await["status"], "closed");
    });
}

#[test]
fn what_was_put_right_meanwhile_is_only_recorded() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        let ada = programme.tester("ada").await;
        let number = programme.report_of(&ada, "The price changes").await;
        programme.ask(&mia, "issueClose", close(number, "invalid")).await;
        let id = programme.issue_id(number).await;
        let appeal = programme.appeal(&ada, "issue_closed", &id).await;
        let reopen = json!({ "number": number, "reason": "I was too fast, this is real." });
        programme.ask(&mia, "issueReopen", reopen).await;
        let shown = programme.ask(&max, "appeals", json!({})).await["rows"][0].clone();
        assert_eq!(shown["stands"], false);
        let decided = programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(
            (&decided["points"], &decided["appeal"]["state"]),
            (&json!([]), &json!("upheld"))
        );
    });
}

#[test]
fn a_duplicate_that_is_none_stands_alone_and_is_paid_for_itself() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        programme.season(&mia).await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let root = programme.report_of(&bob, "The price jumps").await;
        let number = programme.report_of(&ada, "The price changes").await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        programme.ask(&mia, "issueAccept", accept(root)).await;
        let before = programme.totals(1).await;
        programme.ask(&mia, "issueMerge", merge(number, root)).await;
        assert_ne!(programme.totals(1).await, before);
        let id = programme.issue_id(number).await;
        let appeal = programme.appeal(&ada, "duplicate", &id).await;
        programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(programme.row(number).await["status"], "confirmed");
        assert_eq!(programme.totals(1).await, before, "to the point");
    });
}

#[test]
fn a_severity_that_is_appealed_is_chosen_again() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        programme.season(&mia).await;
        let ada = programme.tester("ada").await;
        let number = programme.report_of(&ada, "The price changes").await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        let before = programme.totals(1).await[&ada.id];
        let id = programme.issue_id(number).await;
        let appeal = programme.appeal(&ada, "severity", &id).await;
        let vague = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        let refused = programme.refusal(Some(&max), "appealDecide", vague).await;
        assert!(refused.1.starts_with("APPEAL_SEVERITY"), "{refused:?}");
        programme.uphold(&max, &appeal, json!({ "severity": "S1" })).await;
        assert_eq!(programme.row(number).await["severity"], "S1");
        assert!(programme.totals(1).await[&ada.id] > before);
    });
}

#[test]
fn points_that_were_taken_are_given_back_and_too_few_are_topped_up() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        programme.season(&mia).await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let hand = |amount: i64| json!({ "user": ada.id, "amount": amount, "reason": "Looked at by hand.", "rule": "manual" });
        let name = |given: &Value| {
            let entry = &given["entry"];
            format!("{}:{}", entry["season"], entry["seq"])
        };
        let gave = programme.ask(&mia, "pointsAdjust", hand(10)).await;
        let took = programme.ask(&mia, "pointsAdjust", hand(-4)).await;
        for (who, named) in [(&bob, name(&took)), (&ada, "1".to_owned()), (&ada, "x:y".to_owned())]
        {
            let odd = json!({ "subjectType": "points", "subjectId": named, "body": WHY });
            let refused = programme.refusal(Some(who), "appealOpen", odd).await;
            assert!(refused.1.starts_with("APPEAL_SUBJECT"), "{refused:?}");
        }
        let appeal = programme.appeal(&ada, "points", &name(&took)).await;
        let shown = programme.ask(&max, "appeals", json!({})).await["rows"][0].clone();
        assert_eq!(shown["gives"], json!({ "points": 4 }));
        let open = async || {
            let checklist = programme.ask(&mia, "seasonChecklist", json!({ "number": 1 })).await;
            let items = checklist["items"].as_array().cloned().unwrap_or_default();
            items.into_iter().find(|item| item["key"] == "appeals").expect("appeals")["count"]
                .clone()
        };
        assert_eq!(open().await, 1, "a season is not sealed before they are read");
        let decided = programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(decided["points"][0]["amount"], 4);
        assert_eq!(programme.totals(1).await[&ada.id], 10);
        assert_eq!(open().await, 0);

        let appeal = programme.appeal(&ada, "points", &name(&gave)).await;
        let vague = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        let refused = programme.refusal(Some(&max), "appealDecide", vague).await;
        assert!(refused.1.starts_with("APPEAL_AMOUNT"), "{refused:?}");
        let much = json!({ "id": appeal, "uphold": true, "answer": ANSWER, "amount": 10_001 });
        let refused = programme.refusal(Some(&max), "appealDecide", much).await;
        assert!(refused.1.starts_with("AMOUNT_ALONE"), "{refused:?}");
        programme.uphold(&max, &appeal, json!({ "amount": 5 })).await;
        assert_eq!(programme.totals(1).await[&ada.id], 15);
        programme.audited(1).await;
    });
}

#[test]
fn a_rejection_that_was_wrong_is_paid_and_waits_for_nobody() {
    case(async {
        let (programme, mia, max) = with_administrators().await;
        programme.season(&mia).await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let mission = survey(json!({ "review": { "mode": "manual" }, "capacity": 1 }));
        let mission = programme.mission(&mia, mission).await;
        let submission = programme.begin(&ada, &mission).await;
        let no = json!({ "submission": submission, "decision": "reject", "note": "The second answer says nothing." });
        for attempt in 1..=3 {
            if attempt > 1 {
                programme.begin(&ada, &mission).await;
            }
            programme.hand_in(&ada, &submission).await;
            programme.ask(&mia, "submissionReview", no.clone()).await;
        }
        let appeal = programme.appeal(&ada, "submission", &submission).await;
        // Who has no try left has no place either.
        let other = programme.begin(&bob, &mission).await;
        let decision = json!({ "id": appeal, "uphold": true, "answer": ANSWER });
        let refused = programme.refusal(Some(&max), "appealDecide", decision).await;
        assert!(refused.1.starts_with("MISSION_FULL"), "{refused:?}");
        programme.ask(&bob, "submissionWithdraw", json!({ "submission": other })).await;
        let decided = programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(decided["points"][0]["amount"], 20);
        let shown = programme.ask(&ada, "missionGet", json!({ "mission": mission })).await;
        let mine = &shown["mission"]["mine"];
        assert_eq!((&mine["state"], &mine["paid"]), (&json!("approved"), &json!(20)));

        let manual = survey(json!({ "review": { "mode": "manual" } }));
        let mission = programme.mission(&mia, manual).await;
        let submission = programme.begin(&bob, &mission).await;
        programme.hand_in(&bob, &submission).await;
        let no = json!({ "submission": submission, "decision": "reject", "note": "The second answer says nothing." });
        programme.ask(&mia, "submissionReview", no).await;
        drain_all(&programme.engine).await;
        let waiting =
            async || programme.ask(&bob, "notificationCount", json!({})).await["waiting"].clone();
        assert_eq!(waiting().await, 1, "to try once more");
        let appeal = programme.appeal(&bob, "submission", &submission).await;
        programme.uphold(&max, &appeal, json!({})).await;
        assert_eq!(waiting().await, 0);
        programme.audited(1).await;
    });
}
