use parse_engine::periodic_task::{Interval, run_due_tasks};
use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, at, changed, close};
use crate::people::differences;
use crate::stage::Programme;

#[test]
fn an_issue_goes_its_way_and_its_timeline_replays_to_where_it_stands() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let build = programme.build(7).await;
        let asked = json!({ "number": n, "question": "Which browser was it, please?" });
        let answer = programme.ask(&mia, "issueAskInfo", asked).await;
        assert_eq!(answer["issue"]["status"], "needs_info");
        assert_eq!(answer["watchers"], 1);
        let early = programme.refusal(Some(&mia), "issueStart", at(n)).await;
        assert_eq!(early.0, 142);
        assert!(early.1.starts_with("ISSUE_BAD_STATE: "), "{early:?}");
        let accepted = programme.ask(&mia, "issueAccept", accept(n)).await;
        assert_eq!(accepted["issue"]["status"], "confirmed");
        assert_eq!(accepted["points"][0]["amount"], 90, "the finder's floor of 150");
        assert!(accepted["undoUntil"].is_string());
        let started = programme.ask(&mia, "issueStart", at(n)).await;
        assert_eq!(started["issue"]["status"], "in_progress");
        let fixed = json!({ "number": n, "build": build });
        let fixed = programme.ask(&mia, "issueMarkFixed", fixed).await;
        assert_eq!(fixed["issue"]["status"], "fixed");
        assert_eq!(fixed["points"][0]["amount"], 60, "the rest of the purse");
        for (title, resolution) in
            [("Spam and nothing else", "spam"), ("As it should be", "working_as_intended")]
        {
            let n = programme.report_of(&rin, title).await;
            let closed = programme.ask(&mia, "issueClose", close(n, resolution)).await;
            assert_eq!(closed["issue"]["resolution"], resolution);
        }
        let private = json!({ "number": n, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", private).await;
        programme.replays().await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
        assert_eq!(programme.totals(1).await[&rin.id], 130, "150 less 20 for spam");
    });
}

#[test]
fn testers_decide_nothing_and_strangers_learn_nothing() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let n = programme.report_of(&rin, "The map freezes").await;
        let names = [
            "issueAccept",
            "issueAskInfo",
            "issueClose",
            "issueMerge",
            "issueUnmerge",
            "issueSnooze",
            "issueAssign",
            "issueSetSeverity",
            "issueSetQuality",
            "issueSetArea",
            "issueTag",
            "issueStart",
            "issueStop",
            "issueMarkFixed",
            "issueSetVisibility",
            "issueLinkExternal",
            "issueDecideProposal",
            "issueUndo",
            "triageQueue",
        ];
        let before = programme.row(n).await;
        for name in names {
            assert_eq!(programme.refusal(Some(&rin), name, at(n)).await.0, 119, "{name}");
            assert_eq!(programme.refusal(None, name, at(n)).await.0, 209, "{name}");
        }
        let bulk = json!({ "command": "issueStart", "numbers": [n] });
        assert_eq!(programme.refusal(Some(&rin), "issueBulk", bulk).await.0, 119);
        assert_eq!(programme.refusal(Some(&rin), "triageLook", at(n)).await.0, 119);
        let reopen = json!({ "number": n, "reason": "x".repeat(60) });
        assert_eq!(programme.refusal(Some(&sam), "issueReopen", reopen.clone()).await.0, 119);
        assert_eq!(programme.row(n).await, before);
        let private = json!({ "number": n, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", private).await;
        for name in ["issueReopen", "fixCheckSubmit"] {
            let params = match name {
                "issueReopen" => reopen.clone(),
                _ => json!({ "number": n, "build": "unknownweb", "verdict": "works" }),
            };
            assert_eq!(programme.refusal(Some(&sam), name, params).await.0, 101, "{name}");
        }
    });
}

#[test]
fn the_last_decision_is_taken_back_within_half_a_minute_while_nothing_else_happens() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let build = programme.build(3).await;
        let fresh = programme.row(n).await;
        let accepted = json!({ "number": n, "severity": "S1", "area": "swap", "build": build, "note": "Well found!" });
        programme.ask(&mia, "issueAccept", accepted).await;
        let other = programme.refusal(Some(&max), "issueUndo", at(n)).await;
        assert!(other.1.starts_with("UNDO_NOTHING: "), "{other:?}");
        programme.clock.advance(29);
        let undone = programme.ask(&mia, "issueUndo", at(n)).await;
        assert_eq!(undone["points"][0]["amount"], -240);
        assert_eq!(changed(&fresh, &programme.row(n).await), [""; 0]);
        assert_eq!(programme.totals(1).await[&rin.id], 0);
        let twice = programme.refusal(Some(&mia), "issueUndo", at(n)).await;
        assert!(twice.1.starts_with("UNDO_NOTHING: "), "{twice:?}");

        programme.ask(&mia, "issueTag", json!({ "number": n, "add": ["map"] })).await;
        programme.ask(&mia, "issueUndo", at(n)).await;
        assert_eq!(programme.row(n).await["tags"], json!([]));

        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.clock.advance(31);
        let late = programme.refusal(Some(&mia), "issueUndo", at(n)).await;
        assert!(late.1.starts_with("UNDO_TOO_LATE: "), "{late:?}");
        programme.ask(&mia, "issueStart", at(n)).await;
        programme.clock.advance(1);
        let sam = programme.tester("sam").await;
        programme.ask(&sam, "issueVote", at(n)).await;
        let overtaken = programme.refusal(Some(&mia), "issueUndo", at(n)).await;
        assert!(overtaken.1.starts_with("UNDO_OVERTAKEN: "), "{overtaken:?}");

        let fixed = json!({ "number": n, "build": build });
        run_due_tasks(&programme.engine, Interval::Second).await;
        let before = (programme.row(n).await, programme.totals(1).await);
        programme.ask(&mia, "issueMarkFixed", fixed).await;
        assert_eq!(programme.totals(1).await[&rin.id], 150);
        programme.ask(&mia, "issueUndo", at(n)).await;
        assert_eq!((programme.row(n).await, programme.totals(1).await), before);
        programme.replays().await;
        programme.audited(1).await;
    });
}

#[test]
fn a_decision_made_looking_at_something_else_is_refused() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let seen = programme.now().iso();
        programme.clock.advance(5);
        programme.ask(&max, "issueAccept", accept(n)).await;
        let stale = json!({ "number": n, "resolution": "invalid", "reason": "Seen, thought about, and decided.", "seen": seen });
        let refused = programme.refusal(Some(&mia), "issueClose", stale).await;
        assert_eq!(refused.0, 142);
        assert!(refused.1.starts_with("ISSUE_MOVED_ON: max "), "{refused:?}");
        let fresh = json!({ "number": n, "seen": programme.now().iso() });
        programme.ask(&mia, "issueStart", fresh).await;
    });
}

#[test]
fn one_decision_about_many_issues_is_a_decision_about_each() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let mut numbers = Vec::new();
        for at in 0..5 {
            numbers.push(programme.report_of(&rin, &format!("The map freezes {at}")).await);
        }
        programme.ask(&mia, "issueClose", close(numbers[2], "invalid")).await;
        let bulk =
            json!({ "command": "issueAccept", "numbers": numbers, "params": { "severity": "S4" } });
        let answer = programme.ask(&mia, "issueBulk", bulk).await;
        assert_eq!(answer["done"].as_array().map(Vec::len), Some(4));
        assert_eq!(answer["refused"][0]["number"], numbers[2]);
        assert!(
            answer["refused"][0]["reason"]
                .as_str()
                .expect("a reason")
                .starts_with("ISSUE_BAD_STATE: ")
        );
        let entries = programme
            .how_many(r#"select count(*) from "AuditEntry" where "action" = 'issueAccept'"#)
            .await;
        assert_eq!(entries, 4);
        let many: Vec<u32> = (1..=201).collect();
        let many = json!({ "command": "issueAccept", "numbers": many });
        assert!(programme.refusal(Some(&mia), "issueBulk", many).await.1.starts_with("TOO_MANY: "));
        let wrong = json!({ "command": "userSetAdmin", "numbers": [1] });
        assert!(programme.refusal(Some(&mia), "issueBulk", wrong).await.1.starts_with("COMMAND: "));
    });
}

#[test]
fn the_queue_shows_what_is_due_first_and_who_else_looks() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let rin = programme.tester("rin").await;
        let slow = programme.report_of(&rin, "The map freezes").await;
        programme.clock.advance(3600);
        let urgent = programme.report_of(&rin, "The funds are gone").await;
        programme
            .alter(&format!(
                r#"update "Issue" set "severityClaimed" = 'S1' where "number" = {urgent}"#
            ))
            .await;
        programme.clock.advance(1);
        for _ in 0..60 {
            programme.report_of(&rin, "Something else entirely").await;
        }
        let look = programme.ask(&max, "triageLook", at(slow)).await;
        assert_eq!(look["lookers"], json!([]));
        let page = programme.ask(&mia, "triageQueue", json!({})).await;
        assert_eq!((&page["waiting"], &page["dueSoon"]), (&json!(62), &json!(0)));
        let order: Vec<_> = page["rows"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| row["number"].clone())
            .collect();
        assert_eq!((&order[0], &order[1]), (&json!(urgent), &json!(slow)));
        assert_eq!(page["lookers"][slow.to_string()][0]["username"], "max");
        let rest = programme.ask(&mia, "triageQueue", json!({ "cursor": page["next"] })).await;
        assert_eq!(rest["rows"].as_array().map(Vec::len), Some(12));
        assert_eq!(rest["next"], Value::Null);
        programme.clock.advance(3 * 3600 + 60);
        let page = programme.ask(&mia, "triageQueue", json!({})).await;
        assert_eq!(page["dueSoon"], 1, "the urgent one, within the hour");
        programme.clock.advance(2 * 3600);
        let page = programme.ask(&mia, "triageQueue", json!({ "order": "age" })).await;
        assert_eq!(page["rows"][0]["number"], slow);
        assert_eq!(
            (&page["rows"][1]["late"], &page["rows"][1]["urgency"]),
            (&json!(true), &json!(3))
        );
        assert_eq!(page["lookers"], json!({}), "no administrator has it open");
    });
}

#[test]
fn labels_are_checked_and_suspending_a_user_can_close_what_is_new_of_theirs() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let assigned =
            programme.ask(&mia, "issueAssign", json!({ "number": n, "user": max.id })).await;
        assert_eq!(assigned["issue"]["assignee"]["username"], "max");
        let params = json!({ "number": n, "user": rin.id });
        assert!(
            programme.refusal(Some(&mia), "issueAssign", params).await.1.starts_with("ASSIGNEE: ")
        );
        let tagged =
            programme.ask(&mia, "issueTag", json!({ "number": n, "add": ["a", "b"] })).await;
        assert_eq!(tagged["issue"]["tags"], json!(["a", "b"]));
        let none = json!({ "number": n, "remove": ["x"] });
        assert!(
            programme
                .refusal(Some(&mia), "issueTag", none)
                .await
                .1
                .starts_with("ISSUE_UNCHANGED: ")
        );
        let area = json!({ "number": n, "area": "nowhere" });
        assert!(programme.refusal(Some(&mia), "issueSetArea", area).await.1.starts_with("AREA: "));
        let link =
            |url: &str| json!({ "number": n, "system": "tracker", "key": "T-1", "url": url });
        programme.ask(&mia, "issueLinkExternal", link("https://tracker.example/T-1")).await;
        let script =
            programme.refusal(Some(&mia), "issueLinkExternal", link("javascript:alert(1)")).await;
        assert!(script.1.starts_with("LINK: "), "{script:?}");

        let other = programme.report_of(&rin, "The list freezes").await;
        programme.ask(&mia, "issueAccept", accept(other)).await;
        let suspend = json!({ "user": rin.id, "status": "suspended", "reason": "Floods the queue.", "closeNew": true });
        assert_eq!(programme.ask(&mia, "userSetStatus", suspend).await["closed"], json!([n]));
        assert_eq!(programme.row(n).await["resolution"], "invalid");
        assert_eq!(programme.row(other).await["status"], "confirmed");
        programme.replays().await;
    });
}

#[test]
fn a_case_tells_what_is_like_it_what_it_would_pay_and_what_to_do() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        programme.season(&mia).await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let first = programme.report_of(&rin, "The map freezes on zoom").await;
        let alone = programme.ask(&mia, "triageCase", at(first)).await;
        assert_eq!(alone["suggestion"]["command"], "ask", "it is short and tells no steps");
        assert_eq!(alone["wouldPay"]["S1"][0]["amount"], 400);
        assert_eq!(alone["wouldPay"]["S4"][0]["person"]["username"], "rin");
        let better = json!({ "number": first, "quality": "A" });
        let better = programme.ask(&mia, "triageCase", better).await;
        assert_eq!(better["wouldPay"]["S1"][0]["amount"], 500, "a better report pays more");
        assert_eq!(alone["issue"]["number"], first);
        let second = programme.report_of(&sam, "The map freezes on zooming").await;
        programme.ask(&max, "triageLook", at(second)).await;
        let case = programme.ask(&mia, "triageCase", at(second)).await;
        assert_eq!(
            (&case["suggestion"]["command"], &case["suggestion"]["target"]),
            (&json!("merge"), &json!(first))
        );
        assert_eq!(case["similar"][0]["number"], first);
        assert_eq!(case["seenBy"][0]["username"], "max");
        let stats = json!({ "accepted": 0, "decided": 0, "spam": 0, "trustLevel": 0 });
        assert_eq!(case["reporterStats"], stats);
        assert_eq!(programme.refusal(Some(&rin), "triageCase", at(first)).await.0, 119);
    });
}

#[test]
fn until_when_an_issue_was_put_off_is_known_to_administrators_alone() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        let number = programme.reported(&ada, "The map freezes for good").await;
        let until = crate::bench::at(86_400);
        programme.ask(&mia, "issueSnooze", json!({ "number": number, "until": until })).await;
        programme.clock.advance(1);
        let accept = json!({ "number": number, "severity": "S3", "quality": "B" });
        programme.ask(&mia, "issueAccept", accept).await;
        let seen = programme.ask(&ada, "issueTimeline", json!({ "number": number })).await;
        assert!(seen["items"].as_array().is_some_and(|items| items.len() > 1), "{seen}");
        assert!(!seen.to_string().contains("snoozedUntil"), "{seen}");
        let open = r#"select count(*)::text from "IssueEvent" where "data"::text like '%snoozedUntil%' and '*' = any("_rperm")"#;
        assert_eq!(programme.text(open).await, "0");
        // What is hidden is not lost: taking the decision back puts it off again.
        programme.ask(&mia, "issueUndo", json!({ "number": number })).await;
        let page = programme.ask(&mia, "issueGet", json!({ "number": number })).await;
        assert_eq!(page["issue"]["snoozedUntil"], until);
    });
}
