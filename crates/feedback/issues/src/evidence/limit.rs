//! Whether a swap that missed its limit could have met it when it was quoted.

use std::sync::Arc;

use chain::{Explanation, Found, LimitCheck, Quote, Registry};
use chain_node::Nodes;

use super::blocking_pool::apart;

/// The answer for the block of this quote: a known one, or that of the endpoints. `None` if there is
/// nothing to ask.
pub(super) async fn check(
    nodes: &Nodes,
    found: &Found,
    explanation: &Explanation,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
    known: &[LimitCheck],
) -> Option<LimitCheck> {
    let (found, explanation) = (found.clone(), explanation.clone());
    let (registry, quote) = (Arc::clone(registry), quote.cloned());
    let asked = {
        let (found, explanation, registry) =
            (found.clone(), explanation.clone(), Arc::clone(&registry));
        apart(move || chain::limit_trial(&found, &explanation, &registry, quote.as_ref()))
    };
    let trial = asked.await??;
    let from_block = trial.from_block();
    if let Some(known) = known.iter().find(|check| check.from_block == from_block) {
        return Some(*known);
    }
    let (calls, events) = nodes.limit_trial(&found, &trial).await;
    apart(move || trial.read(&found, &explanation, &registry, &calls, events.as_deref())).await
}
