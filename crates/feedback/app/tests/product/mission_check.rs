//! Missions that are checked on a chain.

use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, SENDER, hash};
use crate::stage::{Programme, TestUser};

const ROUTER: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

/// A mission for one transaction to the router that may fail, for 30 points.
fn swap(network: &str) -> Json {
    json!({
        "title": "Swap anything on this chain", "kind": "onchain", "points": 30, "steps": [
            { "id": "go", "text": "Open the app", "type": "do", "required": true },
            { "id": "swap", "text": "Swap", "type": "tx", "required": true,
                "check": { "network": network, "toRole": "router", "status": "any" } },
        ],
    })
}

impl Programme {
    async fn router(&self, network: &str) {
        let sql = r#"insert into "Contract" ("objectId", "createdAt", "updatedAt", "network", "address", "name", "role", "enabled", "_rperm", "_wperm")
            values ('theRouter', now(), now(), $1, $2, 'Router', 'router', true, '{*}', '{}')"#;
        self.database.client().await.execute(sql, &[&network, &ROUTER]).await.expect("a contract");
    }

    /// A transaction to the router, mined so many seconds from now.
    fn mined_in(&self, hash: &str, block: u64, seconds: i64) {
        let block_hash = format!("0x{block:064x}");
        self.mined(NODE, hash, block, &block_hash);
        let time = self.now().plus_seconds(seconds).millis() / 1_000;
        let told = json!({ "hash": block_hash, "number": format!("{block:#x}"), "timestamp": format!("{time:#x}") });
        self.nodes.answer_about(NODE, "eth_getBlockByHash", &block_hash, told);
    }

    async fn step(&self, who: &TestUser, submission: &str, answer: &str) -> Json {
        let answers = json!({ "go": true, "swap": answer });
        let saved = self
            .ask(who, "submissionSave", json!({ "submission": submission, "answers": answers }))
            .await;
        saved["submission"].clone()
    }
}

#[test]
fn a_transaction_that_was_pasted_is_checked_and_paid() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, SENDER).await;
        let id = programme.mission(&mia, swap(&network)).await;
        let kai = programme.tester("kai").await;
        let list = programme.ask(&kai, "missionList", json!({})).await;
        assert_eq!(list["rows"][0]["why"], json!(["wallet"]));
        assert_eq!(list["counts"]["fits"], 1, "a wallet can be linked meanwhile");
        let submission = programme.begin(&rin, &id).await;
        // One from before the start does not count, and costs no try while it is not handed in.
        programme.mined_in(&hash(1), 990, -600);
        let old = programme.paste(&rin, &hash(1)).await;
        assert_eq!(
            programme.step(&rin, &submission, &old).await["progress"]["swap"]["state"],
            "checking"
        );
        drain_all(&programme.engine).await;
        drain_all(&programme.engine).await;
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"].clone();
        let step = &shown["mine"]["progress"]["swap"];
        assert_eq!(
            (&step["state"], &step["reason"]),
            (&json!("failed"), &json!("before_start")),
            "{shown}"
        );
        assert_eq!(shown["steps"][1]["check"]["names"]["chainId"], 5);
        programme.mined_in(&hash(2), 991, 60);
        let fresh = programme.paste(&rin, &hash(2)).await;
        programme.step(&rin, &submission, &fresh).await;
        let handed =
            programme.ask(&rin, "submissionSubmit", json!({ "submission": submission })).await;
        assert_eq!(handed["submission"]["state"], "checking", "it is not reviewed yet");
        drain_all(&programme.engine).await;
        drain_all(&programme.engine).await;
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"].clone();
        assert_eq!(
            (&shown["mine"]["state"], &shown["mine"]["paid"]),
            (&json!("approved"), &json!(30)),
            "{shown}"
        );
        assert_eq!(shown["mine"]["progress"]["swap"]["hash"], hash(2));
    });
}

#[test]
fn what_somebody_else_sent_is_refused_with_a_reason_and_a_try_is_left() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, "0x00000000000000000000000000000000000000bb").await;
        let id = programme.mission(&mia, swap(&network)).await;
        let submission = programme.begin(&rin, &id).await;
        programme.mined_in(&hash(3), 992, 60);
        let evidence = programme.paste(&rin, &hash(3)).await;
        let kai = programme.tester("kai").await;
        let theirs = programme.begin(&kai, &id).await;
        let stolen = json!({ "submission": theirs, "answers": { "swap": evidence } });
        let refused = programme.refusal(Some(&kai), "submissionSave", stolen).await;
        assert!(
            refused.1.starts_with("STEP_ANSWER"),
            "evidence of others does no step: {refused:?}"
        );
        programme.step(&rin, &submission, &evidence).await;
        programme.ask(&rin, "submissionSubmit", json!({ "submission": submission })).await;
        drain_all(&programme.engine).await;
        drain_all(&programme.engine).await;
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"]["mine"]
                .clone();
        assert_eq!(
            (&shown["state"], &shown["triesLeft"]),
            (&json!("rejected"), &json!(2)),
            "{shown}"
        );
        assert_eq!(shown["note"], "It was not sent from a wallet that is linked to your account.");
        assert_eq!(programme.begin(&rin, &id).await, submission);
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"]["mine"]
                .clone();
        assert_eq!(
            (&shown["attempt"], &shown["progress"]["swap"]["state"]),
            (&json!(2), &json!("watching"))
        );
        assert_eq!(shown["progress"]["go"]["state"], "done", "what was good stays");
    });
}

#[test]
fn a_step_ticks_by_itself_when_the_wallet_does_what_is_asked() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, SENDER).await;
        let id = programme.mission(&mia, swap(&network)).await;
        let submission = programme.begin(&rin, &id).await;
        // Transactions of the wallet from before the start are ignored.
        let old = json!({ "hash": hash(8), "from": SENDER, "to": ROUTER });
        let before = json!({ "number": "0x3e8", "timestamp": "0x1", "hash": hash(1_000), "parentHash": hash(999), "transactions": [old] });
        programme.nodes.answer_about(NODE, "eth_getBlockByNumber", "0x3e8", before);
        drain_all(&programme.engine).await;
        let asked = programme.nodes.times_asked("eth_getBlockByNumber");
        programme.mined_in(&hash(4), 1_001, 30);
        let stranger = json!({ "hash": hash(5), "from": "0x00000000000000000000000000000000000000cc", "to": ROUTER });
        let other = json!({ "hash": hash(6), "from": SENDER, "to": "0x00000000000000000000000000000000000000dd" });
        let mined = format!("{:#x}", programme.now().plus_seconds(30).millis() / 1_000);
        let own = json!({ "hash": hash(4), "from": SENDER, "to": ROUTER });
        let block = json!({ "number": "0x3e9", "timestamp": mined, "hash": hash(1_001), "parentHash": hash(1_000), "transactions": [stranger, other, own] });
        programme.nodes.answer(NODE, "eth_blockNumber", json!("0x3e9"));
        programme.nodes.answer_about(NODE, "eth_getBlockByNumber", "0x3e9", block);
        drain_all(&programme.engine).await;
        assert_eq!(programme.nodes.times_asked("eth_getBlockByNumber"), asked, "not due yet");
        programme.clock.advance(20);
        for _ in 0..3 {
            drain_all(&programme.engine).await;
        }
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"].clone();
        let step = &shown["mine"]["progress"]["swap"];
        assert_eq!((&step["state"], &step["hash"]), (&json!("passed"), &json!(hash(4))), "{shown}");
        assert_eq!(shown["networks"][0]["block"], 1_001);
        assert_eq!(
            programme.how_many(r#"select count(*) from "Evidence""#).await,
            1,
            "transactions of others are ignored"
        );
        let go = json!({ "submission": submission, "answers": { "go": true } });
        programme.ask(&rin, "submissionSave", go).await;
        let handed =
            programme.ask(&rin, "submissionSubmit", json!({ "submission": submission })).await;
        assert_eq!(handed["submission"]["state"], "approved", "{handed}");
    });
}

#[test]
fn a_check_is_tried_on_what_was_shown_before_a_mission_is_published() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, SENDER).await;
        programme.mined_in(&hash(7), 993, -60);
        programme.paste(&rin, &hash(7)).await;
        programme.paste(&mia, &hash(7)).await;
        drain_all(&programme.engine).await;
        let check = json!({ "network": network, "toRole": "router", "status": "any" });
        let tried = programme.ask(&mia, "missionTryCheck", json!({ "check": check })).await;
        assert_eq!(
            (&tried["looked"], &tried["passed"], &tried["missed"]),
            (&json!(2), &json!(1), &json!(1)),
            "{tried}"
        );
        assert_eq!(tried["rows"][0]["outcome"], "passed");
        let mine =
            programme.ask(&mia, "missionTryCheck", json!({ "check": check, "mine": true })).await;
        assert_eq!((&mine["looked"], &mine["passed"]), (&json!(1), &json!(0)), "{mine}");
        let strict = json!({ "network": network, "toRole": "router", "status": "success" });
        let tried = programme.ask(&mia, "missionTryCheck", json!({ "check": strict })).await;
        assert!(tried["reasons"].to_string().contains("wrong_status"), "{tried}");
        let odd = json!({ "check": { "network": network, "toRole": "owner" } });
        assert!(
            programme
                .refusal(Some(&mia), "missionTryCheck", odd)
                .await
                .1
                .starts_with("MISSION_CHECK")
        );
        assert_eq!(
            programme.refusal(Some(&rin), "missionTryCheck", json!({ "check": check })).await.0,
            119
        );
    });
}

#[test]
fn one_transaction_counts_for_one_mission_of_a_person() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, SENDER).await;
        let mut other = swap(&network);
        other["title"] = json!("Swap something else on this chain");
        let missions =
            [programme.mission(&mia, swap(&network)).await, programme.mission(&mia, other).await];
        let first = programme.begin(&rin, &missions[0]).await;
        let second = programme.begin(&rin, &missions[1]).await;
        programme.mined_in(&hash(2), 991, 60);
        let evidence = programme.paste(&rin, &hash(2)).await;
        programme.step(&rin, &first, &evidence).await;
        let again = json!({ "submission": second, "answers": { "go": true, "swap": evidence } });
        let refused = programme.refusal(Some(&rin), "submissionSave", again.clone()).await;
        assert!(refused.1.starts_with("EVIDENCE_USED: "), "{refused:?}");
        // Who gives the first one up has it for the second.
        programme.ask(&rin, "submissionWithdraw", json!({ "submission": first })).await;
        programme.ask(&rin, "submissionSave", again).await;
    });
}

#[test]
fn a_node_that_is_late_does_not_move_back_how_far_the_next_one_has_come() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, NODE, 5).await;
        programme.router(&network).await;
        programme.link(&rin, SENDER).await;
        let id = programme.mission(&mia, swap(&network)).await;
        programme.begin(&rin, &id).await;
        let tx = json!({ "hash": hash(8), "from": SENDER, "to": ROUTER });
        let block = json!({ "number": "0x3e8", "timestamp": "0x1", "hash": hash(1_000), "transactions": [tx] });
        programme.nodes.answer_about(NODE, "eth_getBlockByNumber", "0x3e8", block);
        // The first has read its blocks and waits.
        let client = programme.database.client().await;
        client.batch_execute(r#"begin; lock table "_EthAddress""#).await.expect("a lock");
        let next = async {
            let began = std::time::Instant::now();
            while programme.how_many("select count(*) from _touchstone.mission_watch").await == 0 {
                assert!(began.elapsed().as_secs() < 20, "no node scans the network");
            }
            let taken = "update _touchstone.mission_watch set block = 5000, due_at = due_at + interval '1 minute'";
            programme.alter(taken).await;
            client.batch_execute("rollback").await.expect("no lock");
        };
        tokio::join!(drain_all(&programme.engine), next);
        assert_eq!(programme.how_many("select block from _touchstone.mission_watch").await, 5000);
    });
}
