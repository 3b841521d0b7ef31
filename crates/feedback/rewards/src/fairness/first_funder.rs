//! Finds out who paid a wallet's first gas, with the most basic JSON-RPC calls.
//!
//! A wallet is active from the first block in which it has a balance or has sent a transaction,
//! because coins leave it only by its own transactions. That block is found by binary search, and
//! read.

use async_trait::async_trait;
use chain_node::NodeError;
use parse_model::Json;
use serde_json::json;

/// Gas of a plain transfer.
const TRANSFER_GAS: u128 = 21_000;

/// A chain that can be queried.
#[async_trait]
pub(super) trait Chain: Send + Sync {
    /// Calls an endpoint.
    async fn ask(&self, method: &str, params: Json) -> Result<Json, NodeError>;
}

/// How a wallet got its first gas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FirstFunding {
    /// The stored kind: `direct`, `contract`, `bridge`, `fees`, `staking`, `internal`, `older` or
    /// `never`.
    pub(super) kind: &'static str,
    pub(super) funder: Option<String>,
    pub(super) via: Option<String>,
    pub(super) block: Option<u64>,
    /// In seconds since 1970.
    pub(super) at: Option<u64>,
    pub(super) value: Option<String>,
}

impl FirstFunding {
    fn only(kind: &'static str) -> FirstFunding {
        FirstFunding { kind, funder: None, via: None, block: None, at: None, value: None }
    }
}

fn number(value: &Json) -> Option<u128> {
    u128::from_str_radix(value.as_str()?.strip_prefix("0x")?, 16).ok()
}

fn small(value: &Json) -> Option<u64> {
    number(value).and_then(|number| u64::try_from(number).ok())
}

/// The number and the time of a block. `None` for the latest.
pub(super) async fn block_time(
    chain: &dyn Chain,
    block: Option<u64>,
) -> Result<(u64, u64), NodeError> {
    let which = block.map_or_else(|| "latest".to_owned(), |block| format!("{block:#x}"));
    let block = chain.ask("eth_getBlockByNumber", json!([which, false])).await?;
    let read = (small(&block["number"]), small(&block["timestamp"]));
    let (Some(number), Some(time)) = read else { return Err(NodeError::Nonsense) };
    Ok((number, time))
}

/// The approximate block of a time, by the recent block rate.
pub(super) async fn block_at(chain: &dyn Chain, seconds: u64) -> Result<(u64, u64), NodeError> {
    let (head, now) = block_time(chain, None).await?;
    let back = head.min(5_000);
    let (_, then) = block_time(chain, Some(head - back)).await?;
    let millis = (now.saturating_sub(then) * 1_000 / back.max(1)).max(100);
    let blocks = now.saturating_sub(seconds).saturating_mul(1_000) / millis;
    Ok((head.saturating_sub(blocks), head))
}

async fn is_alive(chain: &dyn Chain, address: &str, block: u64) -> Result<bool, NodeError> {
    let at = json!([address, format!("{block:#x}")]);
    let balance = chain.ask("eth_getBalance", at.clone()).await?;
    match number(&balance) {
        None => Err(NodeError::Nonsense),
        Some(1..) => Ok(true),
        Some(0) => {
            let sent = chain.ask("eth_getTransactionCount", at).await?;
            number(&sent).map(|sent| sent > 0).ok_or(NodeError::Nonsense)
        }
    }
}

/// Finds the payer between two blocks. A wallet that was active at the first one is older.
pub(super) async fn first_funding(
    chain: &dyn Chain,
    address: &str,
    (from, head): (u64, u64),
) -> Result<FirstFunding, NodeError> {
    if is_alive(chain, address, from).await? {
        return Ok(FirstFunding::only("older"));
    }
    if !is_alive(chain, address, head).await? {
        return Ok(FirstFunding::only("never"));
    }
    let (mut dead, mut alive) = (from, head);
    while alive - dead > 1 {
        let middle = dead + (alive - dead) / 2;
        if is_alive(chain, address, middle).await? {
            alive = middle;
        } else {
            dead = middle;
        }
    }
    let block = chain.ask("eth_getBlockByNumber", json!([format!("{alive:#x}"), true])).await?;
    Ok(read(&block, address, alive))
}

/// The first funding of a wallet in a block.
fn read(block: &Json, address: &str, number_of: u64) -> FirstFunding {
    let found = |kind, funder: Option<&str>, via: Option<&str>, value: Option<u128>| FirstFunding {
        kind,
        funder: funder.map(str::to_lowercase),
        via: via.map(str::to_lowercase),
        block: Some(number_of),
        at: small(&block["timestamp"]),
        value: value.map(|value| value.to_string()),
    };
    let is_it = |value: &Json| value.as_str().is_some_and(|one| one.eq_ignore_ascii_case(address));
    let all: &[Json] = block["transactions"].as_array().map_or(&[], Vec::as_slice);
    let value = |one: &Json| number(&one["value"]).unwrap_or_default();
    // Less than the cost of a transfer is not funding: a user who sends dust to another user's
    // fresh wallet is not its funder.
    let cost = TRANSFER_GAS * number(&block["baseFeePerGas"]).unwrap_or_default();
    if let Some(one) = all.iter().find(|one| is_it(&one["to"]) && value(one) > 0) {
        let kind = if one["type"] == "0x7e" { "bridge" } else { "direct" };
        let kind = if value(one) < cost { "internal" } else { kind };
        let funder = one["from"].as_str().filter(|_| kind != "internal");
        return found(kind, funder, None, Some(value(one)));
    }
    let withdrawals = block["withdrawals"].as_array().into_iter().flatten();
    if withdrawals.into_iter().any(|one| is_it(&one["address"])) {
        return found("staking", None, None, None);
    }
    if is_it(&block["miner"]) {
        return found("fees", None, None, None);
    }
    let bytes = address.trim_start_matches("0x").to_lowercase();
    let names = |one: &&Json| {
        one["input"].as_str().is_some_and(|data| data.to_lowercase().contains(&bytes))
    };
    let mut named = all.iter().filter(names);
    match (named.next(), named.next()) {
        (Some(one), None) => found("contract", one["from"].as_str(), one["to"].as_str(), None),
        _ => found("internal", None, None, None),
    }
}

#[cfg(test)]
mod tests;
