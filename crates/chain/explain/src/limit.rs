//! Whether the limit of a swap that missed it could have been met: the same call, repeated at blocks
//! between the quote and the transaction.
//!
//! A limit that fits the pool at none of them was wrong from the beginning; one that fits at any of
//! them was overtaken by the price.

use serde_json::Value;

use crate::class::FailureClass;
use crate::explain::explain;
use crate::explanation::Explanation;
use crate::found::{Found, TraceKind};
use crate::quote::Quote;
use crate::registry::Registry;

/// How far back to look if no time of the quote is known.
const WINDOW_MS: u64 = 120_000;
/// How many blocks the call is repeated at.
const MOST_BLOCKS: u64 = 4;

/// The blocks at which to repeat a transaction, the earliest first; none unless it was undone because
/// it missed its limit.
pub fn limit_blocks(
    found: &Found,
    explanation: &Explanation,
    registry: &Registry,
    quote: Option<&Quote>,
) -> Vec<u64> {
    let has_failed = found.receipt.as_ref().is_some_and(|receipt| receipt["status"] == "0x0");
    let is_slippage = explanation.failure_class == Some(FailureClass::SlippageExceeded);
    let parent = explanation.block_number.and_then(|block| block.checked_sub(1));
    let Some(parent) = parent.filter(|_| has_failed && is_slippage) else { return Vec::new() };
    let back = |ms: u64| parent.saturating_sub(ms.div_ceil(registry.block_time_ms.max(1)));
    let compare = explanation.compare.as_ref();
    let since = compare.and_then(|compare| u64::try_from(compare.seconds_late?).ok());
    let from = match (quote.and_then(|quote| quote.quote_block), since) {
        (Some(block), _) => block,
        (None, Some(seconds)) => back(seconds.saturating_mul(1_000)),
        (None, None) => back(WINDOW_MS),
    };
    let from = from.min(parent);
    let steps = MOST_BLOCKS - 1;
    let mut blocks: Vec<u64> =
        (0..=steps).map(|step| from + (parent - from) / steps * step).collect();
    if let Some(last) = blocks.last_mut() {
        *last = parent;
    }
    blocks.dedup();
    blocks
}

/// Whether a call that failed with this answer missed its limit, as the transaction did.
pub fn misses_limit(
    found: &Found,
    answer: Value,
    registry: &Registry,
    quote: Option<&Quote>,
) -> bool {
    let repeated = Found {
        trace: Some((TraceKind::CallAtParent, answer)),
        limit_check: None,
        ..found.clone()
    };
    let explained = explain(&repeated, registry, quote);
    explained.failure_class == Some(FailureClass::SlippageExceeded)
}
