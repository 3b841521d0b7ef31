//! Calls that are counted from blocks, and failures without a report.

use std::cell::{Cell, RefCell};

use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::evidence::{NODE, SENDER, hash};
use crate::stage::{Programme, TestUser};

const ROUTER: &str = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
const STRANGER: &str = "0x57a465e257a465e257a465e257a465e257a465e2";
/// A moment before the case begins, in seconds.
const TIME: u64 = 1_763_199_000;

fn hex(number: u64) -> String {
    format!("{number:#x}")
}

/// A chain whose blocks can be replaced.
pub(crate) struct Chain<'a> {
    pub(crate) programme: &'a Programme,
    network: String,
    pub(crate) admin: TestUser,
    /// The data of reverts in the next blocks.
    pub(crate) revert: RefCell<String>,
    /// When the next blocks are mined, in seconds.
    pub(crate) time: Cell<u64>,
}

/// A call of the router: who, and whether it failed.
pub(crate) type Call = (u64, &'static str, bool);

impl Chain<'_> {
    /// A network with the router, whose calls are counted from block 998 on.
    pub(crate) async fn counted(programme: &Programme) -> Chain<'_> {
        let admin = programme.administrator("mia").await;
        let network = programme.chain(&admin, NODE, 5).await;
        let sql = r#"insert into "Contract" ("objectId", "createdAt", "updatedAt", "network", "address", "name", "role", "enabled", "_rperm", "_wperm")
            values ('theRouter', now(), now(), $1, $2, 'Router', 'router', true, '{*}', '{}')"#;
        let client = programme.database.client().await;
        client.execute(sql, &[&network, &ROUTER]).await.expect("a contract");
        let revert = RefCell::new("0x39d35496".to_owned());
        let chain = Chain { programme, network, admin, revert, time: Cell::new(TIME) };
        chain.switch(true).await;
        chain.settle().await;
        chain
    }

    pub(crate) async fn switch(&self, is_on: bool) -> Json {
        let params = json!({ "network": self.network, "isOn": is_on });
        self.programme.ask(&self.admin, "callWatchSet", params).await
    }

    /// Puts a block on a branch with calls of the router.
    pub(crate) fn block(&self, branch: u64, parent: u64, number: u64, calls: &[Call]) {
        let of = |branch: u64, number: u64| hash(branch * 1_000_000 + number);
        let sent: Vec<Json> = calls
            .iter()
            .map(|(n, from, has_failed)| {
                self.programme.mined(NODE, &hash(*n), number, &of(branch, number));
                let block_hash = of(branch, number);
                let transaction = json!({ "hash": hash(*n), "from": from, "to": ROUTER, "nonce": "0x5", "input": "0x12345678",
                    "value": "0x0", "gas": "0x5208", "gasPrice": "0x1", "blockHash": block_hash, "blockNumber": hex(number),
                    "transactionIndex": "0x0" });
                self.programme.nodes.answer_about(NODE, "eth_getTransactionByHash", &hash(*n), transaction);
                let trace = json!({ "type": "CALL", "from": from, "to": ROUTER, "input": "0x12345678", "output": *self.revert.borrow(),
                    "gas": "0x5208", "gasUsed": "0x5000", "value": "0x0", "error": "execution reverted" });
                self.programme.nodes.answer_about(NODE, "debug_traceTransaction", &hash(*n), trace);
                let receipt = json!({ "transactionHash": hash(*n), "blockHash": block_hash, "blockNumber": hex(number),
                    "status": if *has_failed { "0x0" } else { "0x1" }, "from": from, "to": ROUTER, "gasUsed": "0x5000", "logs": [],
                    "transactionIndex": "0x0" });
                self.programme.nodes.answer_about(NODE, "eth_getTransactionReceipt", &hash(*n), receipt);
                json!({ "hash": hash(*n), "from": from, "to": ROUTER, "input": "0x12345678" })
            })
            .collect();
        let block = json!({ "number": hex(number), "hash": of(branch, number), "parentHash": of(parent, number - 1),
            "timestamp": hex(self.time.get()), "transactions": sent });
        self.programme.nodes.answer_about(NODE, "eth_getBlockByNumber", &hex(number), block);
    }

    pub(crate) fn head(&self, number: u64) {
        self.programme.nodes.answer(NODE, "eth_blockNumber", json!(hex(number)));
    }

    /// Lets all watchers do what is due, after a while.
    pub(crate) async fn settle(&self) {
        self.programme.clock.advance(200);
        for _ in 0..3 {
            drain_all(&self.programme.engine).await;
        }
    }

    pub(crate) async fn page(&self) -> Json {
        self.programme.ask(&self.admin, "unreportedFailures", json!({})).await
    }

    async fn counts(&self) -> (u64, u64) {
        let page = self.page().await;
        let of = |key: &str| page["build"][key].as_u64().unwrap_or_default();
        (of("calls"), of("failed"))
    }
}

#[test]
fn calls_are_counted_once_when_they_are_confirmed() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        chain.block(0, 0, 999, &[(1, STRANGER, true), (2, STRANGER, false)]);
        chain.block(0, 0, 1_000, &[(3, STRANGER, false)]);
        chain.head(1_001);
        chain.settle().await;
        assert_eq!(chain.counts().await, (2, 1), "block 1000 is not confirmed");
        chain.head(1_002);
        let second = programme.second_engine().await;
        chain.settle().await;
        drain_all(&second).await;
        assert_eq!(chain.counts().await, (3, 1));
        let page = chain.page().await;
        let network = &page["networks"][0];
        assert_eq!(
            (&network["block"], &network["missing"]),
            (&json!(1_000), &json!(0)),
            "{network}"
        );
        let rate = &page["build"]["rate"];
        assert!(rate["low"].as_f64() < rate["share"].as_f64(), "{rate}");
        chain.switch(false).await;
        chain.head(1_010);
        chain.settle().await;
        assert_eq!(chain.page().await["networks"][0]["block"], 1_000, "it is switched off");
    });
}

#[test]
fn blocks_that_were_replaced_are_counted_again() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        chain.block(0, 0, 999, &[(1, STRANGER, false)]);
        chain.block(0, 0, 1_000, &[(2, STRANGER, true)]);
        chain.block(0, 0, 1_001, &[(3, STRANGER, true), (4, STRANGER, true)]);
        chain.head(1_003);
        chain.settle().await;
        assert_eq!(chain.counts().await, (4, 3));
        // The failure of block 1000 is in block 1002 now, and one of those in 1001 worked.
        chain.block(1, 0, 1_000, &[]);
        chain.block(1, 1, 1_001, &[(3, STRANGER, true), (4, STRANGER, false)]);
        chain.block(1, 1, 1_002, &[(2, STRANGER, true)]);
        chain.head(1_004);
        chain.settle().await;
        assert_eq!(chain.counts().await, (4, 2));
        let page = chain.page().await;
        assert_eq!(page["causes"][0]["failed"], 2.0, "{page}");
        assert_eq!(programme.how_many("select count(*) from _touchstone.call_failure").await, 2);
    });
}

#[test]
fn blocks_that_were_left_out_are_a_gap_and_not_in_the_rate() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        chain.block(0, 0, 999, &[(1, STRANGER, true)]);
        chain.head(1_001);
        chain.settle().await;
        chain.block(0, 0, 5_000, &[(2, STRANGER, true)]);
        chain.block(0, 0, 11_002, &[(3, STRANGER, false)]);
        chain.head(11_001);
        chain.settle().await;
        chain.head(11_004);
        chain.programme.nodes.answer(
            NODE,
            "eth_getBlockByNumber",
            json!({ "number": hex(11_004), "timestamp": hex(TIME) }),
        );
        chain.settle().await;
        assert_eq!(chain.counts().await, (2, 1), "the call in the gap is not counted");
        let network = chain.page().await["networks"][0].clone();
        assert_eq!(network["missing"], 10_000, "{network}");
        let gap = &network["gaps"][0];
        assert_eq!((&gap["from"], &gap["to"]), (&json!(1_000), &json!(10_999)));
        assert_eq!(gap["reason"], "behind");
        assert_eq!(network["block"], 11_002);
    });
}

#[test]
fn a_failure_joins_its_cluster_as_seen_and_not_as_evidence() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let rin = programme.tester("rin").await;
        programme.link(&rin, SENDER).await;
        chain.block(0, 0, 999, &[(1, STRANGER, true), (2, SENDER, true), (3, STRANGER, false)]);
        chain.head(1_001);
        chain.settle().await;
        let page = chain.page().await;
        let cause = &page["causes"][0];
        assert_eq!(cause["failureClass"], "slippage_exceeded", "{page}");
        assert_eq!((&cause["failed"], &cause["reported"]), (&json!(2.0), &json!(0)));
        assert_eq!(cause["isEstimated"], false);
        assert_eq!(page["build"]["linked"], 1, "one sender is a linked wallet");
        let cluster = cause["cluster"]["id"].as_str().expect("a cluster").to_owned();
        let list = programme.ask(&rin, "clusterList", json!({ "period": "90d" })).await;
        assert_eq!(list["rows"], json!([]), "testers do not see it");
        let of = json!({ "id": cluster });
        assert_eq!(programme.refusal(Some(&rin), "clusterGet", of.clone()).await.0, 101);
        let seen = programme.ask(&chain.admin, "clusterGet", of.clone()).await;
        assert_eq!(seen["cluster"]["evidenceCount"], 0, "{seen}");
        assert_eq!(seen["cluster"]["seen"]["failed"], 2.0, "{seen}");
        for table in [r#""Evidence""#, r#""PointsEntry""#, r#""Vote""#] {
            let count = programme.how_many(&format!("select count(*) from {table}")).await;
            assert_eq!(count, 0, "{table}");
        }
        programme.paste(&rin, &hash(2)).await;
        assert_eq!(chain.page().await["reported"], 0, "it is not attached to a report");
        assert_eq!(programme.refusal(Some(&rin), "unreportedFailures", json!({})).await.0, 119);
    });
}

#[test]
fn no_address_of_a_sender_is_stored() {
    case(async {
        let programme = Programme::open().await;
        let chain = Chain::counted(&programme).await;
        let calls: Vec<Call> = (1..20).map(|n| (n, STRANGER, n % 2 == 0)).collect();
        chain.block(0, 0, 999, &calls);
        chain.head(1_001);
        chain.settle().await;
        assert_eq!(chain.counts().await, (19, 9));
        let estimated = chain.page().await["causes"][0].clone();
        assert_eq!((&estimated["failed"], &estimated["isEstimated"]), (&json!(9.0), &json!(true)));
        let kept = "select count(*) from _touchstone.call_failure where state = 'explained'";
        assert_eq!(programme.how_many(kept).await, 5, "some of them are looked up");
        let client = programme.database.client().await;
        let tables = "select format('%I.%I', table_schema, table_name) from information_schema.tables
            where table_schema = current_schema() or table_schema = '_touchstone' and table_type = 'BASE TABLE'";
        let tables = client.query(tables, &[]).await.expect("tables");
        assert!(tables.len() > 50, "{}", tables.len());
        for table in tables {
            let table: String = table.get(0);
            let sql =
                format!("select count(*) from {table} t where t::text ilike '%57a465e257a465e2%'");
            assert_eq!(programme.how_many(&sql).await, 0, "{table}");
        }
    });
}
