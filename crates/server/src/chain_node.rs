//! Asks nodes of chains, which the operator names, what contracts say. Nothing is ever sent to a
//! chain: a node simulates a call, with little time, little gas and a short answer.

use std::time::Duration;

use async_trait::async_trait;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use bytes::Bytes;
use parse_model::Json;
use serde_json::json;
use wallet_login::{Nodes, Unreachable};

use crate::network::Networks;
use crate::outgoing::{Destination, Limits, Outgoing};

/// What a simulated call may burn.
const GAS: &str = "0x4c4b40";

/// The number of every question: one call, one answer.
const ID: u64 = 1;

/// What nodes say of a call that the chain itself undid. Anything else is the node's trouble.
const UNDONE: [i64; 3] = [3, -32000, -32015];

/// The nodes by chain.
#[derive(Debug)]
pub(crate) struct ChainNodes {
    outgoing: Outgoing,
    chains: Vec<u64>,
    nodes: Vec<Destination>,
}

impl ChainNodes {
    /// Nothing where an address of the settings cannot be called.
    pub(crate) fn new(settings: &[(u64, String)]) -> Option<ChainNodes> {
        // These addresses are the operator's own, so they may lead anywhere.
        let everywhere = Networks::parse("0.0.0.0/0,::/0")?;
        let total = Duration::from_secs(3);
        let limits = Limits { total, answer_bytes: 1 << 16, ..Limits::default() };
        let outgoing = Outgoing::new(everywhere, limits);
        let nodes = settings.iter().map(|(_, address)| outgoing.destination(address).ok());
        let nodes = nodes.collect::<Option<Vec<Destination>>>()?;
        Some(ChainNodes {
            chains: settings.iter().map(|(chain, _)| *chain).collect(),
            nodes,
            outgoing,
        })
    }

    async fn ask(&self, chain: u64, method: &str, params: Json) -> Result<Reply, Unreachable> {
        let at = self.chains.iter().position(|known| *known == chain).ok_or(Unreachable)?;
        let body = json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params });
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let answer = self.outgoing.post(&self.nodes[at], headers, Bytes::from(body.to_string()));
        let answer = answer.await.map_err(|_| Unreachable)?;
        let answer: Json = serde_json::from_slice(&answer.body).map_err(|_| Unreachable)?;
        Reply::read(&answer).ok_or(Unreachable)
    }
}

/// What a node answered: a text, or the number of an error, never both.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    Result(String),
    Error(i64),
}

impl Reply {
    /// `None` for what is no answer to our question.
    fn read(answer: &Json) -> Option<Reply> {
        let part = |name: &str| answer.get(name).filter(|part| !part.is_null());
        match (answer["id"].as_u64()?, part("result"), part("error")) {
            (ID, Some(result), None) => result.as_str().map(|text| Reply::Result(text.to_owned())),
            (ID, None, Some(error)) => error["code"].as_i64().map(Reply::Error),
            _ => None,
        }
    }
}

#[async_trait]
impl Nodes for ChainNodes {
    fn chains(&self) -> &[u64] {
        &self.chains
    }

    async fn code(&self, chain: u64, address: &str) -> Result<String, Unreachable> {
        match self.ask(chain, "eth_getCode", json!([address, "latest"])).await? {
            Reply::Result(code) => Ok(code),
            Reply::Error(_) => Err(Unreachable),
        }
    }

    async fn call(
        &self,
        chain: u64,
        call: &wallet_login::Call,
    ) -> Result<Option<String>, Unreachable> {
        let mut asked = json!({ "data": call.data, "gas": GAS });
        if let Some(to) = &call.to {
            asked["to"] = json!(to);
        }
        match self.ask(chain, "eth_call", json!([asked, "latest"])).await? {
            Reply::Result(result) => Ok(Some(result)),
            Reply::Error(code) if UNDONE.contains(&code) => Ok(None),
            Reply::Error(_) => Err(Unreachable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_result_or_one_error_to_our_question() {
        assert_eq!(
            Reply::read(&json!({"id": 1, "result": "0x"})),
            Some(Reply::Result("0x".to_owned()))
        );
        assert_eq!(
            Reply::read(&json!({"id": 1, "result": null, "error": {"code": 3}})),
            Some(Reply::Error(3))
        );
        for confused in [
            json!([{"id": 1, "result": "0x"}]),
            json!({"id": 2, "result": "0x"}),
            json!({"id": "1", "result": "0x"}),
            json!({"id": 1, "result": 5}),
            json!({"id": 1, "result": "0x", "error": {"code": 3}}),
            json!({"id": 1, "error": "no"}),
            json!({"id": 1}),
        ] {
            assert_eq!(Reply::read(&confused), None, "{confused}");
        }
    }
}
