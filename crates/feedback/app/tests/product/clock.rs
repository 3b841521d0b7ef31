use parse_engine::periodic_task::run_all_tasks;
use serde_json::json;
use testkit::case;

use crate::bench::at;
use crate::stage::Programme;

const DAY: i64 = 86_400;

#[test]
fn a_confirmed_issue_is_settled_by_itself_after_the_days_its_rules_say() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        programme.found(&ada, json!({ "settledAt": null })).await;
        programme.clock.advance(7 * DAY - 60);
        run_all_tasks(&programme.engine).await;
        assert_eq!(programme.totals(1).await.get(&ada.id), None, "it is not time yet");
        programme.clock.advance(60);
        run_all_tasks(&programme.engine).await;
        assert_eq!(programme.totals(1).await[&ada.id], 150);
        run_all_tasks(&programme.engine).await;
        assert_eq!(programme.audited(1).await.len(), 1, "once");
        let mine = programme.ask(&ada, "pointsMine", json!({})).await;
        assert_eq!(mine["entries"][0]["provisional"], false);
        assert_eq!(
            programme.text(r#"select "type" from "IssueEvent" order by "seq" desc limit 1"#).await,
            "points"
        );
        let report = programme.ask(&mia, "invariantsCheck", json!({})).await;
        assert_eq!(report["differences"], json!([]));
    });
}

#[test]
fn an_issue_can_be_decided_after_the_clock_settled_it_or_a_colleague_put_it_off() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let n = programme.report_of(&ada, "The map freezes").await;
        let page = async || programme.ask(&max, "issueGet", json!({ "number": n })).await;
        let until = programme.now().plus_seconds(DAY).iso();
        programme.clock.advance(60);
        programme.ask(&mia, "issueSnooze", json!({ "number": n, "until": until })).await;
        let accept = json!({ "number": n, "severity": "S2", "seen": page().await["issue"]["lastActivityAt"] });
        programme.ask(&max, "issueAccept", accept).await;
        programme.clock.advance(8 * DAY);
        run_all_tasks(&programme.engine).await;
        let settled = page().await;
        assert!(settled["issue"]["settledAt"].is_string());
        let seen = settled["issue"]["lastActivityAt"].clone();
        programme.ask(&mia, "issueStart", json!({ "number": n, "seen": seen })).await;
        let late =
            programme.refusal(Some(&max), "issueStop", json!({ "number": n, "seen": seen })).await;
        assert!(late.1.starts_with("ISSUE_MOVED_ON: mia "), "{late:?}");
    });
}

#[test]
fn regrading_after_the_settlement_leaves_the_purse_that_was_paid() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let n = programme.report_of(&ada, "The map freezes").await;
        programme.ask(&mia, "issueAccept", json!({ "number": n, "severity": "S3" })).await;
        programme.clock.advance(8 * DAY);
        run_all_tasks(&programme.engine).await;
        let points = async |who| {
            programme.ask(who, "issueGet", json!({ "number": n })).await["points"].clone()
        };
        let paid = points(&ada).await;
        assert_eq!((&paid["settled"], &paid["purse"]), (&json!(true), &paid["mine"]));
        programme.ask(&mia, "issueSetSeverity", json!({ "number": n, "severity": "S2" })).await;
        let after = points(&ada).await;
        assert_eq!((&after["purse"], &after["mine"]), (&paid["purse"], &paid["mine"]));
        assert_eq!(after["worth"], 150, "what it would be by its grade is said apart");
        let may =
            programme.ask(&mia, "issueGet", json!({ "number": n })).await["may"]["triage"].clone();
        assert!(may.as_array().expect("commands").contains(&json!("issueResettle")), "{may}");
        let again = json!({ "number": n, "reason": "It blocks all users of phones." });
        programme.ask(&mia, "issueResettle", again).await;
        assert_eq!(points(&ada).await["purse"], 150);
    });
}

#[test]
fn a_season_begins_ends_and_becomes_final_by_the_clock_with_everything_settled() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        let season =
            json!({ "name": "One", "startsAt": at(-100), "endsAt": at(DAY), "reviewDays": 2 });
        programme.ask(&mia, "seasonSave", season).await;
        let state =
            async || programme.ask(&mia, "seasons", json!({})).await["rows"][0]["state"].clone();
        assert_eq!(state().await, "draft");
        run_all_tasks(&programme.engine).await;
        assert_eq!(state().await, "live");
        programme.clock.advance(DAY);
        run_all_tasks(&programme.engine).await;
        assert_eq!(state().await, "review");
        programme.found(&ada, json!({ "settledAt": null })).await;
        programme.clock.advance(2 * DAY);
        // Tasks run in any order: what waits for another is done in the next run.
        run_all_tasks(&programme.engine).await;
        run_all_tasks(&programme.engine).await;
        assert_eq!(state().await, "final");
        assert_eq!(programme.totals(1).await[&ada.id], 150);
        let verified = programme.ask(&ada, "ledgerVerify", json!({ "season": 1 })).await;
        assert_eq!((&verified["ok"], &verified["entries"]), (&json!(true), &json!(1)));
        let sealed =
            programme.ask(&ada, "seasons", json!({})).await["rows"][0]["finalHash"].clone();
        assert_eq!(sealed, verified["headHash"]);
    });
}

#[test]
fn a_checkpoint_is_written_once_a_day_and_only_where_something_was_added() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let give = json!({ "user": ada.id, "amount": 5, "reason": "For the case at hand.", "rule": "manual" });
        let checkpoints = async || {
            run_all_tasks(&programme.engine).await;
            let verified = programme.ask(&ada, "ledgerVerify", json!({ "season": 1 })).await;
            assert_eq!(verified["ok"], true);
            verified["checkpoints"].as_array().expect("checkpoints").len()
        };
        assert_eq!(checkpoints().await, 0);
        programme.ask(&mia, "pointsAdjust", give.clone()).await;
        assert_eq!(checkpoints().await, 1);
        programme.ask(&mia, "pointsAdjust", give.clone()).await;
        assert_eq!(checkpoints().await, 1, "one a day");
        programme.clock.advance(DAY + 1);
        assert_eq!(checkpoints().await, 2);
        programme.clock.advance(DAY + 1);
        assert_eq!(checkpoints().await, 2, "nothing was added");
        assert_eq!(programme.find(&ada, "LedgerCheckpoint").await.expect("found"), 2);
    });
}

#[test]
fn everybody_sees_on_which_day_they_stood_where() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        programme.season(&mia).await;
        let give = async |to: &str, amount: i64| {
            let params = json!({ "user": to, "amount": amount, "reason": "For the case at hand.", "rule": "manual" });
            programme.ask(&mia, "pointsAdjust", params).await;
        };
        give(&ada.id, 5).await;
        give(&bob.id, 9).await;
        run_all_tasks(&programme.engine).await;
        programme.clock.advance(60);
        run_all_tasks(&programme.engine).await;
        programme.clock.advance(DAY);
        give(&ada.id, 5).await;
        let plots = programme.ask(&ada, "standingPlots", json!({})).await;
        let ranks: Vec<_> = plots["rankSeries"]
            .as_array()
            .expect("days")
            .iter()
            .map(|day| day["rank"].clone())
            .collect();
        assert_eq!(ranks, [json!(2), json!(1)], "one a day, and now");
    });
}

#[test]
fn a_ledger_that_was_tampered_with_does_not_verify() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let give = json!({ "user": ada.id, "amount": 5, "reason": "For the case at hand.", "rule": "manual" });
        for _ in 0..3 {
            programme.ask(&mia, "pointsAdjust", give.clone()).await;
        }
        let ok = async |who| {
            programme.ask(who, "ledgerVerify", json!({ "season": 1 })).await["ok"].clone()
        };
        assert_eq!(ok(&ada).await, true);
        let tamper = |change: &str| {
            format!(
                r#"alter table "PointsEntry" disable trigger user;
            update "PointsEntry" set {change} where "seq" = 2;
            alter table "PointsEntry" enable trigger user"#
            )
        };
        programme.alter(&tamper(r#""reason" = 'Another reason altogether.'"#)).await;
        assert_eq!(ok(&ada).await, false);
        programme.alter(&tamper(r#""reason" = 'For the case at hand.'"#)).await;
        assert_eq!(ok(&ada).await, true);
        // Once there is a checkpoint, testers look at what came after it, and at the sum before it.
        run_all_tasks(&programme.engine).await;
        programme.alter(&tamper(r#""amount" = 6"#)).await;
        assert_eq!((ok(&ada).await, ok(&mia).await), (json!(false), json!(false)));
        programme.alter(&tamper(r#""amount" = 5, "reason" = 'Another reason altogether.'"#)).await;
        assert_eq!(ok(&mia).await, false, "administrators go through all of it");
    });
}

#[test]
fn issues_that_the_rules_refuse_keep_no_other_from_its_turn() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, sam) = (programme.tester("ada").await, programme.tester("sam").await);
        programme.trusted(&sam, 2).await;
        let fixed = programme.report_of(&ada, "The map freezes").await;
        let build = programme.build(4).await;
        programme.ask(&mia, "issueAccept", json!({ "number": fixed, "severity": "S2" })).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": fixed, "build": build })).await;
        let works = json!({ "number": fixed, "build": build, "verdict": "works" });
        programme.ask(&sam, "fixCheckSubmit", works).await;
        // One check is not enough, so each of these is due and refused every time.
        let more = r#"begin; set local session_replication_role = replica;
            insert into "Issue" select r.* from generate_series(1, 501) n, "Issue" i,
                lateral jsonb_populate_record(i, jsonb_build_object('objectId', '!' || n, 'number', 10000 + n)) r where i."status" = 'fixed';
            insert into "FixCheck" select r.* from generate_series(1, 501) n, "FixCheck" f,
                lateral jsonb_populate_record(f, jsonb_build_object('objectId', '!' || n, 'issue', '!' || n)) r where length(f."issue") = 10;
            commit"#;
        programme.alter(more).await;
        let put_off = programme.report_of(&ada, "The list jumps").await;
        let until = programme.now().plus_seconds(3600).iso();
        programme.ask(&mia, "issueSnooze", json!({ "number": put_off, "until": until })).await;
        programme.clock.advance(3601);
        run_all_tasks(&programme.engine).await;
        let row = programme.row(put_off).await;
        assert_eq!(row["snoozedUntil"], json!(null), "{row:?}");
        let fixed = r#"select count(*) from "Issue" where "status" = 'fixed'"#;
        assert_eq!(programme.how_many(fixed).await, 502);
    });
}
