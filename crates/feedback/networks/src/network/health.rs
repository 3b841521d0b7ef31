//! Checks the endpoints of all networks every minute.

use async_trait::async_trait;
use chain_node::{NetworkHealth as Health, Nodes};
use parse_engine::Error;

use super::address::NodeUrl;
use super::endpoint::{self, ProbedEndpoint};
use super::test::{self, Expected};
use super::{KnownNetwork, all_enabled, nodes};
use feedback_core::task::{Task, TaskRun};

pub(super) struct NetworkHealth;

#[async_trait]
impl Task for NetworkHealth {
    const NAME: &'static str = "network health";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let (nodes, networks) = (nodes(&ctx).await?, all_enabled(&ctx).await?);
        if networks.is_empty() {
            return Ok(());
        }
        nodes.check().await;
        let health = nodes.health();
        for network in networks.iter() {
            let asked = match &network.trace_mode {
                Some(_) => found(network, &health),
                None => never_tested(network, &nodes).await,
            };
            endpoint::keep(&ctx, &network.id, &asked, ctx.now()).await?;
        }
        Ok(())
    }
}

/// The state of a network's endpoints.
fn found(network: &KnownNetwork, health: &[Health]) -> Vec<ProbedEndpoint> {
    let Some(health) = health.iter().find(|one| one.chain_id == network.chain_id) else {
        return Vec::new();
    };
    let asked = |(url, one): (&String, &chain_node::EndpointHealth)| ProbedEndpoint {
        url: url.clone(),
        state: one.state.key(),
        latency_ms: one.latency_ms,
        head_block: one.head_block,
        lag_sec: one.lag_sec,
        trace: None,
    };
    network.endpoints.iter().zip(&health.endpoints).map(asked).collect()
}

/// Probes once which traces its endpoints support, unless an administrator has tested them.
async fn never_tested(network: &KnownNetwork, nodes: &Nodes) -> Vec<ProbedEndpoint> {
    let urls = network.endpoints.iter().filter_map(|url| NodeUrl::parse(url).ok()).collect();
    let (chain_id, block_time_ms) = (network.chain_id, network.block_time_ms);
    let expected = Expected { chain_id, block_time_ms };
    let tested = test::ask(nodes, urls, Some(&expected)).await;
    tested.into_iter().map(|one| one.asked).collect()
}
