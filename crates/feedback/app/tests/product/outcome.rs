use serde_json::{Value, json};
use testkit::case;

use crate::case::{DAY, accept, close};
use crate::stage::Programme;

#[test]
fn enough_testers_verify_a_fix_and_those_who_were_right_are_paid() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let (sam, tom, uma) = (
            programme.tester("sam").await,
            programme.tester("tom").await,
            programme.tester("uma").await,
        );
        programme.trusted(&sam, 2).await;
        programme.trusted(&tom, 2).await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let (old, new) = (programme.build(3).await, programme.build(4).await);
        programme.ask(&mia, "issueAccept", accept(n)).await;
        let check =
            |build: &str, verdict: &str| json!({ "number": n, "build": build, "verdict": verdict });
        let early = programme.refusal(Some(&sam), "fixCheckSubmit", check(&new, "works")).await;
        assert!(early.1.starts_with("ISSUE_BAD_STATE: "), "{early:?}");
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": new })).await;
        let wrong = programme.refusal(Some(&sam), "fixCheckSubmit", check(&old, "works")).await;
        assert!(wrong.1.starts_with("BUILD_TOO_OLD: "), "{wrong:?}");

        for (who, counted) in [(&mia, false), (&uma, false), (&sam, true)] {
            let checked = programme.ask(who, "fixCheckSubmit", check(&new, "works")).await;
            assert_eq!(
                (&checked["check"]["counted"], &checked["status"]),
                (&json!(counted), &json!("fixed"))
            );
        }
        assert_eq!(
            programme.refusal(Some(&sam), "fixCheckSubmit", check(&new, "works")).await.0,
            137
        );
        let doubt = programme.ask(&tom, "fixCheckSubmit", check(&new, "still_broken")).await;
        assert_eq!(doubt["status"], "fixed", "an administrator decides if no tester has proof");
        let reason = json!({ "number": n, "reason": "Tom is right, it freezes at once." });
        programme.ask(&mia, "issueReopen", reason).await;
        let row = programme.row(n).await;
        assert_eq!((&row["status"], &row["regressions"]), (&json!("confirmed"), &json!(1)));
        assert_eq!(programme.totals(1).await[&tom.id], 10, "being right pays, whichever way");
        assert!(!programme.totals(1).await.contains_key(&sam.id));

        let newer = programme.build(5).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": newer })).await;
        programme.ask(&sam, "fixCheckSubmit", check(&newer, "works")).await;
        let last = programme.ask(&rin, "fixCheckSubmit", check(&newer, "works")).await;
        assert_eq!(last["status"], "verified");
        let totals = programme.totals(1).await;
        assert_eq!((totals[&sam.id], totals[&rin.id]), (10, 160));
        assert!(!totals.contains_key(&mia.id) && !totals.contains_key(&uma.id));
        programme.replays().await;
        programme.audited(1).await;
    });
}

#[test]
fn a_reporter_reopens_once_in_time_and_with_something_new_to_say() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&mia, "issueClose", close(n, "not_reproducible")).await;
        let reopen = |text: &str| json!({ "number": n, "reason": text });
        let long = "It happens whenever the second tab is open and the first one sleeps.";
        let short = programme.refusal(Some(&rin), "issueReopen", reopen("But it does!")).await;
        assert!(short.1.starts_with("REOPEN_WITHOUT_GROUNDS: "), "{short:?}");
        let opened = programme.ask(&rin, "issueReopen", reopen(long)).await;
        assert_eq!(
            (&opened["issue"]["status"], &opened["undoUntil"]),
            (&json!("new"), &Value::Null)
        );
        programme.ask(&mia, "issueClose", close(n, "wont_fix")).await;
        let again = programme.refusal(Some(&rin), "issueReopen", reopen(long)).await;
        assert!(again.1.starts_with("REOPENED_BEFORE: "), "{again:?}");
        let late = programme.report_of(&rin, "The list freezes").await;
        programme.ask(&mia, "issueClose", close(late, "wont_fix")).await;
        programme.clock.advance(31 * DAY);
        let params = json!({ "number": late, "reason": long });
        let refused = programme.refusal(Some(&rin), "issueReopen", params.clone()).await;
        assert!(refused.1.starts_with("REOPEN_TOO_LATE: "), "{refused:?}");
        programme.ask(&mia, "issueReopen", params).await;
        let entries = programme
            .how_many(r#"select count(*) from "AuditEntry" where "action" = 'issueReopen'"#)
            .await;
        assert_eq!(entries, 1, "an administrator's is recorded, a reporter's is not");
    });
}

#[test]
fn time_closes_unanswered_questions_verifies_undoubted_fixes_and_wakes_what_was_put_off() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let asked = programme.report_of(&rin, "The map freezes").await;
        let fixed = programme.report_of(&rin, "The list freezes").await;
        let put_off = programme.report_of(&rin, "The page freezes").await;
        let build = programme.build(3).await;
        let question = json!({ "number": asked, "question": "Which browser was it, please?" });
        programme.ask(&mia, "issueAskInfo", question).await;
        programme.ask(&mia, "issueAccept", accept(fixed)).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": fixed, "build": build })).await;
        let until = programme.now().plus_seconds(2 * DAY).iso();
        programme.ask(&mia, "issueSnooze", json!({ "number": put_off, "until": until })).await;
        let far = programme.now().plus_seconds(31 * DAY).iso();
        let far = json!({ "number": put_off, "until": far });
        assert_eq!(programme.refusal(Some(&mia), "issueSnooze", far).await.0, 142);
        let queue = programme.ask(&mia, "triageQueue", json!({})).await;
        assert_eq!(queue["waiting"], 0);

        programme.clock.advance(14 * DAY - 60);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let status = async |n: u32| programme.row(n).await["status"].clone();
        assert_eq!(status(asked).await, "needs_info");
        assert_eq!(status(fixed).await, "fixed");
        assert_eq!(programme.row(put_off).await["snoozedUntil"], Value::Null);
        programme.clock.advance(60);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let closed = programme.row(asked).await;
        assert_eq!(
            (&closed["status"], &closed["resolution"]),
            (&json!("closed"), &json!("no_response"))
        );
        let verified = programme.row(fixed).await;
        assert_eq!((&verified["status"], &verified["assumed"]), (&json!("verified"), &json!(true)));
        assert_eq!(programme.totals(1).await[&rin.id], 150, "no answer costs nothing");
        programme.replays().await;
    });
}
