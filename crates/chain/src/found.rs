//! What nodes said about a transaction, as they said it.

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
    /// How many swaps the pool saw between the quote and the transaction, if that was asked.
    pub swaps_since_quote: Option<u32>,
    /// How far the head was behind when it was asked, in blocks.
    pub head_lag_blocks: Option<u64>,
}
