//! Whether a swap that missed its limit could have met it earlier. The call is repeated at earlier
//! blocks.

use std::sync::Arc;
use std::time::Duration;

use chain::{Explanation, Found, LimitCheck, LimitOutcome, Quote, Registry};
use chain_node::{Budget, Nodes};
use parse_model::Json;

use super::blocking_pool::apart;

/// Time limit for all repeated calls.
const WITHIN: Duration = Duration::from_secs(6);
/// One call for each candidate block of a swap, and one for the code of its contract.
const MOST_CALLS: u32 = 5;
const MOST_BYTES: usize = 256 * 1024;

/// Repeats the calls. `None` if there is nothing to repeat, or if the answer is known already.
pub(super) async fn check(
    nodes: &Nodes,
    found: &Found,
    explanation: &Explanation,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
) -> Option<LimitCheck> {
    let blocks = chain::limit_blocks(found, explanation, registry, quote);
    let from_block = *blocks.first()?;
    if found.limit_check.is_some_and(|check| check.from_block == from_block) {
        return None;
    }
    let budget = Budget::new(WITHIN, MOST_CALLS, MOST_BYTES);
    let mut outcome = LimitOutcome::Missed;
    for block in blocks {
        let answer = nodes.repeat_at(found.chain_id, &found.transaction, block, &budget).await;
        let Ok(answer) = answer else {
            outcome = LimitOutcome::Unclear;
            continue;
        };
        if answer.is_null() {
            return Some(LimitCheck { from_block, outcome: LimitOutcome::Met });
        }
        if !misses_limit(found, answer, registry, quote).await {
            outcome = LimitOutcome::Unclear;
        }
    }
    Some(LimitCheck { from_block, outcome })
}

async fn misses_limit(
    found: &Found,
    answer: Json,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
) -> bool {
    let (found, registry, quote) = (found.clone(), Arc::clone(registry), quote.cloned());
    let misses = apart(move || chain::misses_limit(&found, answer, &registry, quote.as_ref()));
    misses.await.unwrap_or(false)
}
