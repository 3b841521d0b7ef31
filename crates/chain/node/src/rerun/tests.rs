use std::sync::Arc;

use alloy_primitives::{Address, B256};
use chain::trial::Trial;
use chain::tried::Question;
use serde_json::{Value, json};

use super::fake_node::{Answers, CHAIN, FakeNode, word};
use super::*;

const SENDER: Address = Address::repeat_byte(0xaa);
const ROUTER: Address = Address::repeat_byte(0xcc);
const POOL: Address = Address::repeat_byte(0xb0);
const BLOCK: B256 = B256::repeat_byte(0xb1);
const FAILURE: &str = "0x39d35496";
const GAS: u64 = 0x5000;

/// A node that does what a case wants of it. It knows a pool whose price a trade before moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Honest,
    /// It has no simulations.
    Older,
    /// It has the method, but every call begins on the state of the block.
    Forgetful,
    /// It ignores all overrides of state and block.
    Deaf,
    /// It says the same about every call.
    Constant,
    /// It answers garbage to simulations and other calls.
    Garbage,
    /// It has lost the state.
    Pruned,
    /// The unchanged call works.
    Kind,
    /// Its gas differs.
    Rough,
}

#[derive(Debug)]
struct Fake {
    node: Node,
    /// Whether a trade came before in the same block.
    is_moved: bool,
}

impl Answers for Fake {
    fn answer(&self, method: &str, params: &Value) -> Result<Value, Value> {
        let no_method = json!({ "code": -32601, "message": "the method does not exist" });
        let lost = json!({ "code": -32000, "message": "missing trie node" });
        match method {
            "eth_chainId" => Ok(json!(format!("{CHAIN:#x}"))),
            "eth_simulateV1" if self.node == Node::Older => Err(no_method),
            "eth_simulateV1" if self.node == Node::Garbage => Ok(json!([{ "calls": "none" }])),
            "eth_simulateV1" if params[1] == "latest" => Ok(self.counted()),
            "eth_simulateV1" | "eth_call" if self.node == Node::Pruned && params[1] != "latest" => {
                Err(lost)
            }
            "eth_simulateV1" => Ok(self.simulated(&params[0]["blockStateCalls"][0]["calls"])),
            "eth_call" => self.called(params),
            "eth_getBlockByNumber" => Ok(json!({ "number": "0x4e20", "timestamp": "0x10" })),
            "eth_getBalance" if self.node == Node::Pruned && params[1] != "0x4da1" => Err(lost),
            "eth_getBalance" => Ok(json!("0x0")),
            "eth_getLogs" => Ok(self.logs(params)),
            "eth_getBlockByHash" => Ok(json!({ "hash": BLOCK, "transactions": [
                { "transactionIndex": "0x0", "from": SENDER, "to": POOL, "input": "0x7adebeef", "gas": "0x9000" },
                { "transactionIndex": "0x1", "from": SENDER, "to": ROUTER, "input": "0x01", "gas": "0x9000" },
            ] })),
            _ => Err(no_method),
        }
    }
}

impl Fake {
    fn counted(&self) -> Value {
        let second = if self.node == Node::Forgetful { 1 } else { 2 };
        let (first, second) = match self.node {
            Node::Deaf => (json!("0x"), json!("0x")),
            Node::Constant => (json!(FAILURE), json!(FAILURE)),
            _ => (word(1), word(second)),
        };
        let call = |data: Value| json!({ "status": "0x1", "returnData": data, "logs": [], "gasUsed": "0x1" });
        json!([{ "calls": [call(first), call(second)] }])
    }

    /// The price is 99 after the trade and 100 before it; the limit is 101.
    fn simulated(&self, calls: &Value) -> Value {
        let mut is_moved = false;
        let answers = calls.as_array().unwrap().iter().map(|call| {
            let data = call["data"].as_str().unwrap();
            is_moved |= data == "0x7adebeef";
            let fails = data == "0x01" && self.node != Node::Kind;
            if fails || self.node == Node::Constant {
                let used = if self.node == Node::Rough { GAS + 1 } else { GAS };
                return json!({ "status": "0x0", "returnData": "0x", "logs": [], "gasUsed": format!("{used:#x}"),
                    "error": { "code": 3, "message": "execution reverted", "data": FAILURE } });
            }
            let logs = [json!({ "address": POOL, "topics": [], "data": "0x" })];
            json!({ "status": "0x1", "returnData": word(if is_moved { 99 } else { 100 }), "logs": logs, "gasUsed": "0x6000" })
        });
        json!([{ "calls": answers.collect::<Vec<_>>() }])
    }

    fn called(&self, params: &Value) -> Result<Value, Value> {
        let reverted = json!({ "code": 3, "message": "execution reverted", "data": FAILURE });
        match params[0]["data"].as_str() {
            _ if self.node == Node::Constant => Err(reverted),
            _ if self.node == Node::Garbage => Ok(json!({ "result": 42 })),
            None if self.node == Node::Deaf => Ok(json!("0x")),
            None => Ok(word(42)),
            Some("0x01") if self.node != Node::Kind => Err(reverted),
            Some(_) => Ok(word(100)),
        }
    }

    fn logs(&self, params: &Value) -> Value {
        assert_eq!(params[0]["blockHash"], json!(BLOCK));
        let is_asked = params[0]["address"].as_array().unwrap().contains(&json!(POOL));
        let log = |place: u64| {
            json!({ "address": POOL, "topics": [B256::ZERO], "data": "0x", "blockHash": BLOCK,
            "transactionIndex": format!("{place:#x}") })
        };
        // One after it too, which is of no concern.
        let places = if self.is_moved { vec![0, 7] } else { vec![7] };
        places.into_iter().filter(|_| is_asked).map(log).collect()
    }
}

struct Case {
    fake: Arc<FakeNode<Fake>>,
    nodes: Nodes,
}

fn case(node: Node, is_moved: bool) -> Case {
    let (fake, nodes) = FakeNode::start(Fake { node, is_moved });
    Case { fake, nodes }
}

fn found(index: u64) -> Found {
    Found {
        chain_id: CHAIN,
        transaction: json!({ "from": SENDER, "to": ROUTER, "input": "0x01", "gas": "0x9000", "value": "0x0" }),
        receipt: Some(json!({ "blockNumber": "0x64", "blockHash": BLOCK, "status": "0x0",
            "transactionIndex": format!("{index:#x}"), "gasUsed": format!("{GAS:#x}") })),
        block: Some(json!({ "timestamp": "0x10", "gasLimit": "0x1c9c380" })),
        ..Found::default()
    }
}

fn trial() -> Trial {
    Trial {
        question: Question::Limits,
        before: Vec::new(),
        input: vec![2],
        gas: None,
        scout: None,
        failure: alloy_primitives::hex::decode(FAILURE).unwrap(),
        gas_used: Some(GAS),
        reached: vec![ROUTER, POOL],
        has_reached_all: true,
    }
}

/// What the changed call returned, and how sure that is.
async fn answer(case: &Case, index: u64, trial: &Trial) -> Option<(u8, Confidence)> {
    let (rerun, certainty) = case.nodes.rerun(&found(index), trial).await?;
    assert!(rerun.has_worked);
    Some((*rerun.data.last().unwrap(), certainty))
}

impl Case {
    /// The questions about the transaction, without those about the node.
    fn questions(&self) -> usize {
        // Its network, and four programmes.
        self.fake.questions()
    }
}

#[tokio::test]
async fn a_trade_before_it_in_the_same_block_is_made_again_first() {
    let moved = case(Node::Honest, true);
    assert_eq!(answer(&moved, 1, &trial()).await, Some((99, Confidence::Exact)));
    assert_eq!(moved.questions(), 4);
    let alone = case(Node::Honest, false);
    assert_eq!(answer(&alone, 1, &trial()).await, Some((100, Confidence::Exact)));
    assert_eq!(alone.questions(), 2);
    let first = case(Node::Honest, false);
    assert_eq!(answer(&first, 0, &trial()).await, Some((100, Confidence::Exact)));
    assert_eq!(first.questions(), 1);
}

#[tokio::test]
async fn without_simulations_the_parent_block_answers_unless_a_trade_came_before() {
    let alone = case(Node::Older, false);
    assert_eq!(answer(&alone, 1, &trial()).await, Some((100, Confidence::Approx)));
    assert_eq!(alone.questions(), 3);
    assert_eq!(answer(&case(Node::Older, true), 1, &trial()).await, None);
    // A deadline fails before any pool is reached.
    let blind = Trial { reached: vec![ROUTER], has_reached_all: false, ..trial() };
    assert_eq!(answer(&case(Node::Older, false), 1, &blind).await, None);
    assert_eq!(answer(&case(Node::Older, false), 0, &blind).await, Some((100, Confidence::Approx)));
    assert_eq!(answer(&case(Node::Honest, true), 1, &blind).await, Some((99, Confidence::Exact)));
}

#[tokio::test]
async fn a_control_that_works_or_uses_other_gas_is_seen() {
    assert_eq!(answer(&case(Node::Kind, false), 1, &trial()).await, None);
    let rough = case(Node::Rough, true);
    assert_eq!(answer(&rough, 1, &trial()).await, Some((99, Confidence::Approx)));
    let other = Trial { failure: vec![1, 2, 3, 4], ..trial() };
    assert_eq!(answer(&case(Node::Honest, false), 1, &other).await, None);
}

#[tokio::test]
async fn a_node_that_follows_nothing_is_never_believed() {
    for node in [Node::Deaf, Node::Constant, Node::Garbage, Node::Pruned] {
        for index in [0, 1] {
            assert_eq!(answer(&case(node, true), index, &trial()).await, None, "{node:?}");
        }
    }
    // Its other calls are in order.
    let forgetful = case(Node::Forgetful, true);
    assert_eq!(answer(&forgetful, 1, &trial()).await, None);
}

#[tokio::test]
async fn what_a_node_follows_is_asked_once() {
    let case = case(Node::Honest, false);
    for _ in 0..3 {
        answer(&case, 0, &trial()).await;
    }
    assert_eq!(case.questions(), 3);
}

#[tokio::test]
async fn a_test_of_an_endpoint_says_what_it_follows() {
    let of = async |node| case(node, false).nodes.test("https://node.test").await.replay;
    let all = crate::Replay {
        code: true,
        storage: true,
        time: true,
        sequence: true,
        depth: Some(19_999),
    };
    assert_eq!(of(Node::Honest).await, all);
    assert_eq!(of(Node::Older).await, crate::Replay { sequence: false, ..all });
    assert_eq!(of(Node::Forgetful).await, crate::Replay { sequence: false, ..all });
    assert_eq!(of(Node::Pruned).await, crate::Replay { depth: Some(127), ..all });
    let none = crate::Replay { depth: Some(19_999), ..crate::Replay::default() };
    for node in [Node::Deaf, Node::Constant, Node::Garbage] {
        assert_eq!(of(node).await, none, "{node:?}");
    }
}
