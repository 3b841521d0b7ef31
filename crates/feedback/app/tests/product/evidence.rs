//! Evidence: from what was pasted to what a report says, and who sees what of it.

use parse_engine::periodic_task::run_all_tasks;
use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::issue::report;
use crate::stage::{Programme, TestUser};

pub(crate) const NODE: &str = "https://node.test/v1/topsecret";
pub(crate) const OTHER: &str = "https://other.test";
pub(crate) const SENDER: &str = "0x00000000000000000000000000000000000000aa";
const ROUTER: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
/// `V3TooLittleReceived()`
const TOO_LITTLE: &str = "0x39d35496";
/// A moment before the case begins, in seconds.
const MINED_AT: u64 = 1_763_199_000;

/// A hash of a case.
pub(crate) fn hash(n: u64) -> String {
    format!("0x{n:064x}")
}

fn hex(number: u64) -> String {
    format!("{number:#x}")
}

impl Programme {
    /// A network with one node, whose head is block 1000.
    pub(crate) async fn chain(&self, admin: &TestUser, url: &str, chain_id: u64) -> String {
        self.nodes.add(url, chain_id, 1000, 1);
        for method in ["eth_getTransactionByHash", "eth_getTransactionReceipt"] {
            self.nodes.answer(url, method, Json::Null);
        }
        self.nodes.answer(url, "eth_blockNumber", json!(hex(1000)));
        self.nodes.answer(url, "eth_getTransactionCount", json!("0x5"));
        let network = json!({ "chainId": chain_id, "name": format!("Chain {chain_id}"), "isTestnet": chain_id != 1,
            "rpcUrls": [url], "explorerUrl": format!("https://scan{chain_id}.test"), "confirmations": 3,
            "blockTimeMs": 12_000, "enabled": true });
        let saved = self.ask(admin, "networkSave", network).await;
        let id = saved["network"]["id"].as_str().expect("an id").to_owned();
        let sql = r#"update "Network" set "traceMode" = 'debug' where "objectId" = $1"#;
        self.database.client().await.execute(sql, &[&id]).await.expect("a trace mode");
        id
    }

    /// A transaction that waits.
    pub(crate) fn pending(&self, url: &str, hash: &str) {
        let transaction = json!({ "hash": hash, "from": SENDER, "to": ROUTER, "nonce": "0x5", "input": "0x12345678",
            "value": "0x0", "gas": "0x5208", "gasPrice": "0x1", "blockHash": null, "blockNumber": null });
        self.nodes.answer_about(url, "eth_getTransactionByHash", hash, transaction);
    }

    /// A transaction that was undone because too little came back.
    pub(crate) fn mined(&self, url: &str, hash: &str, block: u64, block_hash: &str) {
        let transaction = json!({ "hash": hash, "from": SENDER, "to": ROUTER, "nonce": "0x5", "input": "0x12345678",
            "value": "0x0", "gas": "0x5208", "gasPrice": "0x1", "blockHash": block_hash, "blockNumber": hex(block),
            "transactionIndex": "0x0" });
        self.nodes.answer_about(url, "eth_getTransactionByHash", hash, transaction);
        let receipt = json!({ "transactionHash": hash, "blockHash": block_hash, "blockNumber": hex(block), "status": "0x0",
            "from": SENDER, "to": ROUTER, "gasUsed": "0x5000", "logs": [], "transactionIndex": "0x0" });
        self.nodes.answer_about(url, "eth_getTransactionReceipt", hash, receipt);
        let block = json!({ "hash": block_hash, "number": hex(block), "timestamp": hex(MINED_AT) });
        self.nodes.answer_about(url, "eth_getBlockByHash", block_hash, block);
        let trace = json!({ "type": "CALL", "from": SENDER, "to": ROUTER, "input": "0x12345678", "output": TOO_LITTLE,
            "gas": "0x5208", "gasUsed": "0x5000", "value": "0x0", "error": "execution reverted" });
        self.nodes.answer_about(url, "debug_traceTransaction", hash, trace);
    }

    /// Pastes something and gives the id of the evidence.
    pub(crate) async fn paste(&self, who: &TestUser, text: &str) -> String {
        let shown = self.ask(who, "evidencePreview", json!({ "text": text })).await;
        shown["evidence"]["id"].as_str().expect("an id").to_owned()
    }

    /// A piece of evidence as a user sees it.
    pub(crate) async fn evidence(&self, who: &TestUser, id: &str) -> Json {
        self.ask(who, "evidenceGet", json!({ "id": id })).await["evidence"].clone()
    }

    /// Links a wallet to an account.
    pub(crate) async fn link(&self, who: &TestUser, address: &str) {
        let client = self.database.client().await;
        let table = r#"create table if not exists "_EthAddress" ("objectId" text primary key, "user" text)"#;
        client.execute(table, &[]).await.expect("a table");
        let row = r#"insert into "_EthAddress" ("objectId", "user") values ($1, $2)"#;
        client.execute(row, &[&address, &who.id]).await.expect("a wallet");
    }
}

#[test]
fn a_hash_that_was_pasted_becomes_an_explanation_and_then_a_report_that_is_found_by_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.chain(&mia, NODE, 5).await;
        programme.chain(&mia, OTHER, 7).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        programme.link(&rin, SENDER).await;
        let id = programme.paste(&rin, &hash(1)).await;
        assert_eq!(programme.evidence(&rin, &id).await["state"], "queued");
        let page = programme.ask(&rin, "evidenceGet", json!({ "id": id })).await;
        assert_eq!(page["proposal"], Json::Null, "nothing is known yet");
        drain_all(&programme.engine).await;
        let page = programme.ask(&rin, "evidenceGet", json!({ "id": id })).await;
        let evidence = &page["evidence"];
        assert_eq!(evidence["state"], "decoded", "{evidence}");
        assert_eq!(evidence["network"]["chainId"], 5);
        assert_eq!(evidence["explanation"]["failureClass"], "slippage_exceeded");
        assert_eq!(evidence["explanation"]["confidence"], "exact");
        assert_eq!((&evidence["ownerMatch"], &evidence["isMine"]), (&json!("yes"), &json!(true)));
        assert_eq!((&evidence["isShared"], &evidence["confirmations"]), (&json!(true), &json!(11)));
        let steps = evidence["steps"].as_array().expect("steps");
        assert!(steps.len() == 5 && steps.iter().all(|step| step["state"] == "done"), "{steps:?}");
        assert_eq!(page["proposal"]["area"], "swap");
        assert!(!evidence.to_string().contains("topsecret"));
        let title = page["proposal"]["title"].as_str().expect("a title");
        let sent = report(title, json!({ "body": "", "evidence": [id] }));
        let issue = programme.ask(&rin, "issueSubmit", sent).await["issue"].clone();
        assert_eq!(issue["failureClass"], "slippage_exceeded");
        assert_eq!(issue["network"]["name"], "Chain 5");
        let case = programme.ask(&mia, "triageCase", json!({ "number": issue["number"] })).await;
        assert_eq!(case["evidence"]["id"], json!(id));
        for query in ["class:slippage_exceeded", "verdict:expected", "net:5", "has:tx", &hash(1)] {
            let found = programme.ask(&rin, "searchIssues", json!({ "query": query })).await;
            assert_eq!(found["total"], 1, "{query}");
        }
        for query in ["class:panic", "net:7", "has:quote", &hash(2)] {
            let found = programme.ask(&rin, "searchIssues", json!({ "query": query })).await;
            assert_eq!(found["total"], 0, "{query}");
        }
        let print = evidence["explanation"]["fingerprint"].as_str().expect("a fingerprint");
        let query = json!({ "query": format!("cluster:{}", &print[..8]) });
        assert_eq!(programme.ask(&rin, "searchIssues", query).await["total"], 1);
        let all = programme.ask(&rin, "evidenceOfIssue", json!({ "issue": issue["number"] })).await;
        assert_eq!((&all["summary"]["count"], &all["summary"]["exact"]), (&json!(1), &json!(1)));
        assert_eq!(all["rows"][0]["txHash"], hash(1));
    });
}

#[test]
fn slippage_is_judged_by_the_same_swap_at_earlier_blocks() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.chain(&mia, NODE, 5).await;
        programme.nodes.answer(NODE, "eth_call", json!("0x01"));
        let verdict = async |n: u64| {
            programme.mined(NODE, &hash(n), 990, &hash(900));
            let id = programme.paste(&rin, &hash(n)).await;
            drain_all(&programme.engine).await;
            let explanation = programme.evidence(&rin, &id).await["explanation"].clone();
            assert_eq!(explanation["failureClass"], "slippage_exceeded", "{explanation}");
            explanation["verdict"].clone()
        };
        assert_eq!(verdict(1).await, "expected", "it works at an earlier block");
        programme.nodes.answer(NODE, "eth_call", json!("0x"));
        assert_eq!(verdict(6).await, "expected", "it returns nothing, and the contract is there");
        programme.nodes.answer(NODE, "eth_getCode", json!("0x"));
        assert_eq!(verdict(5).await, "unknown", "a call to an address without code always works");
        let reverted =
            |data: &str| json!({ "code": 3, "message": "execution reverted", "data": data });
        programme.nodes.refuse(NODE, "eth_call", reverted(TOO_LITTLE));
        let asked = programme.nodes.times_asked("eth_call");
        assert_eq!(verdict(2).await, "suspect", "it misses its limit at each of them");
        assert!(programme.nodes.times_asked("eth_call") > asked, "no node was asked");
        programme.nodes.refuse(NODE, "eth_call", reverted(&words("STF")));
        assert_eq!(verdict(3).await, "unknown", "it fails for another reason");
        let pruned = json!({ "code": -32000, "message": "missing trie node" });
        programme.nodes.refuse(NODE, "eth_call", pruned);
        assert_eq!(verdict(4).await, "unknown", "the node has no such state");
    });
}

/// `Error(string)`.
fn words(text: &str) -> String {
    let hex: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("0x08c379a0{:064x}{:064x}{hex:0<64}", 0x20, text.len())
}

#[test]
fn an_error_of_a_wallet_is_explained_at_once_and_asks_no_node() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let text = r#"{"code": 4001, "message": "User denied transaction signature."}"#;
        let shown = programme.ask(&rin, "evidencePreview", json!({ "text": text })).await;
        assert_eq!(shown["evidence"]["state"], "decoded");
        assert_eq!(shown["evidence"]["kind"], "rpc_error");
        assert_eq!(shown["evidence"]["explanation"]["failureClass"], "user_rejected");
        let (code, why) =
            programme.refusal(Some(&rin), "evidencePreview", json!({ "text": "hello" })).await;
        assert_eq!((code, why.split(':').next()), (142, Some("EVIDENCE")));
    });
}

#[test]
fn others_see_hash_and_addresses_only_of_evidence_that_its_owner_shares() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, kai) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("kai").await,
        );
        programme.chain(&mia, NODE, 1).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        let id = programme.paste(&rin, &hash(1)).await;
        drain_all(&programme.engine).await;
        let refused = programme.refusal(Some(&kai), "evidenceGet", json!({ "id": id })).await;
        assert_eq!(refused.0, 101, "what has no place is its owner's");
        let sent = report("Swap reverts after approve", json!({ "evidence": [id] }));
        let number = programme.ask(&rin, "issueSubmit", sent).await["number"].clone();
        let telling = [&hash(1)[..], &SENDER[2..], &hash(900)];
        let seen = programme.evidence(&kai, &id).await;
        assert_eq!(seen["explanation"]["failureClass"], "slippage_exceeded");
        for text in telling {
            assert!(!seen.to_string().contains(text), "{seen}");
        }
        assert_eq!(programme.find(&kai, "Evidence").await.expect("evidence"), 0);
        assert_eq!(programme.find(&rin, "Evidence").await.expect("evidence"), 1);
        let by_hash = json!({ "query": hash(1) });
        assert_eq!(programme.ask(&kai, "searchIssues", by_hash.clone()).await["total"], 0);
        assert_eq!(programme.ask(&rin, "searchIssues", by_hash.clone()).await["total"], 1);
        let share = json!({ "id": id, "share": true });
        assert_eq!(programme.refusal(Some(&kai), "evidenceShare", share.clone()).await.0, 101);
        assert_eq!(programme.refusal(Some(&mia), "evidenceShare", share.clone()).await.0, 119);
        programme.ask(&rin, "evidenceShare", share).await;
        let rows = programme.ask(&kai, "evidenceOfIssue", json!({ "issue": number })).await;
        assert_eq!(rows["rows"][0]["txHash"], hash(1));
        assert_eq!(programme.ask(&kai, "searchIssues", by_hash).await["total"], 1);
    });
}

#[test]
fn the_evidence_of_a_private_issue_is_seen_by_its_reporter_and_administrators_alone() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, kai) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("kai").await,
        );
        programme.chain(&mia, NODE, 5).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        let id = programme.paste(&rin, &hash(1)).await;
        drain_all(&programme.engine).await;
        let sent =
            report("Any caller can empty the pool", json!({ "evidence": [id], "private": true }));
        let number = programme.ask(&rin, "issueSubmit", sent).await["number"].clone();
        for (name, params) in
            [("evidenceGet", json!({ "id": id })), ("evidenceOfIssue", json!({ "issue": number }))]
        {
            assert_eq!(programme.refusal(Some(&kai), name, params.clone()).await.0, 101, "{name}");
            programme.ask(&rin, name, params.clone()).await;
            programme.ask(&mia, name, params).await;
        }
        let by_hash = json!({ "query": hash(1) });
        assert_eq!(programme.ask(&kai, "searchIssues", by_hash).await["total"], 0);
    });
}

#[test]
fn evidence_goes_to_a_report_of_ones_own_and_administrators_put_it_anywhere() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, kai) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("kai").await,
        );
        programme.chain(&mia, NODE, 5).await;
        let mine = programme.report_of(&rin, "The map freezes").await;
        let other = programme.report_of(&kai, "The list is empty").await;
        let id = programme.paste(&rin, &hash(1)).await;
        let to = |issue: u32| json!({ "id": id, "issue": issue });
        assert_eq!(programme.refusal(Some(&rin), "evidenceAttach", to(other)).await.0, 119);
        assert_eq!(programme.refusal(Some(&kai), "evidenceAttach", to(other)).await.0, 101);
        programme.ask(&rin, "evidenceAttach", to(mine)).await;
        let taken = programme.refusal(Some(&mia), "evidenceAttach", to(other)).await;
        assert!(taken.1.starts_with("EVIDENCE_GONE: "), "{taken:?}");
        // What is explained after it has a place tells its issue.
        programme.mined(NODE, &hash(1), 990, &hash(900));
        drain_all(&programme.engine).await;
        let page = programme.ask(&kai, "issueGet", json!({ "number": mine })).await;
        assert_eq!(page["issue"]["failureClass"], "slippage_exceeded");
        programme.clock.advance(60);
        let stolen = report("It happens to me as well", json!({ "evidence": [id] }));
        let stolen = programme.refusal(Some(&kai), "issueSubmit", stolen).await;
        assert!(stolen.1.starts_with("EVIDENCE_GONE: "), "{stolen:?}");
    });
}

#[test]
fn a_transaction_that_two_people_show_is_proof_of_whoever_sent_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin, kai) = (
            programme.administrator("mia").await,
            programme.tester("rin").await,
            programme.tester("kai").await,
        );
        programme.chain(&mia, NODE, 5).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        programme.link(&rin, &SENDER.to_uppercase().replace("0X", "0x")).await;
        programme.link(&kai, "0x00000000000000000000000000000000000000bb").await;
        let mine = programme.paste(&rin, &hash(1)).await;
        assert_eq!(programme.paste(&rin, &hash(1)).await, mine, "the same is shown once");
        drain_all(&programme.engine).await;
        let asked = programme.nodes.times_asked("debug_traceTransaction");
        let theirs = programme.paste(&kai, &format!("https://scan5.test/tx/{}", hash(1))).await;
        drain_all(&programme.engine).await;
        assert_eq!(programme.evidence(&rin, &mine).await["ownerMatch"], "yes");
        let seen = programme.evidence(&kai, &theirs).await;
        assert_eq!((&seen["state"], &seen["ownerMatch"]), (&json!("decoded"), &json!("no")));
        let again = programme.nodes.times_asked("debug_traceTransaction");
        assert_eq!(again, asked, "what can no longer change is not asked for again");
        let first = programme.evidence(&rin, &mine).await["explanation"].clone();
        assert_eq!(seen["explanation"], first);
    });
}

#[test]
fn looking_up_has_an_allowance_of_its_own_and_so_has_looking_again() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for n in 1..=20 {
            programme.paste(&rin, &hash(n)).await;
        }
        let next = json!({ "text": hash(21) });
        let (code, _) = programme.refusal(Some(&rin), "evidencePreview", next.clone()).await;
        assert_eq!(code, 140);
        let id = programme.paste(&rin, &hash(1)).await;
        for _ in 0..5 {
            programme.ask(&rin, "evidenceRefresh", json!({ "id": id })).await;
        }
        let again = json!({ "id": id });
        assert_eq!(programme.refusal(Some(&rin), "evidenceRefresh", again.clone()).await.0, 140);
        programme.clock.advance(3_601);
        programme.ask(&rin, "evidenceRefresh", again).await;
        programme.ask(&rin, "evidencePreview", next).await;
    });
}

#[test]
fn evidence_that_finds_no_place_is_forgotten_after_a_day() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.chain(&mia, NODE, 5).await;
        programme.mined(NODE, &hash(1), 990, &hash(900));
        programme.mined(NODE, &hash(2), 990, &hash(900));
        let (kept, lost) =
            (programme.paste(&rin, &hash(1)).await, programme.paste(&rin, &hash(2)).await);
        drain_all(&programme.engine).await;
        let sent = report("Swap reverts after approve", json!({ "evidence": [kept] }));
        programme.ask(&rin, "issueSubmit", sent).await;
        programme.clock.advance(86_400 - 60);
        run_all_tasks(&programme.engine).await;
        programme.evidence(&rin, &lost).await;
        programme.clock.advance(120);
        run_all_tasks(&programme.engine).await;
        assert_eq!(
            programme.refusal(Some(&rin), "evidenceGet", json!({ "id": lost })).await.0,
            101
        );
        programme.evidence(&rin, &kept).await;
        let found = "select count(*) from _touchstone.found_transaction";
        assert_eq!(programme.how_many(found).await, 1, "what nodes said goes with it");
    });
}
