//! Whether an endpoint can make calls again as they were: it must follow the overrides of the
//! state and the block. One that ignores them answers as if there were none, so that it is tested
//! with small programs whose answers are known.

use alloy_primitives::Address;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::budget::Budget;
use crate::endpoint_state::EndpointState;
use crate::error::NodeError;
use crate::hex;
use crate::network::Replay;
use crate::nodes::{Asked, NetworkState, Nodes, WITHIN};

/// An address that has no code on any chain.
pub(crate) const EMPTY: Address = Address::new(*b"touchstone-replay-01");
/// Returns 42.
const FORTY_TWO: &str = "0x602a60005260206000f3";
/// Returns what is stored in its first place.
const STORED: &str = "0x60005460005260206000f3";
/// Returns the time of the block.
const TIME: &str = "0x4260005260206000f3";
/// Adds one to what is stored in its first place, and returns that.
const COUNTS: &str = "0x6000546001018060005560005260206000f3";
/// The longest answer to such a question.
const MOST_BYTES: usize = 64 * 1024;
/// How many blocks back the state is asked for.
const DEPTHS: [u64; 2] = [127, 10_000];

impl Nodes {
    /// What an endpoint of a network follows, as it was found a while ago or is found now.
    pub(crate) async fn replay_of(
        &self,
        network: &NetworkState,
        endpoint: &EndpointState,
    ) -> Result<Replay, NodeError> {
        if let Some(known) = endpoint.replay(Instant::now()) {
            return Ok(known);
        }
        let budget = Budget::new(2 * WITHIN, 4, 4 * MOST_BYTES);
        if !endpoint.admit(Instant::now()) {
            return Err(NodeError::AllDown);
        }
        if !endpoint.is_of_network() {
            self.meet(network.network.chain_id, endpoint, &budget).await?;
        }
        let found = self.probe_replay(endpoint, &budget).await;
        endpoint.note_replay(found, Instant::now());
        Ok(found)
    }

    /// Tries an endpoint, all questions at once.
    pub(crate) async fn probe_replay(&self, endpoint: &EndpointState, budget: &Budget) -> Replay {
        let with = |state: Value, block: Value| json!([{ "to": EMPTY }, "latest", { (format!("{EMPTY:#x}")): state }, block]);
        let zero = format!("{:#066x}", 0);
        let stored = json!({ zero: format!("{:#066x}", 42) });
        let code = with(json!({ "code": FORTY_TWO }), json!({}));
        let storage = with(json!({ "code": STORED, "stateDiff": stored }), json!({}));
        let time = with(json!({ "code": TIME }), json!({ "time": "0x2a" }));
        let (code, storage, time, sequence) = tokio::join!(
            self.says(endpoint, "eth_call", code, budget),
            self.says(endpoint, "eth_call", storage, budget),
            self.says(endpoint, "eth_call", time, budget),
            self.says(endpoint, "eth_simulateV1", counted(), budget),
        );
        let is_42 = |answer: Option<Value>| answer.is_some_and(|answer| is_number(&answer, 42));
        Replay {
            code: is_42(code),
            storage: is_42(storage),
            time: is_42(time),
            sequence: sequence.is_some_and(|answer| {
                let calls = &answer[0]["calls"];
                is_number(&calls[0]["returnData"], 1) && is_number(&calls[1]["returnData"], 2)
            }),
            depth: None,
        }
    }

    /// How many blocks back an endpoint has the state.
    pub(crate) async fn probe_depth(
        &self,
        endpoint: &EndpointState,
        head: u64,
        budget: &Budget,
    ) -> Option<u64> {
        let mut deepest = None;
        for depth in DEPTHS.into_iter().chain([head.saturating_sub(1)]) {
            let Some(block) = head.checked_sub(depth).filter(|block| *block > 0) else { continue };
            let params = json!([EMPTY, format!("{block:#x}")]);
            if self.says(endpoint, "eth_getBalance", params, budget).await.is_none() {
                break;
            }
            deepest = deepest.max(Some(depth));
        }
        deepest
    }

    async fn says(
        &self,
        endpoint: &EndpointState,
        method: &str,
        params: Value,
        budget: &Budget,
    ) -> Option<Value> {
        let asked =
            Asked { is_provoked: true, most_bytes: MOST_BYTES, ..Asked::new(method, params) };
        let answer = self.post(endpoint, &asked, budget).await.ok()?;
        (!answer.is_null()).then_some(answer)
    }
}

/// The same programme called twice.
fn counted() -> Value {
    let state = json!({ (format!("{EMPTY:#x}")): { "code": COUNTS } });
    let calls = [json!({ "to": EMPTY }), json!({ "to": EMPTY })];
    let block = json!({ "stateOverrides": state, "blockOverrides": {}, "calls": calls });
    json!([{ "blockStateCalls": [block], "validation": false }, "latest"])
}

fn is_number(answer: &Value, number: u8) -> bool {
    let bytes = hex::bytes(answer).unwrap_or_default();
    bytes.len() == 32 && bytes[..31].iter().all(|byte| *byte == 0) && bytes[31] == number
}
