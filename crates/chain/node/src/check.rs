//! Looking after the endpoints: is each there, of its network, and up to date?

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;
use tokio::time::Instant;

use crate::budget::Budget;
use crate::endpoint_state::{EndpointState, Head};
use crate::judge;
use crate::nodes::{Asked, NetworkState, Nodes};

/// How long one endpoint may take for all of it.
const WITHIN: Duration = Duration::from_secs(4);

impl Nodes {
    /// Asks every active endpoint for its network and its newest block. To be called every few
    /// seconds; paused endpoints are tried again here, so that a look-up does not have to try them
    /// while others answer.
    pub async fn check(&self) {
        let networks = self.networks();
        let all = networks.iter().flat_map(|network| {
            network.endpoints.iter().map(|endpoint| self.check_endpoint(network, endpoint))
        });
        join_all(all).await;
    }

    /// The same for one network.
    pub async fn check_network(&self, chain_id: u64) {
        if let Ok(network) = self.network(chain_id) {
            let all = network.endpoints.iter().map(|one| self.check_endpoint(&network, one));
            join_all(all).await;
        }
    }

    async fn check_endpoint(&self, network: &NetworkState, endpoint: &EndpointState) {
        if !endpoint.admit(Instant::now()) {
            return;
        }
        let budget = Budget::new(WITHIN, 2, 1 << 20);
        let met = self.meet(network.network.chain_id, endpoint, &budget).await;
        let now_ms = self.inner.clock.now_ms();
        if met.is_err() {
            endpoint.note_check(None, now_ms);
            return;
        }
        let asked = Asked::new("eth_getBlockByNumber", json!(["latest", false]));
        let newest = self.post(endpoint, &asked, &budget).await;
        let now_ms = self.inner.clock.now_ms();
        let head = newest.ok().map(|block| judge::head(&block, now_ms));
        if head == Some(None) {
            let host = endpoint.endpoint.host();
            tracing::warn!(host, "endpoint reports an invalid newest block");
            endpoint.note_false_head();
        }
        let head = head.flatten().map(|(number, time)| Head {
            number,
            age_ms: now_ms.saturating_sub(time.saturating_mul(1000)),
        });
        endpoint.note_check(head, now_ms);
    }
}
