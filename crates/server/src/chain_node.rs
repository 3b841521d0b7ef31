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

    async fn ask(&self, chain: u64, method: &str, params: Json) -> Result<Json, Unreachable> {
        let at = self.chains.iter().position(|known| *known == chain).ok_or(Unreachable)?;
        let body = json!({ "jsonrpc": "2.0", "id": ID, "method": method, "params": params });
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let answer = self.outgoing.post(&self.nodes[at], headers, Bytes::from(body.to_string()));
        let answer = answer.await.map_err(|_| Unreachable)?;
        let answer: Json = serde_json::from_slice(&answer.body).map_err(|_| Unreachable)?;
        if answer["id"].as_u64() == Some(ID) { Ok(answer) } else { Err(Unreachable) }
    }
}

#[async_trait]
impl Nodes for ChainNodes {
    fn chains(&self) -> &[u64] {
        &self.chains
    }

    async fn code(&self, chain: u64, address: &str) -> Result<String, Unreachable> {
        let answer = self.ask(chain, "eth_getCode", json!([address, "latest"])).await?;
        answer["result"].as_str().map(str::to_owned).ok_or(Unreachable)
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
        let answer = self.ask(chain, "eth_call", json!([asked, "latest"])).await?;
        match (answer["result"].as_str(), answer["error"]["code"].as_i64()) {
            (Some(result), None) => Ok(Some(result.to_owned())),
            (None, Some(code)) if UNDONE.contains(&code) => Ok(None),
            _ => Err(Unreachable),
        }
    }
}
