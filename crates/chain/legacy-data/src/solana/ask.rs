//! Asks nodes of Solana.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use chain_node::Transport;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::refused::{failed, nonsense};
use crate::shared::Shared;

/// How long one question may take.
const WITHIN: Duration = Duration::from_secs(5);

/// The longest answer.
const MOST_BYTES: usize = 8 << 20;

/// How many questions one call may ask.
const MOST_CALLS: u32 = 60;

/// How many accounts are asked for at once.
const ACCOUNTS: usize = 100;

/// One network of Solana, as one call asks it.
pub(super) struct Cluster<'a> {
    transport: &'a dyn Transport,
    urls: Vec<&'a str>,
    asked: AtomicU32,
}

impl<'a> Cluster<'a> {
    /// The network of a name.
    pub(super) fn named(shared: &'a Shared, network: &str) -> Result<Cluster<'a>, Error> {
        if !["mainnet", "devnet", "testnet"].contains(&network) {
            return Err(crate::refused::unreadable("network", "mainnet, devnet or testnet"));
        }
        let none = || {
            failed(format!(
                "No node of Solana's {network} is configured here. The operator sets solana_nodes."
            ))
        };
        let nodes = shared.sources.solana.as_ref().ok_or_else(none)?;
        let urls = nodes.endpoints.iter().filter(|(name, _)| name == network);
        let urls: Vec<&str> = urls.map(|(_, url)| url.as_str()).collect();
        if urls.is_empty() {
            return Err(none());
        }
        Ok(Cluster { transport: &*nodes.transport, urls, asked: AtomicU32::new(0) })
    }

    /// Asks the first node that answers.
    pub(super) async fn request(&self, method: &str, params: Json) -> Result<Json, Error> {
        if self.asked.fetch_add(1, Ordering::Relaxed) >= MOST_CALLS {
            return Err(failed("This call needs more node requests than one call may make."));
        }
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let body = Bytes::from(body.to_string());
        for url in &self.urls {
            let Ok(reply) = self.transport.post(url, body.clone(), WITHIN, MOST_BYTES).await else {
                continue;
            };
            let Ok(answer) = serde_json::from_slice::<Json>(&reply.body) else { continue };
            if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
                let said = error.get("message").and_then(Json::as_str).unwrap_or_default();
                let said: String = said.chars().filter(|c| !c.is_control()).take(200).collect();
                return Err(failed(format!("The node of Solana refused: {said}")));
            }
            if let Some(result) = answer.get("result") {
                return Ok(result.clone());
            }
        }
        Err(failed("No node of this network can be reached. Try again in a moment."))
    }

    /// The data of accounts, in the order asked for; nothing for those that are not there.
    pub(super) async fn accounts(&self, keys: &[String]) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let mut all = Vec::with_capacity(keys.len());
        for some in keys.chunks(ACCOUNTS) {
            let asked = json!([some, { "encoding": "base64" }]);
            let answer = self.request("getMultipleAccounts", asked).await?;
            let told = answer.get("value").and_then(Json::as_array).ok_or_else(nonsense)?;
            if told.len() != some.len() {
                return Err(nonsense());
            }
            let data = |account: &Json| STANDARD.decode(account["data"][0].as_str()?).ok();
            all.extend(told.iter().map(data));
        }
        Ok(all)
    }

    /// The parsed accounts of mints, in the order asked for.
    pub(super) async fn parsed(&self, keys: &[String]) -> Result<Vec<Json>, Error> {
        let mut all = Vec::with_capacity(keys.len());
        for some in keys.chunks(ACCOUNTS) {
            let asked = json!([some, { "encoding": "jsonParsed" }]);
            let answer = self.request("getMultipleAccounts", asked).await?;
            let told = answer.get("value").and_then(Json::as_array).ok_or_else(nonsense)?;
            if told.len() != some.len() {
                return Err(nonsense());
            }
            all.extend(told.iter().cloned());
        }
        Ok(all)
    }
}
