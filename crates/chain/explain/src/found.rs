//! What nodes said about a transaction, as they said it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Amount;
use crate::tried::Tried;

/// How the trace came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraceKind {
    /// `debug_traceTransaction` with the call tracer.
    DebugCallTracer,
    /// `trace_transaction`.
    TraceTransaction,
    /// `eth_call` at the parent block: `{"data": "0x…"}` or `{"message": "…", "data": …}`.
    CallAtParent,
}

/// What the same call without its limits showed at an earlier block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitCheck {
    /// The block: that of the quote, or the beginning of the window.
    pub from_block: u64,
    /// Whether the amount meets the limit there, or at the block before the transaction.
    pub outcome: LimitOutcome,
    /// What would have come out there; of a swap with an exact output, what would have gone in.
    #[serde(default)]
    pub amount: Option<Amount>,
    /// What changed its pools since.
    #[serde(default)]
    pub changes: Option<PoolChanges>,
}

/// How often pools changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolChanges {
    /// By swaps.
    pub swaps: u32,
    /// By liquidity that came or left, and by donations.
    pub others: u32,
}

/// Whether a limit could be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LimitOutcome {
    /// At one of the blocks.
    Met,
    /// At none of them.
    Missed,
    /// Nodes did not answer, or the call fails there for another reason.
    Unclear,
}

/// The answers of a node about one transaction. None of it can be trusted to have any shape.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The network.
    pub chain_id: u64,
    /// `eth_getTransactionByHash`.
    pub transaction: Value,
    /// `eth_getTransactionReceipt`; nothing while it waits.
    pub receipt: Option<Value>,
    /// `eth_getBlockByNumber` of its block, without transactions.
    pub block: Option<Value>,
    /// The trace, if the node gave one.
    pub trace: Option<(TraceKind, Value)>,
    /// Token facts read from the chain: address to (symbol, decimals).
    pub tokens: Vec<(alloy_primitives::Address, String, u8)>,
    /// Whether the swap's limit could have been met before it was mined, if that was asked.
    pub limit_check: Option<LimitCheck>,
    /// What would have made it pass, if that was asked.
    pub tried: Option<Tried>,
    /// How far the head was behind when it was asked, in blocks.
    pub head_lag_blocks: Option<u64>,
}
