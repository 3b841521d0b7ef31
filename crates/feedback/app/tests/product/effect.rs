//! What functions of the product do to the database.

use futures_util::future::join_all;
use parse_engine::Effect;
use serde_json::json;
use testkit::case;

use crate::stage::Programme;

/// Every function that changes nothing.
const READING: &[&str] = &[
    "about",
    "audit",
    "builds",
    "clusterGet",
    "clusterList",
    "coverageMatrix",
    "contracts",
    "dashboardAdmin",
    "dashboardTester",
    "failureStats",
    "errorSignatures",
    "failureClasses",
    "invitations",
    "issueGet",
    "issueTimeline",
    "ledgerVerify",
    "manualEntries",
    "memberPayout",
    "myStanding",
    "networks",
    "people",
    "pointsBreakdown",
    "pointsMine",
    "profile",
    "programme",
    "reviewCounts",
    "ruleSetDryRun",
    "rules",
    "rulesCalculate",
    "savedViews",
    "searchIssues",
    "seasonChecklist",
    "seasons",
    "settingHistory",
    "settings",
    "settingsSummary",
    "setupCheckToken",
    "setupState",
    "similarFind",
    "standingPlots",
    "standingsAround",
    "standingsFind",
    "standingsTop",
    "tokens",
    "triageCase",
    "triageQueue",
];

#[test]
fn functions_that_read_open_no_transaction() {
    case(async {
        let programme = Programme::open().await;
        for name in READING {
            assert_eq!(programme.engine.function_effect(name), Effect::Reads, "{name}");
        }
        for name in ["issueSubmit", "issueAccept", "triageLook", "memberPrefsSet"] {
            assert_eq!(programme.engine.function_effect(name), Effect::Writes, "{name}");
        }
        assert_eq!(programme.engine.function_effect("issueBulk"), Effect::OwnTransactions);

        let mia = programme.administrator("mia").await;
        let before = programme.engine.store().traffic().transactions;
        for name in READING {
            // Some want parameters and are refused; what counts is that nothing was opened for it.
            drop(programme.call(Some(&mia), name, json!({})).await);
        }
        assert_eq!(programme.engine.store().traffic().transactions, before);
    });
}

#[test]
fn a_decision_that_pays_takes_at_most_eighteen_statements() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let first = programme.report_of(&rin, "The map freezes").await;
        let second = programme.report_of(&rin, "The swap spins for ever").await;
        let accept = |number: u32| json!({ "number": number, "severity": "S2", "quality": "A", "seen": "2027-01-01T00:00:00.000Z" });
        programme.ask(&mia, "issueAccept", accept(first)).await;
        let before = programme.engine.store().traffic();
        let accepted = programme.ask(&mia, "issueAccept", accept(second)).await;
        let after = programme.engine.store().traffic();
        assert_eq!(accepted["points"].as_array().map(Vec::len), Some(1), "{accepted}");
        assert_eq!(after.transactions - before.transactions, 1);
        let statements = after.statements - before.statements;
        assert!(statements <= 18, "{statements} statements");
    });
}

#[test]
fn decisions_about_unrelated_issues_do_not_wait_for_each_other() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let taken = programme.report_of(&rin, "The map freezes").await;
        let free = programme.report_of(&sam, "The swap spins for ever").await;
        let mut client = programme.database.client().await;
        let other = client.transaction().await.expect("a transaction");
        let lock = r#"select pg_advisory_xact_lock(hashtextextended('touchstone.set:' || "objectId", 0))::text
        from "Issue" where "number" = $1 for update"#;
        other.execute(lock, &[&f64::from(taken)]).await.expect("the first issue");
        let accepted = json!({ "number": free, "severity": "S2" });
        programme.ask(&mia, "issueAccept", accepted).await;
        let waits = programme.refusal(Some(&mia), "issueAccept", json!({ "number": taken })).await;
        assert_eq!(waits.0, 124, "{waits:?}");
        other.rollback().await.expect("the end of it");
        programme.ask(&mia, "issueAccept", json!({ "number": taken, "severity": "S2" })).await;
    });
}

#[test]
fn however_many_decisions_come_at_once_they_take_few_connections() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let mut numbers = Vec::new();
        for tester in 0..12 {
            let tester = programme.tester(&format!("tester{tester}")).await;
            numbers.push(programme.report_of(&tester, "The map freezes").await);
        }
        let accept = |number: &u32| {
            programme.ask(&mia, "issueAccept", json!({ "number": number, "severity": "S2" }))
        };
        join_all(numbers.iter().map(accept)).await;
        let client = programme.database.client().await;
        let committed = "select count(*) from pg_stat_activity where datname = current_database() and query = 'commit'";
        let connections: i64 = client.query_one(committed, &[]).await.expect("a count").get(0);
        assert!((1..=4).contains(&connections), "{connections} connections");
    });
}

#[test]
fn decisions_that_are_refused_keep_nobody_from_deciding() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        for _ in 0..9 {
            let refused = json!({ "number": number + 1 });
            assert_eq!(programme.refusal(Some(&mia), "issueAccept", refused).await.0, 101);
        }
        programme.ask(&mia, "issueAccept", json!({ "number": number, "severity": "S2" })).await;
    });
}
