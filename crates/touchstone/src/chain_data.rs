//! Who is asked for data of blockchains: nodes and a provider that the operator names, and what
//! contracts point at, which strangers choose.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use axum::http::Method;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use chain_data::{Provider, Question, Reply, SolanaNodes, Sources, Unreachable, Web};
use chain_node::{Endpoint, Network, Nodes, TraceMode, Transport};
use outbound::chain_transport::ChainTransport;
use outbound::network::Networks;
use outbound::outgoing::{CallLimits, Outgoing};
use parse_engine::Extension;

use crate::config::{ChainDataSettings, Config};

/// The header of a provider's key.
const KEY: HeaderName = HeaderName::from_static("x-api-key");

/// The time between blocks that is taken for granted; it says only when a node lags.
const BLOCK_TIME_MS: u64 = 12_000;

/// The functions of old clients that are about data of blockchains, under these settings.
pub(crate) fn extension(config: &Config) -> Extension {
    let settings = &config.chain_data;
    let transport = || -> Arc<dyn Transport> { Arc::new(ChainTransport::for_operator()) };
    let nodes = (!settings.nodes.is_empty()).then(|| {
        let nodes = Nodes::new(transport());
        let networks = networks(&settings.nodes);
        let chains = networks.iter().map(|network| network.chain_id).collect();
        nodes.configure(networks);
        (nodes, chains)
    });
    let solana = (!settings.solana.is_empty())
        .then(|| SolanaNodes { transport: transport(), endpoints: settings.solana.clone() });
    let has_provider = settings.provider.is_some() || settings.solana_provider.is_some();
    let provider =
        has_provider.then(|| -> Arc<dyn Provider> { Arc::new(KeyedProvider::new(settings)) });
    let allowed = config.outgoing_allowed_networks.clone();
    let web: Arc<dyn Web> = Arc::new(Fetcher { allowed, outgoing: OnceLock::new() });
    let sources = Sources { web: nodes.is_some().then_some(web), nodes, solana, provider };
    chain_data::extension(settings.options.clone(), sources)
}

/// The networks of nodes, each chain once, with its nodes in order.
fn networks(nodes: &[(u64, String)]) -> Vec<Network> {
    let mut networks: Vec<Network> = Vec::new();
    for (chain_id, url) in nodes {
        let endpoint = Endpoint { url: url.clone() };
        match networks.iter_mut().find(|network| network.chain_id == *chain_id) {
            Some(network) => network.endpoints.push(endpoint),
            None => networks.push(Network {
                chain_id: *chain_id,
                endpoints: vec![endpoint],
                trace_mode: TraceMode::None,
                block_time_ms: BLOCK_TIME_MS,
            }),
        }
    }
    networks
}

/// The operator's provider. Its address may lead anywhere.
struct KeyedProvider {
    url: Option<String>,
    solana_url: Option<String>,
    key: Option<HeaderValue>,
    /// Built by the first call: settings are also read by commands that make no calls.
    outgoing: OnceLock<Outgoing>,
}

impl KeyedProvider {
    fn new(settings: &ChainDataSettings) -> KeyedProvider {
        let key = settings.provider_key.as_ref().and_then(|key| HeaderValue::try_from(key).ok());
        let key = key.map(|mut key| {
            key.set_sensitive(true);
            key
        });
        KeyedProvider {
            url: settings.provider.clone(),
            solana_url: settings.solana_provider.clone(),
            key,
            outgoing: OnceLock::new(),
        }
    }
}

#[async_trait]
impl Provider for KeyedProvider {
    fn knows(&self, is_solana: bool) -> bool {
        if is_solana { self.solana_url.is_some() } else { self.url.is_some() }
    }

    async fn ask(&self, question: Question) -> Result<Reply, Unreachable> {
        let base = if question.is_solana { &self.solana_url } else { &self.url };
        let url = format!("{}{}", base.as_ref().ok_or(Unreachable)?, question.path);
        let limits = CallLimits { answer_bytes: 8 << 20, ..CallLimits::default() };
        let outgoing = self.outgoing.get_or_init(|| Outgoing::new(Networks::everywhere(), limits));
        let to = outgoing.destination(&url).map_err(|_| Unreachable)?;
        let method = Method::from_bytes(question.method.as_bytes()).map_err(|_| Unreachable)?;
        let mut headers = json_headers();
        headers.extend(self.key.clone().map(|key| (KEY, key)));
        let body = question.body.map(Bytes::from).unwrap_or_default();
        let answer = outgoing.send(method, &to, headers, body).await.map_err(|_| Unreachable)?;
        let key = self.key.as_ref().map(HeaderValue::as_bytes);
        // A refusal may repeat the key, and is returned to callers.
        let has_key = key.is_some_and(|key| contains(&answer.body, key));
        let body = if has_key { Bytes::new() } else { answer.body };
        Ok(Reply { status: answer.status.as_u16(), body })
    }
}

fn contains(body: &[u8], key: &[u8]) -> bool {
    !key.is_empty() && body.windows(key.len()).any(|part| part == key)
}

/// Fetches what contracts point at: public addresses, and networks that the operator allowed.
struct Fetcher {
    allowed: Networks,
    outgoing: OnceLock<Outgoing>,
}

#[async_trait]
impl Web for Fetcher {
    async fn fetch(&self, url: &str) -> Result<Bytes, Unreachable> {
        let limits = CallLimits {
            total: Duration::from_secs(3),
            answer_bytes: 1 << 18,
            ..CallLimits::default()
        };
        let outgoing = self.outgoing.get_or_init(|| Outgoing::new(self.allowed.clone(), limits));
        let to = outgoing.destination(url).map_err(|_| Unreachable)?;
        let fetched = outgoing.send(Method::GET, &to, json_headers(), Bytes::new()).await;
        let answer = fetched.map_err(|_| Unreachable)?;
        if answer.status.is_success() { Ok(answer.body) } else { Err(Unreachable) }
    }
}

fn json_headers() -> HeaderMap {
    let json = HeaderValue::from_static("application/json");
    HeaderMap::from_iter([(ACCEPT, json.clone()), (CONTENT_TYPE, json)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_one_chain_are_one_network_in_their_order() {
        let node = |chain, url: &str| (chain, url.to_owned());
        let networks = networks(&[node(1, "http://a"), node(5, "http://b"), node(1, "http://c")]);
        let told: Vec<(u64, Vec<&str>)> = networks
            .iter()
            .map(|network| {
                let urls = network.endpoints.iter().map(|endpoint| endpoint.url.as_str());
                (network.chain_id, urls.collect())
            })
            .collect();
        assert_eq!(told, [(1, vec!["http://a", "http://c"]), (5, vec!["http://b"])]);
    }
}
