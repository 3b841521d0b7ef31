//! The same call without its limits at an earlier block, and the events of its pools since.

use std::collections::BTreeSet;

use chain::rerun::Rerun;
use chain::{Found, LimitAnswer, LimitTrial, Watch};
use serde_json::{Value, json};

use super::scene::{call_of, read_call};
use super::{Asking, BYTES, WITHIN};
use crate::budget::Budget;
use crate::error::NodeError;
use crate::hex;
use crate::nodes::Nodes;
use crate::replay::EMPTY;

/// One block and two kinds of events of pools, or three blocks.
const QUESTIONS: u32 = 3;
/// More blocks than are searched for events.
const MOST_BLOCKS: u64 = 2_000;
/// Returns the number of the block.
const NUMBER: &str = "0x4360005260206000f3";

impl Nodes {
    /// What the call answers at each block, and the events of its pools. `None` stands for what no
    /// endpoint answered.
    pub async fn limit_trial(
        &self,
        found: &Found,
        trial: &LimitTrial,
    ) -> (Vec<Option<LimitAnswer>>, Option<Vec<Value>>) {
        let (mut calls, mut events) = (vec![None; trial.blocks.len()], None);
        let Ok(network) = self.network(found.chain_id) else { return (calls, events) };
        let budget = Budget::new(WITHIN, QUESTIONS, BYTES);
        for endpoint in network.in_order() {
            let Ok(replay) = self.replay_of(&network, endpoint).await else { continue };
            let asking = Asking { nodes: self, network: &network, endpoint, budget: &budget };
            let (answers, told) = tokio::join!(
                asking.at_blocks(found, trial, &calls, replay.sequence),
                asking.missing_events(found, trial, events.as_ref()),
            );
            calls = answers;
            events = events.or(told);
            if calls.iter().all(Option::is_some) && (events.is_some() || trial.pools.is_none()) {
                break;
            }
        }
        (calls, events)
    }
}

impl Asking<'_> {
    async fn at_blocks(
        &self,
        found: &Found,
        trial: &LimitTrial,
        known: &[Option<LimitAnswer>],
        can_simulate: bool,
    ) -> Vec<Option<LimitAnswer>> {
        let mut answers = Vec::new();
        for (block, known) in trial.blocks.iter().zip(known) {
            answers.push(match known {
                Some(_) => known.clone(),
                None => self.at_block(found, trial, *block, can_simulate).await.ok(),
            });
        }
        answers
    }

    async fn at_block(
        &self,
        found: &Found,
        trial: &LimitTrial,
        block: u64,
        can_simulate: bool,
    ) -> Result<LimitAnswer, NodeError> {
        let mut call = call_of(&found.transaction);
        let free = trial.input.as_ref().filter(|_| can_simulate || trial.is_returned);
        if let Some(input) = free {
            call["data"] = json!(alloy_primitives::hex::encode_prefixed(input));
        }
        let answer = match can_simulate {
            true => self.simulated_at(&call, block).await?,
            false => self.called(json!([call, format!("{block:#x}")])).await?,
        };
        if free.is_some() {
            return Ok(LimitAnswer::Free(answer));
        }
        let logs = answer.logs.as_ref().and_then(Value::as_array);
        let is_silent = answer.data.is_empty() && logs.is_none_or(Vec::is_empty);
        // A call to an address without code always works.
        if answer.has_worked && is_silent {
            let params = json!([call["to"], format!("{block:#x}")]);
            if self.ask("eth_getCode", params).await? == "0x" {
                return Err(NodeError::Nonsense);
            }
        }
        Ok(LimitAnswer::AsSent(answer))
    }

    async fn simulated_at(&self, call: &Value, block: u64) -> Result<Rerun, NodeError> {
        let state = json!({ (format!("{EMPTY:#x}")): { "code": NUMBER } });
        let calls = json!([{ "to": EMPTY }, call]);
        let block_calls = json!({ "blockOverrides": {}, "stateOverrides": state, "calls": calls });
        let params = json!([{ "blockStateCalls": [block_calls], "validation": false }, format!("{block:#x}")]);
        let answer = self.ask("eth_simulateV1", params).await?;
        let calls = answer[0]["calls"].as_array().ok_or(NodeError::Nonsense)?;
        let [number, call] = calls.as_slice() else { return Err(NodeError::Nonsense) };
        // One that answers about another block says so.
        if !is_after(number, block) {
            return Err(NodeError::Nonsense);
        }
        read_call(call).ok_or(NodeError::Nonsense)
    }

    async fn missing_events(
        &self,
        found: &Found,
        trial: &LimitTrial,
        known: Option<&Vec<Value>>,
    ) -> Option<Vec<Value>> {
        match (known, &trial.pools) {
            (None, Some(pools)) => self.events(found, trial.from_block(), pools).await.ok(),
            _ => None,
        }
    }

    /// The events of pools after a block, up to that of the transaction.
    async fn events(
        &self,
        found: &Found,
        from_block: u64,
        pools: &[Watch],
    ) -> Result<Vec<Value>, NodeError> {
        let receipt = found.receipt.as_ref().ok_or(NodeError::Nonsense)?;
        let last = hex::number(&receipt["blockNumber"]).ok_or(NodeError::Nonsense)?;
        if last.saturating_sub(from_block) > MOST_BLOCKS {
            return Err(NodeError::TooLong);
        }
        let (from, to) = (format!("{:#x}", from_block + 1), format!("{last:#x}"));
        let mut all = Vec::new();
        for watch in pools {
            let filter = json!({ "fromBlock": from, "toBlock": to,
                "address": watch.addresses.iter().collect::<BTreeSet<_>>(), "topics": watch.topics });
            let answer = self.ask("eth_getLogs", json!([filter])).await?;
            let events = answer.as_array().ok_or(NodeError::Nonsense)?;
            if !events.iter().all(|event| watch.has(event)) {
                return Err(NodeError::Nonsense);
            }
            all.extend(events.iter().cloned());
        }
        Ok(all)
    }
}

/// Whether a call that returns the number of its block was made on the state of this one.
fn is_after(call: &Value, block: u64) -> bool {
    let told = read_call(call).filter(|call| call.has_worked).map(|call| call.data);
    let told = told.and_then(|data| data.last_chunk::<8>().copied()).map(u64::from_be_bytes);
    told == Some(block) || told == block.checked_add(1)
}

#[cfg(test)]
mod tests;
