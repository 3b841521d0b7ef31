//! Explains what nodes said about a transaction, apart from other look-ups.

use std::sync::Arc;

use chain::{Explanation, Found, LimitCheck, Quote, Registry};
use chain_node::Nodes;

use super::blocking_pool::apart;
use super::limit;

/// Explains what nodes said. `None` if it cannot be explained.
pub(super) async fn explain(
    found: Found,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
) -> Option<(Explanation, Found)> {
    let (registry, quote) = (Arc::clone(registry), quote.cloned());
    apart(move || (chain::explain(&found, &registry, quote.as_ref()), found)).await
}

/// Explains what nodes said, and asks them whether a swap that missed its limit could have met it,
/// unless the answer is known.
pub async fn explain_found(
    nodes: &Nodes,
    found: Found,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
    known: &[LimitCheck],
) -> Option<(Explanation, Found)> {
    let (explanation, mut found) = explain(found, registry, quote).await?;
    let checked = limit::check(nodes, &found, &explanation, registry, quote, known).await;
    if checked.is_none() {
        return Some((explanation, found));
    }
    found.limit_check = checked;
    explain(found, registry, quote).await
}
