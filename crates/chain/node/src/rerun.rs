//! Makes a failed call again, as it was and with one thing changed.
//!
//! The changed call is only believed if the unchanged one fails in the same place with the same bytes
//! as the transaction did. That place is behind the transactions of its block that came before it: a
//! trade among them moves the price, and the state of the block before knows nothing of it.

mod earlier;
#[cfg(test)]
mod fake_node;
mod limit;
mod scene;

use std::collections::BTreeSet;
use std::time::Duration;

use alloy_primitives::Address;
use chain::rerun::Rerun;
use chain::trial::Trial;
use chain::{Confidence, Found};
use serde_json::{Value, json};

use crate::budget::Budget;
use crate::endpoint_state::EndpointState;
use crate::error::NodeError;
use crate::hex;
use crate::json_rpc::Question;
use crate::nodes::{Asked, MOST_BYTES, NetworkState, Nodes};
use scene::{Ran, Scene};

/// What one answer may cost: time, questions and bytes.
const WITHIN: Duration = Duration::from_secs(6);
const QUESTIONS: u32 = 4;
const BYTES: usize = 1 << 20;

/// The one endpoint that is asked: what it says about a state belongs together.
struct Asking<'a> {
    nodes: &'a Nodes,
    network: &'a NetworkState,
    endpoint: &'a EndpointState,
    budget: &'a Budget,
}

impl Asking<'_> {
    async fn ask(&self, method: &str, params: Value) -> Result<Value, NodeError> {
        self.budget.take_call()?;
        let asked = Asked {
            question: Question::One(method, params),
            within: WITHIN,
            most_bytes: MOST_BYTES,
            is_provoked: true,
        };
        self.nodes.attempt(self.network, self.endpoint, &asked, self.budget).await
    }
}

impl Nodes {
    /// What the changed call answers, and how sure that is; nothing if no endpoint can be believed.
    pub async fn rerun(&self, found: &Found, trial: &Trial) -> Option<(Rerun, Confidence)> {
        let network = self.network(found.chain_id).ok()?;
        let scene = Scene::of(found, trial)?;
        let budget = Budget::new(WITHIN, QUESTIONS, BYTES);
        for endpoint in network.in_order() {
            let Ok(replay) = self.replay_of(&network, endpoint).await else { continue };
            let asking = Asking { nodes: self, network: &network, endpoint, budget: &budget };
            if replay.sequence
                && let Ok(answer) = asking.simulated(&scene).await
            {
                return answer;
            }
            // One that follows nothing may say anything.
            if replay.code
                && replay.time
                && let Ok(answer) = asking.at_parent(&scene).await
            {
                return answer;
            }
        }
        None
    }
}

impl Asking<'_> {
    /// By calls one after the other.
    async fn simulated(&self, scene: &Scene<'_>) -> Result<Option<(Rerun, Confidence)>, NodeError> {
        let Ran { mut control, mut changed, scout } = self.run(scene, &[], true).await?;
        if scene.index > 0 {
            let is_seen = changed.has_worked
                || scout.as_ref().is_some_and(|scout| scout.has_worked)
                || scene.trial.has_reached_all;
            if !is_seen {
                return Ok(None);
            }
            let mut touched: BTreeSet<Address> = scene.trial.reached.iter().copied().collect();
            touched.extend(addresses(&changed));
            touched.extend(scout.iter().flat_map(addresses));
            let before = self.earlier(scene, &touched).await?;
            if !before.is_empty() {
                let calls = self.calls_of(scene, &before).await?;
                Ran { control, changed, .. } = self.run(scene, &calls, false).await?;
            }
            // Another way than the one whose pools were looked at.
            if addresses(&changed).any(|address| !touched.contains(&address)) {
                return Ok(None);
            }
        }
        if !scene.is_alike(&control) {
            return Ok(None);
        }
        let is_same_gas = control.gas_used.is_some() && control.gas_used == scene.trial.gas_used;
        let certainty = if is_same_gas { Confidence::Exact } else { Confidence::Approx };
        Ok(Some((changed, certainty)))
    }

    async fn run(
        &self,
        scene: &Scene<'_>,
        earlier: &[Value],
        has_scout: bool,
    ) -> Result<Ran, NodeError> {
        let answer = self.ask("eth_simulateV1", scene.simulation(earlier, has_scout)).await?;
        scene.read(&answer, earlier.len(), has_scout).ok_or(NodeError::Nonsense)
    }

    /// By two calls at the parent block, if nothing in the block before it touched its pools.
    async fn at_parent(&self, scene: &Scene<'_>) -> Result<Option<(Rerun, Confidence)>, NodeError> {
        if !scene.trial.before.is_empty() {
            return Ok(None);
        }
        if scene.index > 0 {
            if !scene.trial.has_reached_all {
                return Ok(None);
            }
            let touched = scene.trial.reached.iter().copied().collect();
            if !self.earlier(scene, &touched).await?.is_empty() {
                return Ok(None);
            }
        }
        let control = self.call(scene, scene.control()).await?;
        if !scene.is_alike(&control) {
            return Ok(None);
        }
        let changed = self.call(scene, scene.changed()).await?;
        Ok(Some((changed, Confidence::Approx)))
    }

    async fn call(&self, scene: &Scene<'_>, call: Value) -> Result<Rerun, NodeError> {
        self.called(json!([call, scene.parent(), {}, scene.time_and_number()])).await
    }

    /// What an `eth_call` with these parameters returned, or failed with.
    async fn called(&self, params: Value) -> Result<Rerun, NodeError> {
        match self.ask("eth_call", params).await {
            Ok(answer) => {
                let data = hex::bytes(&answer).ok_or(NodeError::Nonsense)?;
                Ok(Rerun { has_worked: true, data, ..Rerun::default() })
            }
            Err(NodeError::Answered { message, data, .. })
                if data.is_some() || is_failure(&message) =>
            {
                let data = data.map(Value::String).and_then(|data| hex::bytes(&data));
                Ok(Rerun { data: data.unwrap_or_default(), ..Rerun::default() })
            }
            Err(error) => Err(error),
        }
    }
}

fn is_failure(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    ["revert", "out of gas", "outofgas"].iter().any(|words| message.contains(words))
}

/// The contracts that logged something.
fn addresses(rerun: &Rerun) -> impl Iterator<Item = Address> {
    let logs = rerun.logs.as_ref().and_then(Value::as_array);
    logs.into_iter().flatten().filter_map(|log| hex::read_address(&log["address"]))
}

#[cfg(test)]
mod tests;
