//! What nodes said about a transaction, as they said it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// What repeating the call at earlier blocks showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitCheck {
    /// The earliest block: the quote's, or the beginning of the window.
    pub from_block: u64,
    /// Whether the call met its limit there or later.
    pub outcome: LimitOutcome,
}

/// Whether a limit could be met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LimitOutcome {
    /// At one of the blocks the same call works.
    Met,
    /// At each of them it misses its limit.
    Missed,
    /// Nodes did not answer, or it fails there for another reason.
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
    /// How far the head was behind when it was asked, in blocks.
    pub head_lag_blocks: Option<u64>,
}
