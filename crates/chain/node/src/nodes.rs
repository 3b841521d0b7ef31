//! The networks and who of their endpoints is asked.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use alloy_primitives::Address;
use moka::sync::Cache;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::budget::Budget;
use crate::clock::{Clock, SystemClock};
use crate::endpoint_state::{EndpointState, Head};
use crate::error::NodeError;
use crate::health::NetworkHealth;
use crate::hex;
use crate::json_rpc::Question;
use crate::judge::{self, Judged};
use crate::network::Network;
use crate::transport::{Transport, TransportError};

/// How long one endpoint may take for one answer.
pub(crate) const WITHIN: Duration = Duration::from_secs(2);
/// The longest answer other than a trace.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// How long one endpoint may take for what is long by its nature, and how long that may be.
const LONG_WITHIN: Duration = Duration::from_secs(8);
const LONG_BYTES: usize = 8 << 20;
/// How many questions to one network are under way at once.
const AT_ONCE: usize = 64;
/// After so many endpoints without a result, it counts as unknown.
const OPINIONS: usize = 2;
/// An endpoint lags whose newest block is so much older than the best one's …
const BEHIND_OTHERS_MS: u64 = 30_000;
/// … or so old at all; or so many times the time between blocks, if that is more.
const BEHIND_CLOCK_MS: u64 = 180_000;
const BEHIND_BLOCKS: u64 = 10;
/// The beginnings of methods that change something, on a chain or at a node.
const CHANGING: [&str; 11] = [
    "eth_send",
    "eth_sign",
    "personal_",
    "admin_",
    "miner_",
    "engine_",
    "evm_",
    "anvil_",
    "hardhat_",
    "sendTransaction",
    "requestAirdrop",
];

/// Asks nodes. Cheap to clone: all clones know the same.
#[derive(Debug, Clone)]
pub struct Nodes {
    pub(crate) inner: Arc<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    transport: Arc<dyn Transport>,
    pub(crate) clock: Arc<dyn Clock>,
    networks: RwLock<HashMap<u64, Arc<NetworkState>>>,
    /// What tokens say of themselves never changes.
    pub(crate) tokens: Cache<(u64, Address), (String, u8)>,
    /// Addresses that turned out to be no tokens; they may become some.
    pub(crate) no_tokens: Cache<(u64, Address), ()>,
}

/// A network that is asked.
#[derive(Debug)]
pub(crate) struct NetworkState {
    pub(crate) network: Network,
    pub(crate) endpoints: Vec<Arc<EndpointState>>,
    turns: Semaphore,
}

/// A question, and how its answer is taken.
pub(crate) struct Asked<'a> {
    pub(crate) question: Question<'a>,
    pub(crate) within: Duration,
    pub(crate) most_bytes: usize,
    /// The transaction that is asked for decides how long the answer takes, so that slowness is not
    /// held against the endpoint.
    pub(crate) is_provoked: bool,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(method: &'a str, params: Value) -> Asked<'a> {
        Asked {
            question: Question::One(method, params),
            within: WITHIN,
            most_bytes: MOST_BYTES,
            is_provoked: false,
        }
    }
}

impl NetworkState {
    /// How old a newest block may be.
    fn is_lagging(&self, endpoint: &EndpointState) -> bool {
        let Some(head) = endpoint.head() else { return false };
        let blocks = self.network.block_time_ms.saturating_mul(BEHIND_BLOCKS);
        let best = self.best_head().map_or(head.age_ms, |best| best.age_ms);
        head.age_ms.saturating_sub(best) > BEHIND_OTHERS_MS.max(blocks)
            || head.age_ms > BEHIND_CLOCK_MS.max(blocks)
    }

    fn best_head(&self) -> Option<Head> {
        self.endpoints.iter().filter_map(|one| one.head()).min_by_key(|head| head.age_ms)
    }

    /// By how many blocks an endpoint is behind the best one. The ages are compared and not the
    /// numbers, because a block number cannot be verified.
    pub(crate) fn blocks_behind(&self, endpoint: &EndpointState) -> Option<u64> {
        let (head, best) = (endpoint.head()?, self.best_head()?);
        Some(head.age_ms.saturating_sub(best.age_ms) / self.network.block_time_ms.max(1))
    }

    /// The endpoints in the order in which they are asked.
    pub(crate) fn in_order(&self) -> Vec<&Arc<EndpointState>> {
        let mut ordered: Vec<&Arc<EndpointState>> = self.endpoints.iter().collect();
        ordered.sort_by_cached_key(|one| one.rank(self.is_lagging(one)));
        ordered
    }

    fn health(&self) -> NetworkHealth {
        let of =
            |one: &Arc<EndpointState>| one.health(self.is_lagging(one), self.network.block_time_ms);
        let endpoints = self.endpoints.iter().map(of).collect();
        NetworkHealth { chain_id: self.network.chain_id, endpoints }
    }
}

impl Nodes {
    /// Asks through this transport; no network is known yet.
    pub fn new(transport: Arc<dyn Transport>) -> Nodes {
        Nodes::with_clock(transport, Arc::new(SystemClock))
    }

    /// The same by another clock.
    pub fn with_clock(transport: Arc<dyn Transport>, clock: Arc<dyn Clock>) -> Nodes {
        let tokens = Cache::builder().max_capacity(20_000).build();
        let no_tokens =
            Cache::builder().max_capacity(20_000).time_to_live(Duration::from_secs(600)).build();
        let networks = RwLock::default();
        Nodes { inner: Arc::new(Inner { transport, clock, networks, tokens, no_tokens }) }
    }

    /// Replaces the networks. What is known of an endpoint that stays is kept.
    pub fn configure(&self, networks: Vec<Network>) {
        let mut known = self.inner.networks.write().unwrap_or_else(PoisonError::into_inner);
        let mut next = HashMap::with_capacity(networks.len());
        for network in networks {
            let before = known.get(&network.chain_id);
            let kept = |url: &str| {
                before?.endpoints.iter().find(|one| one.endpoint.url == url).map(Arc::clone)
            };
            let endpoints = network.endpoints.iter().map(|endpoint| {
                kept(&endpoint.url)
                    .unwrap_or_else(|| Arc::new(EndpointState::new(endpoint.clone())))
            });
            let endpoints = endpoints.collect();
            let turns = Semaphore::new(AT_ONCE);
            next.insert(network.chain_id, Arc::new(NetworkState { network, endpoints, turns }));
        }
        *known = next;
    }

    /// How all endpoints are, in the order of the networks' numbers.
    pub fn health(&self) -> Vec<NetworkHealth> {
        let mut health: Vec<NetworkHealth> =
            self.networks().iter().map(|network| network.health()).collect();
        health.sort_by_key(|network| network.chain_id);
        health
    }

    /// Asks a network one thing and believes what it says. A method that changes something is one
    /// that no node has.
    pub async fn request(
        &self,
        chain_id: u64,
        method: &str,
        params: Value,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let network = self.network(chain_id)?;
        if CHANGING.iter().any(|begin| method.starts_with(begin)) {
            return Err(NodeError::no_method());
        }
        let asked = Asked { is_provoked: true, ..Asked::new(method, params) };
        self.ask(&network, &asked, budget, judge::anything).await.map(|(value, _)| value)
    }

    /// The same for what is long by its nature, such as a block with all that is in it.
    pub async fn request_long(
        &self,
        chain_id: u64,
        method: &str,
        params: Value,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let network = self.network(chain_id)?;
        let asked = Asked {
            is_provoked: true,
            within: LONG_WITHIN,
            most_bytes: LONG_BYTES,
            ..Asked::new(method, params)
        };
        self.ask(&network, &asked, budget, judge::anything).await.map(|(value, _)| value)
    }

    pub(crate) fn networks(&self) -> Vec<Arc<NetworkState>> {
        let known = self.inner.networks.read().unwrap_or_else(PoisonError::into_inner);
        known.values().map(Arc::clone).collect()
    }

    pub(crate) fn network(&self, chain_id: u64) -> Result<Arc<NetworkState>, NodeError> {
        let known = self.inner.networks.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&chain_id).map(Arc::clone).ok_or(NodeError::UnknownNetwork)
    }

    /// Asks one endpoint after the other until one says what can be true, and says who did.
    pub(crate) async fn ask(
        &self,
        network: &NetworkState,
        asked: &Asked<'_>,
        budget: &Budget,
        judged: impl Fn(&Value) -> Judged,
    ) -> Result<(Value, Arc<EndpointState>), NodeError> {
        budget.take_call()?;
        let turn = tokio::time::timeout(budget.left(), network.turns.acquire());
        let _turn = turn.await.map_err(|_| NodeError::TimedOut)?;
        let (mut failed, mut nothing) = (NodeError::AllDown, Vec::new());
        for endpoint in network.in_order() {
            if budget.left().is_zero() {
                return Err(NodeError::TimedOut);
            }
            let error = match self.attempt(network, endpoint, asked, budget).await {
                Ok(value) => match judged(&value) {
                    Judged::Plausible => return Ok((value, Arc::clone(endpoint))),
                    Judged::Nothing => {
                        nothing.push((value, Arc::clone(endpoint)));
                        if nothing.len() == OPINIONS {
                            break;
                        }
                        continue;
                    }
                    Judged::Odd => NodeError::Nonsense,
                    Judged::Lie => {
                        let host = endpoint.endpoint.host();
                        tracing::warn!(host, "endpoint sent an unexpected response");
                        endpoint.note_lie(Instant::now());
                        NodeError::Nonsense
                    }
                },
                Err(error) if error.is_of_the_chain() => return Err(error),
                Err(error) => error,
            };
            if error.weight() > failed.weight() {
                failed = error;
            }
        }
        nothing.into_iter().next().ok_or(failed)
    }

    /// Asks one endpoint, if it may be asked.
    pub(crate) async fn attempt(
        &self,
        network: &NetworkState,
        endpoint: &EndpointState,
        asked: &Asked<'_>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let now = Instant::now();
        if endpoint.lacks(asked.question.ability(), now) {
            return Err(NodeError::no_method());
        }
        if !endpoint.admit(now) {
            return Err(NodeError::AllDown);
        }
        if !endpoint.is_of_network() {
            self.meet(network.network.chain_id, endpoint, budget).await?;
        }
        let answer = self.post(endpoint, asked, budget).await;
        if answer.as_ref().is_err_and(NodeError::is_no_method) {
            endpoint.note_lack(asked.question.ability(), now);
        }
        answer
    }

    /// Asks an endpoint which network it is of, which is not held against the budget.
    pub(crate) async fn meet(
        &self,
        chain_id: u64,
        endpoint: &EndpointState,
        budget: &Budget,
    ) -> Result<(), NodeError> {
        let asked = Asked { most_bytes: 4096, ..Asked::new("eth_chainId", json!([])) };
        let told = self.post(endpoint, &asked, budget).await?;
        if hex::number(&told) == Some(chain_id) {
            endpoint.note_network();
            return Ok(());
        }
        let host = endpoint.endpoint.host();
        tracing::warn!(chain_id, host, "endpoint serves another chain");
        endpoint.note_lie(Instant::now());
        Err(NodeError::Nonsense)
    }

    /// Asks one endpoint once, and notes how it did.
    pub(crate) async fn post(
        &self,
        endpoint: &EndpointState,
        asked: &Asked<'_>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let within = asked.within.min(budget.left());
        let most_bytes = asked.most_bytes.min(budget.bytes_left());
        let body = asked.question.body();
        let began = Instant::now();
        let reply = self.inner.transport.post(&endpoint.endpoint.url, body, within, most_bytes);
        // The transport keeps the time itself; this holds if one does not.
        let reply = match tokio::time::timeout(within + WITHIN / 10, reply).await {
            Ok(reply) => reply,
            Err(_) => Err(TransportError::TimedOut),
        };
        let now = Instant::now();
        let failed = |error: NodeError| {
            endpoint.note_failure(now);
            Err(error)
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(TransportError::TooLong) => return Err(NodeError::TooLong),
            // Not its fault: it was given less than its time, or the transaction takes long.
            Err(TransportError::TimedOut) if asked.is_provoked || within < asked.within => {
                return Err(NodeError::TimedOut);
            }
            Err(TransportError::TimedOut) => return failed(NodeError::TimedOut),
            Err(TransportError::Refused | TransportError::Unreachable) => {
                return failed(NodeError::AllDown);
            }
        };
        budget.take_bytes(reply.body.len());
        // Some nodes answer with a status of 500 what is only the contract's failure.
        let answer = asked.question.read(&reply.body);
        let is_busy = matches!(reply.status, 429 | 503);
        let is_refused = !(200..300).contains(&reply.status);
        let is_locked = matches!(reply.status, 401..=403);
        match answer {
            _ if is_busy => failed(NodeError::AllDown),
            Err(error) if is_locked && !error.is_no_method() => failed(NodeError::AllDown),
            Err(error) if error.is_busy() => failed(NodeError::AllDown),
            Err(NodeError::Nonsense) if is_refused => failed(NodeError::AllDown),
            Err(NodeError::Nonsense) => failed(NodeError::Nonsense),
            Ok(_) if is_refused => failed(NodeError::Nonsense),
            Ok(value) => {
                endpoint.note_answer(began.elapsed());
                Ok(value)
            }
            Err(error) => {
                endpoint.note_answer(began.elapsed());
                Err(without_secrets(error, endpoint))
            }
        }
    }
}

/// A node's message may repeat its address, and with it a key.
fn without_secrets(error: NodeError, endpoint: &EndpointState) -> NodeError {
    let NodeError::Answered { code, mut message, data } = error else { return error };
    // What is only hex digits is data of the chain; anything else is the node's own text.
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'x');
    let mut data = data;
    for secret in endpoint.endpoint.secrets() {
        message = message.replace(secret, "…");
        data = data.map(|data| if is_hex(&data) { data } else { data.replace(secret, "…") });
    }
    NodeError::Answered { code, message, data }
}
