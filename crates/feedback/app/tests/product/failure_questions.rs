//! Questions to testers about failed calls of their linked wallets.

use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{SENDER, hash};
use crate::issue::report;
use crate::stage::{Programme, TestUser};
use crate::unreported::{Call, Chain};

/// `Error("UniswapV2Router: EXPIRED")`, which is meant to happen.
const EXPIRED: &str = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020\
0000000000000000000000000000000000000000000000000000000000000018\
556e69737761705632526f757465723a20455850495245440000000000000000";
/// `Error("UniswapV2: LOCKED")`
const LOCKED: &str = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020\
0000000000000000000000000000000000000000000000000000000000000011\
556e697377617056323a204c4f434b4544000000000000000000000000000000";

/// `Error("UniswapV2: K")`
const FEE: &str = "0x08c379a00000000000000000000000000000000000000000000000000000000000000020\
000000000000000000000000000000000000000000000000000000000000000c\
556e697377617056323a204b0000000000000000000000000000000000000000";

/// A tester whose wallet is linked, and who agreed to be asked.
async fn asked_tester(programme: &Programme, chain: &Chain<'_>) -> TestUser {
    chain.revert.replace(LOCKED.to_owned());
    let rin = programme.tester("rin").await;
    programme.link(&rin, SENDER).await;
    choose(programme, &rin, true).await;
    rin
}

async fn choose(programme: &Programme, who: &TestUser, is_on: bool) {
    let params = json!({ "privacy": { "askAboutFailures": is_on } });
    programme.ask(who, "memberPrefsSet", params).await;
}

/// The failed calls that a user is asked about.
async fn waiting(programme: &Programme, who: &TestUser) -> Vec<Json> {
    let list = programme.ask(who, "notificationList", json!({ "bucket": "action" })).await;
    let rows = list["rows"].as_array().expect("rows").clone();
    rows.into_iter()
        .filter(|row| row["kind"] == "failure_question")
        .map(|row| row["data"]["failure"].clone())
        .collect()
}

/// Failures of the linked wallet in one block each.
async fn fail(chain: &Chain<'_>, first_block: u64, hashes: std::ops::Range<u64>) {
    let calls: Vec<Call> = hashes.map(|n| (n, SENDER, true)).collect();
    chain.block(0, 0, first_block, &calls);
    chain.head(first_block + 2);
    chain.settle().await;
    chain.settle().await;
}

const QUESTIONS: &str = "select count(*) from _touchstone.failure_question";

#[test]
fn a_hundred_failures_with_one_cause_give_one_question() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = asked_tester(&programme, &chain).await;
        fail(&chain, 999, 1..51).await;
        let [failure] = waiting(&programme, &rin).await.try_into().expect("one question");
        assert_eq!(failure["sentence"], "The contract was locked against reentrant calls.");
        assert_eq!(failure["chainId"], 5);
        let counts = chain.page().await["causes"][0].clone();
        assert_eq!((&counts["failed"], &counts["isEstimated"]), (&json!(50.0), &json!(true)));
        programme.clock.advance(30 * 3600);
        fail(&chain, 1_000, 51..101).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 1);
        assert_eq!(programme.how_many(QUESTIONS).await, 1);
        assert_eq!(programme.how_many("select count(*) from _touchstone.call_asker").await, 0);
        let kept = "select count(*) from _touchstone.call_failure where not is_sample";
        assert_eq!(programme.how_many(kept).await, 0, "what was looked up to ask is forgotten");
        let questions = chain.page().await["causes"][0]["questions"].clone();
        assert_eq!(questions, json!({ "asked": 1, "reported": 0, "fine": 0 }));
    });
}

#[test]
fn a_tester_is_asked_once_a_day_and_never_again_after_declining() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = asked_tester(&programme, &chain).await;
        fail(&chain, 999, 1..2).await;
        chain.revert.replace(FEE.to_owned());
        fail(&chain, 1_000, 2..3).await;
        let [failure] = waiting(&programme, &rin).await.try_into().expect("one question a day");
        programme.clock.advance(25 * 3600);
        fail(&chain, 1_001, 3..4).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 2, "the other cause, on the next day");
        let kai = programme.tester("kai").await;
        let answer = json!({ "failure": failure["id"], "answer": "stop" });
        assert_eq!(programme.refusal(Some(&kai), "failureAnswer", answer.clone()).await.0, 101);
        programme.ask(&rin, "failureAnswer", answer).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 1, "an answered question is done");
        let told = programme.ask(&rin, "failureQuestions", json!({})).await;
        assert_eq!(told, json!({ "isOn": false, "isCounting": true }));
        programme.clock.advance(48 * 3600);
        chain.revert.replace("0x".to_owned());
        fail(&chain, 1_002, 4..104).await;
        assert_eq!(programme.how_many(QUESTIONS).await, 2);
        assert_eq!(programme.how_many("select count(*) from _touchstone.call_asker").await, 0);
    });
}

#[test]
fn a_tester_who_did_not_agree_is_not_asked() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = programme.tester("rin").await;
        programme.link(&rin, SENDER).await;
        let told = programme.ask(&rin, "failureQuestions", json!({})).await;
        assert_eq!(told, json!({ "isOn": false, "isCounting": true }), "off by default");
        fail(&chain, 999, 1..21).await;
        assert_eq!(chain.page().await["build"]["linked"], 20);
        for table in ["failure_question", "call_asker", "failure_look_up"] {
            let sql = format!("select count(*) from _touchstone.{table}");
            assert_eq!(programme.how_many(&sql).await, 0, "{table}");
        }
        choose(&programme, &rin, true).await;
        choose(&programme, &rin, false).await;
        fail(&chain, 1_000, 21..22).await;
        assert_eq!(programme.how_many(QUESTIONS).await, 0);
    });
}

#[test]
fn expected_failures_are_asked_about_only_if_the_programme_wants_it() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = asked_tester(&programme, &chain).await;
        chain.revert.replace(EXPIRED.to_owned());
        fail(&chain, 999, 1..3).await;
        assert_eq!(chain.page().await["causes"][0]["failureClass"], "deadline_expired");
        assert_eq!(waiting(&programme, &rin).await.len(), 0);
        let set = json!({ "key": "failures.askExpected", "value": true, "version": 0 });
        programme.ask(&chain.admin, "settingSet", set).await;
        fail(&chain, 1_000, 3..4).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 1);
    });
}

#[test]
fn a_report_answers_the_question_and_a_reported_failure_is_not_asked_about() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = asked_tester(&programme, &chain).await;
        fail(&chain, 999, 1..2).await;
        let [failure] = waiting(&programme, &rin).await.try_into().expect("one question");
        assert_eq!(failure["hash"], hash(1));
        let id = programme.paste(&rin, failure["hash"].as_str().expect("a hash")).await;
        programme.ask(&rin, "issueSubmit", report("It failed", json!({ "evidence": [id] }))).await;
        chain.settle().await;
        assert_eq!(waiting(&programme, &rin).await.len(), 0, "the report is the answer");
        let questions = chain.page().await["causes"][0]["questions"].clone();
        assert_eq!(questions, json!({ "asked": 1, "reported": 1, "fine": 0 }));
        programme.clock.advance(25 * 3600);
        chain.revert.replace(FEE.to_owned());
        chain.block(0, 0, 1_000, &[(2, SENDER, true)]);
        let id = programme.paste(&rin, &hash(2)).await;
        programme
            .ask(&rin, "issueSubmit", report("Too little came", json!({ "evidence": [id] })))
            .await;
        chain.head(1_002);
        chain.settle().await;
        chain.settle().await;
        assert_eq!(programme.how_many(QUESTIONS).await, 1);
    });
}

#[test]
fn the_hash_of_a_question_is_kept_for_thirty_days() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = asked_tester(&programme, &chain).await;
        fail(&chain, 999, 1..2).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 1);
        programme.clock.advance(31 * 86_400);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        assert_eq!(waiting(&programme, &rin).await.len(), 0);
        let kept = format!("{QUESTIONS} where hash is not null");
        assert_eq!(programme.how_many(&kept).await, 0);
        assert_eq!(
            programme.how_many(QUESTIONS).await,
            1,
            "the same cause is not asked about again"
        );
    });
}
