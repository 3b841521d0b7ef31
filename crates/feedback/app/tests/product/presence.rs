//! Administrators who look at the same issue, and what others find of it.

use parse_engine::periodic_task::{Interval, run_due_tasks};
use serde_json::{Value, json};
use testkit::case;

use crate::stage::{Programme, TestUser, told};

fn at(number: u32) -> Value {
    json!({ "number": number })
}

async fn names(programme: &Programme, who: &TestUser, number: u32) -> Vec<Value> {
    let answer = programme.ask(who, "triageLook", at(number)).await;
    let lookers = answer["lookers"].as_array().expect("lookers");
    lookers.iter().map(|person| person["username"].clone()).collect()
}

#[test]
fn who_looks_is_a_row_for_administrators_until_they_leave() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        assert_eq!(names(&programme, &max, number).await, [""; 0]);
        assert_eq!(names(&programme, &mia, number).await, ["max"]);
        assert_eq!(programme.find(&mia, "IssueViewer").await.expect("rows"), 2);
        let refused = programme.find(&rin, "IssueViewer").await.expect_err("administrators only");
        assert_eq!(told(&refused).0, 119);
        let row = r#"select concat_ws(' ', v."username", v."_rperm"::text, v."_wperm"::text) from "IssueViewer" v
            where v."person" = (select "objectId" from "_User" where "username" = 'max')"#;
        assert_eq!(programme.text(row).await, "max {role:administrators} {}");
        // Leaving twice is no error, and one user's leaving does not remove another.
        for _ in 0..2 {
            programme.ask(&max, "triageLeave", at(number)).await;
            assert_eq!(programme.find(&mia, "IssueViewer").await.expect("rows"), 1);
        }
        assert_eq!(programme.refusal(Some(&rin), "triageLeave", at(number)).await.0, 119);
        assert_eq!(programme.refusal(None, "triageLeave", at(number)).await.0, 209);
    });
}

#[test]
fn who_is_not_heard_of_any_more_is_gone_by_themself() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let number = programme.report_of(&mia, "The map freezes").await;
        names(&programme, &max, number).await;
        programme.clock.advance(20);
        names(&programme, &mia, number).await;
        run_due_tasks(&programme.engine, Interval::Second).await;
        assert_eq!(programme.find(&mia, "IssueViewer").await.expect("rows"), 2);
        programme.clock.advance(10);
        run_due_tasks(&programme.engine, Interval::Second).await;
        let left = r#"select string_agg("username", ' ') from "IssueViewer""#;
        assert_eq!(programme.text(left).await, "mia");
    });
}

#[test]
fn looking_leaves_no_trace_in_the_timeline_or_the_audit() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let number = programme.report_of(&mia, "The map freezes").await;
        let written =
            r#"select (select count(*) from "IssueEvent") + (select count(*) from "AuditEntry")"#;
        let before = programme.how_many(written).await;
        for _ in 0..5 {
            programme.ask(&mia, "triageLook", at(number)).await;
            programme.clock.advance(10);
        }
        programme.ask(&mia, "triageLeave", at(number)).await;
        assert_eq!(programme.how_many(written).await, before);
        let issue = programme.row(number).await;
        assert_eq!(issue["commentCount"], json!(0));
    });
}

#[test]
fn a_heartbeat_leaves_lists_cached_and_a_change_of_an_issue_does_not_on_any_node() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let number = programme.report_of(&rin, "The map freezes").await;
        let other = programme.second_engine().await;
        let (mut here, mut there) = (programme.engine.stale_caches(), other.stale_caches());
        let telling = async {
            tokio::join!(programme.engine.tell_of_changes(None), other.listen_for_invalidations());
        };
        let story = async {
            here.mark_unchanged();
            names(&programme, &mia, number).await;
            programme.ask(&mia, "triageLeave", at(number)).await;
            assert!(!here.has_changed().expect("the engine"), "who looks is in no list");
            programme.ask(&mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
            assert!(here.has_changed().expect("the engine"));
            there.changed().await.expect("the other node is notified");
        };
        tokio::select! {
            () = telling => {}
            () = story => {}
        }
    });
}
