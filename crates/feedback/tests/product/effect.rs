//! What functions of the product do to the database.

use parse_engine::Effect;
use serde_json::json;
use testkit::case;

use crate::stage::Programme;

/// Every function that changes nothing.
const READING: &[&str] = &[
    "about",
    "audit",
    "builds",
    "dashboardAdmin",
    "dashboardTester",
    "invitations",
    "issueGet",
    "issueTimeline",
    "ledgerVerify",
    "manualEntries",
    "memberPayout",
    "myStanding",
    "people",
    "pointsBreakdown",
    "pointsMine",
    "profile",
    "programme",
    "ruleSetDryRun",
    "rules",
    "rulesCalculate",
    "savedViews",
    "searchIssues",
    "seasonChecklist",
    "seasons",
    "settingHistory",
    "settings",
    "setupCheckToken",
    "setupState",
    "similarFind",
    "standingPlots",
    "standingsAround",
    "standingsFind",
    "standingsTop",
    "triageCase",
    "triageQueue",
];

#[test]
fn thirty_five_functions_read_and_open_no_transaction() {
    case(async {
        let programme = Programme::open().await;
        assert_eq!(READING.len(), 35);
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
