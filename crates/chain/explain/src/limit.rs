//! Whether the limit of a swap that missed it was within reach when it was quoted: the same call
//! without its limits, made at an earlier block, and the events of its pools since.
//!
//! A limit that was out of reach from the beginning was wrong, or its quote was. One that was within
//! reach was overtaken by the price.

use alloy_primitives::hex;
use serde_json::{Value, json};

use crate::Amount;
use crate::class::FailureClass;
use crate::explain::explain;
use crate::explanation::Explanation;
use crate::found::{Found, LimitCheck, LimitOutcome, TraceKind};
use crate::frame::Trace;
use crate::patch::{Change, patched};
use crate::pool::{self, Watch};
use crate::quote::Quote;
use crate::registry::Registry;
use crate::rerun::{Rerun, amount_of, returns_amount};
use crate::transaction::Transaction;

/// How far back to look if no time of the quote is known.
const WINDOW_MS: u64 = 120_000;

/// What to ask about the limit of a swap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitTrial {
    /// The blocks on whose state the call is made, the earliest first. It is one if the block of the
    /// quote is known.
    pub blocks: Vec<u64>,
    /// Its calldata without limits, if they are known.
    pub input: Option<Vec<u8>>,
    /// Whether the amount is what the call returns. Otherwise only logs tell it.
    pub is_returned: bool,
    /// The events that change its pools. `None` unless the block of the quote and all pools are known.
    pub pools: Option<Vec<Watch>>,
}

/// What a node said about the call at a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LimitAnswer {
    /// Without its limits.
    Free(Rerun),
    /// As it was sent, to a contract that has code there.
    AsSent(Rerun),
}

/// What to ask about a transaction; nothing unless it was undone because it missed its limit.
pub fn limit_trial(
    found: &Found,
    explanation: &Explanation,
    registry: &Registry,
    quote: Option<&Quote>,
) -> Option<LimitTrial> {
    let blocks = limit_blocks(found, explanation, registry, quote)?;
    let sent = Transaction::read(&found.transaction);
    let has_quote = quote.is_some_and(|quote| quote.quote_block.is_some());
    let pools = found.trace.as_ref().filter(|_| has_quote).and_then(|(kind, answer)| {
        let is_whole = *kind != TraceKind::CallAtParent;
        is_whole.then(|| pool::watched(&Trace::read(*kind, answer), explanation)).flatten()
    });
    let input = patched(&sent.input, &[Change::Limits]);
    let is_returned = input.as_deref().is_some_and(returns_amount);
    Some(LimitTrial { blocks, input, is_returned, pools })
}

fn limit_blocks(
    found: &Found,
    explanation: &Explanation,
    registry: &Registry,
    quote: Option<&Quote>,
) -> Option<Vec<u64>> {
    let has_failed = found.receipt.as_ref().is_some_and(|receipt| receipt["status"] == "0x0");
    let is_slippage = explanation.failure_class == Some(FailureClass::SlippageExceeded);
    let parent = explanation.block_number.and_then(|block| block.checked_sub(1));
    let parent = parent.filter(|_| has_failed && is_slippage)?;
    if let Some(block) = quote.and_then(|quote| quote.quote_block) {
        return Some(vec![block.min(parent)]);
    }
    let since = explanation.compare.as_ref().and_then(|compare| compare.seconds_late);
    let since = since.and_then(|seconds| u64::try_from(seconds).ok());
    let ms = since.map_or(WINDOW_MS, |seconds| seconds.saturating_mul(1_000));
    let from = parent.saturating_sub(ms.div_ceil(registry.block_time_ms.max(1)));
    let mut blocks = vec![from, from + (parent - from) / 2, parent];
    blocks.dedup();
    Some(blocks)
}

impl LimitTrial {
    /// The block by which the answer is kept.
    pub fn from_block(&self) -> u64 {
        self.blocks.first().copied().unwrap_or_default()
    }

    /// What the answers say: those of the call at each block, and the events of the pools. `None`
    /// stands for what no node answered.
    pub fn read(
        &self,
        found: &Found,
        explanation: &Explanation,
        registry: &Registry,
        calls: &[Option<LimitAnswer>],
        events: Option<&[Value]>,
    ) -> LimitCheck {
        let amount = |answer: &Option<LimitAnswer>| match (answer, &self.input) {
            (Some(LimitAnswer::Free(call)), Some(input)) if call.has_worked => {
                amount_of(found, registry, input, call)
            }
            _ => None,
        };
        let met = |answer: &Option<LimitAnswer>| match answer {
            Some(LimitAnswer::AsSent(call)) => has_passed(found, registry, call),
            Some(LimitAnswer::Free(_)) => meets(explanation, amount(answer)?),
            None => None,
        };
        let met: Vec<Option<bool>> = calls.iter().map(met).collect();
        let outcome = match () {
            () if met.contains(&Some(true)) => LimitOutcome::Met,
            () if met.is_empty() || met.contains(&None) => LimitOutcome::Unclear,
            () => LimitOutcome::Missed,
        };
        let amount = calls.first().and_then(amount);
        let changes = events.and_then(|events| pool::changes(found, self.from_block(), events));
        LimitCheck { from_block: self.from_block(), outcome, amount, changes }
    }
}

/// Whether an amount meets the limit of the swap.
fn meets(explanation: &Explanation, amount: Amount) -> Option<bool> {
    let swap = explanation.swap.as_ref()?;
    match swap.exact == "out" {
        true => swap.max_in.map(|most| amount <= most),
        false => swap.min_out.map(|least| amount >= least),
    }
}

/// Whether the call as it was sent passed, or missed its limit again.
fn has_passed(found: &Found, registry: &Registry, call: &Rerun) -> Option<bool> {
    if call.has_worked {
        return Some(true);
    }
    let answer =
        json!({ "message": "execution reverted", "data": hex::encode_prefixed(&call.data) });
    let again = Found {
        trace: Some((TraceKind::CallAtParent, answer)),
        limit_check: None,
        ..found.clone()
    };
    let class = explain(&again, registry, None).failure_class;
    (class == Some(FailureClass::SlippageExceeded)).then_some(false)
}
