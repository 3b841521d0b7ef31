//! The transactions of the same block that came before and touched what the call touches.

use std::collections::BTreeSet;

use alloy_primitives::{Address, B256, b256};
use serde_json::{Value, json};

use super::Asking;
use super::scene::{Scene, call_of};
use crate::error::NodeError;
use crate::hex;

/// More transactions than are made again.
const MOST_EARLIER: usize = 128;

/// `Transfer`, `Approval`, `Deposit` and `Withdrawal` of tokens: they concern a call only if they name
/// an address in it.
const OF_TOKENS: [B256; 4] = [
    b256!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"),
    b256!("8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925"),
    b256!("e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c"),
    b256!("7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65"),
];

impl Asking<'_> {
    /// The places of the earlier transactions that left a log in one of these contracts.
    pub(super) async fn earlier(
        &self,
        scene: &Scene<'_>,
        touched: &BTreeSet<Address>,
    ) -> Result<BTreeSet<u64>, NodeError> {
        let filter = json!({ "blockHash": scene.hash, "address": touched });
        let logs = self.ask("eth_getLogs", json!([filter])).await?;
        let mut places = BTreeSet::new();
        for log in logs.as_array().ok_or(NodeError::Nonsense)? {
            let place = hex::number(&log["transactionIndex"]).ok_or(NodeError::Nonsense)?;
            if !hex::is_hash(&log["blockHash"], scene.hash) {
                return Err(NodeError::Nonsense);
            }
            if place < scene.index && concerns(log, touched, scene.sender()) {
                places.insert(place);
            }
        }
        if places.len() > MOST_EARLIER { Err(NodeError::TooLong) } else { Ok(places) }
    }

    /// The calls of the transactions in these places.
    pub(super) async fn calls_of(
        &self,
        scene: &Scene<'_>,
        places: &BTreeSet<u64>,
    ) -> Result<Vec<Value>, NodeError> {
        let block = self.ask("eth_getBlockByHash", json!([scene.hash, true])).await?;
        if !hex::is_hash(&block["hash"], scene.hash) {
            return Err(NodeError::Nonsense);
        }
        let all = block["transactions"].as_array().ok_or(NodeError::Nonsense)?;
        let of = |place: &u64| {
            let index = |one: &&Value| hex::number(&one["transactionIndex"]) == Some(*place);
            all.iter().find(index).map(call_of)
        };
        places.iter().map(of).collect::<Option<_>>().ok_or(NodeError::Nonsense)
    }
}

fn concerns(log: &Value, touched: &BTreeSet<Address>, sender: Option<Address>) -> bool {
    let topics = log["topics"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut topics = topics.iter().filter_map(hex::read_hash);
    if !topics.next().is_some_and(|first| OF_TOKENS.contains(&first)) {
        return true;
    }
    topics.any(|topic| {
        let named = Address::from_word(topic);
        touched.contains(&named) || Some(named) == sender
    })
}
