//! A node whose answers a test chooses. It notes the methods that it is asked for.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use serde_json::{Value, json};

use crate::Nodes;
use crate::network::{Endpoint, Network, TraceMode};
use crate::transport::{Reply, Transport, TransportError};

/// The number of its network.
pub(super) const CHAIN: u64 = 5;
/// What is asked once of every endpoint: its network, and four programmes.
const FIRST_QUESTIONS: usize = 5;

/// The results and errors of methods.
pub(super) trait Answers: Debug + Send + Sync + 'static {
    fn answer(&self, method: &str, params: &Value) -> Result<Value, Value>;
}

#[derive(Debug)]
pub(super) struct FakeNode<A> {
    answers: A,
    asked: Mutex<Vec<String>>,
}

impl<A: Answers> FakeNode<A> {
    /// The node, and the nodes of a server that knows only this one.
    pub(super) fn start(answers: A) -> (Arc<FakeNode<A>>, Nodes) {
        let fake = Arc::new(FakeNode { answers, asked: Mutex::default() });
        let transport: Arc<dyn Transport> = fake.clone();
        let nodes = Nodes::new(transport);
        let endpoints = vec![Endpoint { url: "https://node.test".to_owned() }];
        let trace_mode = TraceMode::Debug;
        nodes.configure(vec![Network {
            chain_id: CHAIN,
            endpoints,
            trace_mode,
            block_time_ms: 2_000,
        }]);
        (fake, nodes)
    }

    /// The number of questions after the first ones.
    pub(super) fn questions(&self) -> usize {
        self.asked.lock().unwrap().len() - FIRST_QUESTIONS
    }
}

#[async_trait]
impl<A: Answers> Transport for FakeNode<A> {
    async fn post(
        &self,
        _: &str,
        body: Bytes,
        _: Duration,
        _: usize,
    ) -> Result<Reply, TransportError> {
        let asked: Value = serde_json::from_slice(&body).unwrap();
        let method = asked["method"].as_str().unwrap();
        self.asked.lock().unwrap().push(method.to_owned());
        let mut answer = json!({ "jsonrpc": "2.0", "id": asked["id"] });
        match self.answers.answer(method, &asked["params"]) {
            Ok(result) => answer["result"] = result,
            Err(error) => answer["error"] = error,
        }
        Ok(Reply { status: 200, body: Bytes::from(answer.to_string()) })
    }
}

/// A word of 32 bytes.
pub(super) fn word(number: u64) -> Value {
    json!(format!("{number:#066x}"))
}
