//! Reading what the changed call answered.

use alloy_primitives::{U256, hex};
use serde_json::{Value, json};

use crate::Amount;
use crate::class::Confidence;
use crate::explain::explain;
use crate::explanation::Explanation;
use crate::found::{Found, TraceKind};
use crate::registry::Registry;
use crate::trial::Trial;
use crate::tried::{Outcome, Question, Tried};

/// What a node said about a call that was made again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rerun {
    /// Whether it worked.
    pub has_worked: bool,
    /// What it returned, or what it failed with.
    pub data: Vec<u8>,
    /// What contracts logged, in the form of a receipt; nothing if the node did not say.
    pub logs: Option<Value>,
    /// The gas that it used, if the node said so.
    pub gas_used: Option<u64>,
}

impl Trial {
    /// What the changed call says, whose unchanged twin failed as the transaction did.
    pub fn read(
        &self,
        found: &Found,
        registry: &Registry,
        rerun: &Rerun,
        certainty: Confidence,
    ) -> Tried {
        let question = self.question;
        let class_of = |found: &Found| explain(found, registry, None).failure_class;
        let before = Found { tried: None, ..found.clone() };
        if !rerun.has_worked {
            let then = class_of(&self.failed(&before, rerun));
            // A change that had no effect was no change.
            let may_repeat =
                matches!(question, Question::Gas | Question::Allowance | Question::Permission);
            if then == class_of(&before) && !may_repeat {
                return Tried::untried(question);
            }
            let outcome = Outcome::Fails;
            return Tried { question, outcome, certainty, amount: None, then, gas_used: None };
        }
        let sent = explain(&before, registry, None);
        let amount = amount_of(&before, registry, &self.input, rerun);
        Tried {
            question,
            outcome: Outcome::Works,
            certainty,
            amount: amount.filter(|amount| !self.is_contradicted(&sent, *amount)),
            then: None,
            gas_used: rerun.gas_used,
        }
    }

    /// The transaction as if it had failed so.
    fn failed(&self, found: &Found, rerun: &Rerun) -> Found {
        let data = hex::encode_prefixed(&rerun.data);
        let answer = json!({ "message": "execution reverted", "data": data });
        let trace = Some((TraceKind::CallAtParent, answer));
        Found { trace, limit_check: None, ..changed(found, &self.input) }
    }

    /// Whether an amount keeps the limit that the swap missed. A limit may be one of several parts, so
    /// that the sum of all says nothing about it.
    fn is_contradicted(&self, sent: &Explanation, amount: Amount) -> bool {
        let Some(swap) = sent.swap.as_ref().filter(|_| self.question == Question::Limits) else {
            return false;
        };
        match is_exact_out(sent) {
            true => swap.max_in.is_some_and(|most| amount <= most),
            false => swap.min_out.is_some_and(|least| amount >= least),
        }
    }
}

/// The amount on the other side of a call that worked; nothing if no answer tells it.
pub(crate) fn amount_of(
    found: &Found,
    registry: &Registry,
    input: &[u8],
    rerun: &Rerun,
) -> Option<Amount> {
    match &rerun.logs {
        Some(logs) => by_logs(&explain(&worked(found, input, logs), registry, None)),
        None => returned(input, &rerun.data, is_exact_out(&explain(found, registry, None))),
    }
}

/// The transaction as if it had worked.
fn worked(found: &Found, input: &[u8], logs: &Value) -> Found {
    let mut receipt = found.receipt.clone().unwrap_or_default();
    receipt["status"] = json!("0x1");
    receipt["logs"] = logs.clone();
    Found { receipt: Some(receipt), trace: None, limit_check: None, ..changed(found, input) }
}

fn changed(found: &Found, input: &[u8]) -> Found {
    let mut transaction = found.transaction.clone();
    if let Some(fields) = transaction.as_object_mut() {
        fields.remove("data");
        fields.insert("input".to_owned(), json!(hex::encode_prefixed(input)));
    }
    Found { transaction, ..found.clone() }
}

fn is_exact_out(explanation: &Explanation) -> bool {
    explanation.swap.as_ref().is_some_and(|swap| swap.exact == "out")
}

fn by_logs(worked: &Explanation) -> Option<Amount> {
    let swap = worked.swap.as_ref()?;
    if swap.exact == "out" { swap.amount_in } else { swap.amount_out }
}

/// Functions of two-token pools that return all amounts of the route.
const ALL_AMOUNTS: [u32; 6] =
    [0x38ed_1739, 0x7ff3_6ab5, 0x18cb_afe5, 0x8803_dbee, 0x4a25_d94a, 0xfb3b_db41];
/// Functions that return the amount of the other side.
const ONE_AMOUNT: [u32; 10] = [
    0x414b_f389,
    0xdb3e_2198,
    0xc04b_8d59,
    0xf28c_0498,
    0x04e4_5aaf,
    0x5023_b4df,
    0xb858_183f,
    0x09b8_1346,
    0x472b_43f3,
    0x4271_2a67,
];

/// Whether a router returns the amount of the other side.
pub(crate) fn returns_amount(input: &[u8]) -> bool {
    let selector = input.first_chunk().copied().map(u32::from_be_bytes);
    selector.is_some_and(|it| ONE_AMOUNT.contains(&it) || ALL_AMOUNTS.contains(&it))
}

/// The amount that a router returned; nothing for a function that returns none.
fn returned(input: &[u8], data: &[u8], is_exact_out: bool) -> Option<Amount> {
    let selector = u32::from_be_bytes(*input.first_chunk()?);
    let word = |at: usize| {
        let word = data.get(at.checked_mul(32)?..at.checked_add(1)?.checked_mul(32)?)?;
        Some(U256::from_be_slice(word))
    };
    if ONE_AMOUNT.contains(&selector) {
        return (data.len() == 32).then(|| word(0)).flatten().map(Amount);
    }
    if !ALL_AMOUNTS.contains(&selector) {
        return None;
    }
    let count = usize::try_from(word(1)?).ok().filter(|count| (2..=64).contains(count))?;
    word(if is_exact_out { 2 } else { count + 1 }).map(Amount)
}
