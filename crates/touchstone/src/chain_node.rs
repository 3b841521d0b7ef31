//! Asks nodes of chains, which the operator names, what contracts say. Nothing is ever sent to a
//! chain: a node simulates a call, with little time, little gas and a short answer.

use std::time::Duration;

use async_trait::async_trait;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use bytes::Bytes;
use moka::sync::Cache;
use outbound::network::Networks;
use outbound::outgoing::{Answer, CallError, CallLimits, Destination, Outgoing};
use parse_model::Json;
use serde_json::json;
use wallet_login::{Nodes, Unreachable};

/// What a simulated call may burn.
const GAS: &str = "0x4c4b40";

/// The number of every question: one call, one answer.
const ID: u64 = 1;

/// What nodes say of a call that the chain itself undid. Anything else is the node's trouble.
const UNDONE: [i64; 3] = [3, -32000, -32015];

/// How long a contract that had too much to say is not asked again.
const REMEMBERED: Duration = Duration::from_secs(60);

/// The nodes by chain.
#[derive(Debug)]
pub(crate) struct ChainNodes {
    outgoing: Outgoing,
    chains: Vec<u64>,
    nodes: Vec<Destination>,
    /// Contracts whose answer was too long a moment ago. No honest wallet does that, so an attacker
    /// cannot put another user's wallet here.
    verbose: Cache<(u64, String), ()>,
}

impl ChainNodes {
    /// Nothing where an address of the settings cannot be called.
    pub(crate) fn new(settings: &[(u64, String)]) -> Option<ChainNodes> {
        // These addresses are the operator's own, so they may lead anywhere.
        let everywhere = Networks::everywhere();
        let total = Duration::from_secs(3);
        let limits = CallLimits { total, answer_bytes: 1 << 16, ..CallLimits::default() };
        let outgoing = Outgoing::new(everywhere, limits);
        let nodes = settings.iter().map(|(_, address)| outgoing.destination(address).ok());
        let nodes = nodes.collect::<Option<Vec<Destination>>>()?;
        Some(ChainNodes {
            chains: settings.iter().map(|(chain, _)| *chain).collect(),
            nodes,
            outgoing,
            verbose: Cache::builder().max_capacity(1024).time_to_live(REMEMBERED).build(),
        })
    }

    async fn ask(&self, chain: u64, method: &str, params: Json) -> Result<Reply, Failed> {
        let at = self.chains.iter().position(|known| *known == chain).ok_or(Failed::Node)?;
        let body = json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params });
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let body = Bytes::from(body.to_string());
        // Some nodes answer with a status of 500 what is only the contract's failure.
        let is_answer = |answer: &Answer| Reply::read(&answer.body).is_some();
        let answer = self.outgoing.post_judged(&self.nodes[at], headers, body, is_answer).await;
        match answer {
            Ok(answer) => Reply::read(&answer.body).ok_or(Failed::Node),
            Err(CallError::TooLong) => Err(Failed::TooLong),
            Err(_) => Err(Failed::Node),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failed {
    /// The node did not give one that can be understood.
    Node,
    /// The contract had more to say than is read.
    TooLong,
}

/// What a node answered: a text, or the number of an error, never both.
#[derive(Debug, PartialEq, Eq)]
enum Reply {
    Result(String),
    Error(i64),
}

impl Reply {
    /// `None` for what is no answer to our question.
    fn read(body: &[u8]) -> Option<Reply> {
        let answer: Json = serde_json::from_slice(body).ok()?;
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
        match self.ask(chain, "eth_getCode", json!([address, "latest"])).await {
            Ok(Reply::Result(code)) => Ok(code),
            Ok(Reply::Error(_)) | Err(_) => Err(Unreachable),
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
        let contract = (chain, call.to.clone().unwrap_or_default());
        if self.verbose.contains_key(&contract) {
            return Ok(None);
        }
        match self.ask(chain, "eth_call", json!([asked, "latest"])).await {
            Ok(Reply::Result(result)) => Ok(Some(result)),
            Ok(Reply::Error(code)) if UNDONE.contains(&code) => Ok(None),
            Err(Failed::TooLong) => {
                self.verbose.insert(contract, ());
                Ok(None)
            }
            Ok(Reply::Error(_)) | Err(Failed::Node) => Err(Unreachable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: Json) -> Option<Reply> {
        Reply::read(answer.to_string().as_bytes())
    }

    #[test]
    fn an_answer_is_one_result_or_one_error_to_our_question() {
        assert_eq!(read(json!({"id": 1, "result": "0x"})), Some(Reply::Result("0x".to_owned())));
        assert_eq!(
            read(json!({"id": 1, "result": null, "error": {"code": 3}})),
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
            assert_eq!(read(confused.clone()), None, "{confused}");
        }
    }
}
