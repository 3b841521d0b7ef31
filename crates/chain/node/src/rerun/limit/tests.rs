use alloy_primitives::{Address, B256};

use super::super::fake_node::{Answers, CHAIN, FakeNode, word};
use super::*;

const POOL: Address = Address::repeat_byte(0xb0);
const TOPIC: B256 = B256::repeat_byte(0x70);
const QUOTED: u64 = 90;

/// What a node does with the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Honest,
    /// It has no simulations.
    Older,
    /// It answers about the newest block, whatever it is asked about.
    Newest,
    /// It has lost the state.
    Pruned,
    /// It searches at most five blocks for events.
    Narrow,
    /// It answers with the events of all contracts.
    Generous,
}

#[derive(Debug)]
struct Fake {
    node: Node,
}

impl Answers for Fake {
    fn answer(&self, method: &str, params: &Value) -> Result<Value, Value> {
        let error = |code: i64, message: &str| Err(json!({ "code": code, "message": message }));
        let call = |data: Value| json!({ "status": "0x1", "returnData": data, "logs": [], "gasUsed": "0x1" });
        match method {
            "eth_chainId" => Ok(json!(format!("{CHAIN:#x}"))),
            "eth_simulateV1" if self.node == Node::Older => error(-32601, "no such method"),
            // The programmes that tell what the node follows.
            "eth_simulateV1" if params[1] == "latest" => {
                Ok(json!([{ "calls": [call(word(1)), call(word(2))] }]))
            }
            "eth_call" if params[1] == "latest" => Ok(word(42)),
            "eth_simulateV1" | "eth_call" if self.node == Node::Pruned => {
                error(-32000, "missing trie node")
            }
            "eth_simulateV1" => {
                let block = if self.node == Node::Newest { 200 } else { QUOTED + 1 };
                Ok(json!([{ "calls": [call(word(block)), call(word(77))] }]))
            }
            "eth_call" => Ok(word(77)),
            "eth_getLogs" if self.node == Node::Narrow => error(-32602, "range is limited to 5"),
            "eth_getLogs" => {
                let range = (&params[0]["fromBlock"], &params[0]["toBlock"]);
                assert_eq!(range, (&json!("0x5b"), &json!("0x64")));
                let whose = if self.node == Node::Generous { Address::ZERO } else { POOL };
                Ok(json!([{ "address": whose, "topics": [TOPIC] }]))
            }
            _ => error(-32601, "no such method"),
        }
    }
}

/// What came back of the call and of the events, and the number of questions about them.
async fn answers(node: Node) -> (Option<u8>, Option<usize>, usize) {
    let (fake, nodes) = FakeNode::start(Fake { node });
    let found = Found {
        chain_id: CHAIN,
        transaction: json!({ "to": Address::repeat_byte(0xcc), "input": "0x01", "gas": "0x9000" }),
        receipt: Some(json!({ "blockNumber": "0x64" })),
        ..Found::default()
    };
    let pools = vec![Watch { addresses: vec![POOL], topics: vec![vec![TOPIC]] }];
    let trial = LimitTrial {
        blocks: vec![QUOTED],
        input: Some(vec![2]),
        is_returned: true,
        pools: Some(pools),
    };
    let (calls, events) = nodes.limit_trial(&found, &trial).await;
    assert_eq!(calls.len(), 1);
    let amount = calls[0].as_ref().and_then(|answer| match answer {
        LimitAnswer::Free(call) => call.data.last().copied(),
        LimitAnswer::AsSent(_) => None,
    });
    (amount, events.map(|events| events.len()), fake.questions())
}

#[tokio::test]
async fn the_amount_and_the_events_are_asked_for_once() {
    assert_eq!(answers(Node::Honest).await, (Some(77), Some(1), 2));
    assert_eq!(answers(Node::Older).await, (Some(77), Some(1), 2));
}

#[tokio::test]
async fn a_node_that_answers_about_another_block_is_not_believed() {
    assert_eq!(answers(Node::Newest).await, (None, Some(1), 2));
}

#[tokio::test]
async fn each_half_is_worth_something_without_the_other() {
    assert_eq!(answers(Node::Pruned).await, (None, Some(1), 2));
    assert_eq!(answers(Node::Narrow).await, (Some(77), None, 2));
    assert_eq!(answers(Node::Generous).await, (Some(77), None, 2));
}
