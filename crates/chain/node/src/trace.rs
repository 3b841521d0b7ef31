//! What happened inside a transaction, as well as a network's nodes can tell it.

use std::time::Duration;

use alloy_primitives::B256;
use chain::found::TraceKind;
use serde_json::{Map, Value, json};

use crate::budget::Budget;
use crate::error::NodeError;
use crate::hex;
use crate::json_rpc::Question;
use crate::judge::{self, Judged};
use crate::network::TraceMode;
use crate::nodes::{Asked, MOST_BYTES, NetworkState, Nodes};

/// Making a trace takes a node longer than looking something up.
const WITHIN: Duration = Duration::from_secs(4);
/// The node's own time limit, so that it stops before the caller does.
const NODE_TIMEOUT: &str = "3500ms";
/// The longest trace; the budget may allow less.
const MOST_TRACE_BYTES: usize = 2 << 20;
/// The gas that a repeated call may burn, whatever the transaction had.
const MOST_GAS: u64 = 30_000_000;

/// A transaction that was mined, whose inside is wanted.
pub(crate) struct Mined<'a> {
    pub(crate) hash: B256,
    pub(crate) transaction: &'a Value,
    pub(crate) receipt: &'a Value,
}

impl Nodes {
    /// The best trace that can be had; nothing where none can, which is not an error.
    pub(crate) async fn trace(
        &self,
        network: &NetworkState,
        mined: &Mined<'_>,
        budget: &Budget,
    ) -> Option<(TraceKind, Value)> {
        let mut mode = network.network.trace_mode;
        loop {
            let (outcome, kind, below) = match mode {
                TraceMode::Debug => (
                    self.debug_trace(network, mined, budget).await,
                    TraceKind::DebugCallTracer,
                    TraceMode::Trace,
                ),
                TraceMode::Trace => (
                    self.frames(network, mined, budget).await,
                    TraceKind::TraceTransaction,
                    TraceMode::Call,
                ),
                TraceMode::Call => (
                    self.repeated(network, mined, budget).await,
                    TraceKind::CallAtParent,
                    TraceMode::None,
                ),
                TraceMode::None => return None,
            };
            mode = match outcome {
                Ok(trace) if !trace.is_null() => return Some((kind, trace)),
                Err(error) if error.is_no_method() => below,
                // Another tracer would fare no better; the call alone may.
                _ if mode == TraceMode::Call => TraceMode::None,
                _ => TraceMode::Call,
            };
        }
    }

    async fn debug_trace(
        &self,
        network: &NetworkState,
        mined: &Mined<'_>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let tracer = json!({
            "tracer": "callTracer",
            "tracerConfig": { "onlyTopCall": false, "withLog": false },
            "timeout": NODE_TIMEOUT,
        });
        let asked = provoked("debug_traceTransaction", json!([mined.hash, tracer]));
        let judged = |answer: &_| judge::call_trace(answer, mined.transaction);
        self.ask(network, &asked, budget, judged).await.map(|(trace, _)| trace)
    }

    async fn frames(
        &self,
        network: &NetworkState,
        mined: &Mined<'_>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let asked = provoked("trace_transaction", json!([mined.hash]));
        let judged = |answer: &_| judge::frames(answer, mined.hash);
        self.ask(network, &asked, budget, judged).await.map(|(trace, _)| trace)
    }

    /// Repeats a failed call at the parent block. A call that does not fail there says nothing about
    /// why it failed.
    async fn repeated(
        &self,
        network: &NetworkState,
        mined: &Mined<'_>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        if mined.receipt["status"] != "0x0" {
            return Ok(Value::Null);
        }
        let number = hex::number(&mined.receipt["blockNumber"]);
        let parent = number.and_then(|number| number.checked_sub(1)).ok_or(NodeError::Nonsense)?;
        self.repeat(network, mined.transaction, parent, budget).await
    }

    async fn repeat(
        &self,
        network: &NetworkState,
        transaction: &Value,
        block: u64,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let params = json!([call(transaction), format!("{block:#x}")]);
        let asked = Asked { most_bytes: MOST_BYTES, ..provoked("eth_call", params) };
        match self.ask(network, &asked, budget, returned).await {
            Ok(_) => Ok(Value::Null),
            Err(NodeError::Answered { message, data, .. })
                if data.is_some() || message.to_ascii_lowercase().contains("revert") =>
            {
                Ok(json!({ "message": message, "data": data }))
            }
            Err(error) => Err(error),
        }
    }
}

fn provoked(method: &str, params: Value) -> Asked<'_> {
    Asked {
        question: Question::One(method, params),
        within: WITHIN,
        most_bytes: MOST_TRACE_BYTES,
        is_provoked: true,
    }
}

fn returned(answer: &Value) -> Judged {
    if answer.is_string() { Judged::Plausible } else { Judged::Odd }
}

/// The call that a transaction made.
fn call(transaction: &Value) -> Value {
    let mut call = Map::new();
    for (name, of) in [("from", "from"), ("to", "to"), ("value", "value"), ("data", "input")] {
        if let Some(value) = transaction.get(of).filter(|value| value.is_string()) {
            call.insert(name.to_owned(), value.clone());
        }
    }
    let gas = hex::number(&transaction["gas"]).map_or(MOST_GAS, |gas| gas.min(MOST_GAS));
    call.insert("gas".to_owned(), json!(format!("{gas:#x}")));
    Value::Object(call)
}
