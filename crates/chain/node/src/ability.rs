//! Tests an endpoint before it is used for a network. Its answers are returned as numbers and fixed
//! sentences, never in its own words.

use std::time::Duration;

use alloy_primitives::B256;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::budget::Budget;
use crate::endpoint_state::EndpointState;
use crate::error::NodeError;
use crate::hex;
use crate::judge;
use crate::network::{Endpoint, Replay, TraceMode};
use crate::nodes::{Asked, Nodes};

/// How long the whole test may take.
const WITHIN: Duration = Duration::from_secs(8);

/// What an endpoint can do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestReport {
    /// Its host; never its path or a key.
    pub host: String,
    /// Its network.
    pub chain_id: Option<u64>,
    /// Its newest block.
    pub head_block: Option<u64>,
    /// How old that is.
    pub head_age_sec: Option<u64>,
    /// How long the first answer took.
    pub latency_ms: Option<u64>,
    /// The best way in which it tells what happened inside a transaction.
    pub trace: TraceMode,
    /// How it makes failed calls again.
    pub replay: Replay,
    /// Why it cannot be used; nothing if it can.
    pub error: Option<String>,
}

impl TestReport {
    /// Whether it can be used.
    pub fn is_ok(&self) -> bool {
        self.error.is_none()
    }
}

impl Nodes {
    /// Tries an endpoint, which need not be configured.
    pub async fn test(&self, url: &str) -> TestReport {
        let endpoint = EndpointState::new(Endpoint { url: url.to_owned() });
        let mut report = TestReport {
            host: endpoint.endpoint.host().to_owned(),
            chain_id: None,
            head_block: None,
            head_age_sec: None,
            latency_ms: None,
            trace: TraceMode::None,
            replay: Replay::default(),
            error: None,
        };
        if let Err(error) = self.try_out(&endpoint, &mut report).await {
            report.error = Some(sentence(&error).to_owned());
        }
        report
    }

    async fn try_out(
        &self,
        endpoint: &EndpointState,
        report: &mut TestReport,
    ) -> Result<(), NodeError> {
        let budget = Budget::new(WITHIN, 8, 4 << 20);
        let began = Instant::now();
        let asked = Asked { most_bytes: 4096, ..Asked::new("eth_chainId", json!([])) };
        let chain_id = self.post(endpoint, &asked, &budget).await?;
        report.latency_ms = u64::try_from(began.elapsed().as_millis()).ok();
        report.chain_id = Some(hex::number(&chain_id).ok_or(NodeError::Nonsense)?);
        let asked = Asked::new("eth_getBlockByNumber", json!(["latest", false]));
        let block = self.post(endpoint, &asked, &budget).await?;
        let now_ms = self.inner.clock.now_ms();
        let (number, time) = judge::head(&block, now_ms).ok_or(NodeError::Nonsense)?;
        report.head_block = Some(number);
        report.head_age_sec = Some((now_ms / 1000).saturating_sub(time));
        report.trace = self.trace_mode(endpoint, &block, &budget).await;
        report.replay = Replay {
            depth: self.probe_depth(endpoint, number, &budget).await,
            ..self.probe_replay(endpoint, &budget).await
        };
        Ok(())
    }

    /// Which way of tracing it knows, tried at a transaction of its newest block, or else at one
    /// that does not exist: a node that has the method says so in another way than one that has not.
    async fn trace_mode(
        &self,
        endpoint: &EndpointState,
        block: &Value,
        budget: &Budget,
    ) -> TraceMode {
        let hash = hex::read_hash(&block["transactions"][0]).unwrap_or(B256::ZERO);
        let tracer = json!({ "tracer": "callTracer", "timeout": "1500ms" });
        let debug = provoked("debug_traceTransaction", json!([hash, tracer]));
        let frames = provoked("trace_transaction", json!([hash]));
        let nothing = json!([{ "to": "0x0000000000000000000000000000000000000000" }, "latest"]);
        let call = provoked("eth_call", nothing);
        let (debug, frames, call) = tokio::join!(
            self.post(endpoint, &debug, budget),
            self.post(endpoint, &frames, budget),
            self.post(endpoint, &call, budget),
        );
        // Too long an answer is one; silence and nonsense are none.
        let has = |answer: &Result<Value, NodeError>| match answer {
            Ok(_) | Err(NodeError::TooLong) => true,
            Err(error @ NodeError::Answered { .. }) => !error.is_no_method(),
            Err(_) => false,
        };
        match (has(&debug), has(&frames), call.is_ok()) {
            (true, ..) => TraceMode::Debug,
            (_, true, _) => TraceMode::Trace,
            (.., true) => TraceMode::Call,
            _ => TraceMode::None,
        }
    }
}

fn provoked(method: &str, params: Value) -> Asked<'_> {
    Asked { is_provoked: true, ..Asked::new(method, params) }
}

fn sentence(error: &NodeError) -> &'static str {
    match error {
        NodeError::TimedOut => "It did not answer within two seconds.",
        NodeError::TooLong => "Its answer is too long.",
        NodeError::Answered { .. } => "It returned an error. Check whether the URL needs a key.",
        NodeError::Nonsense => "Its response is not that of an RPC node.",
        NodeError::AllDown | NodeError::UnknownNetwork | NodeError::OverBudget => {
            "It could not be reached, or this address must not be called."
        }
    }
}
