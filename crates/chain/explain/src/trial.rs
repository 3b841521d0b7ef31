//! The call that answers the question of a failure: the same with one thing changed.
//!
//! The call is made by others, always together with the unchanged one. Only if that one fails with
//! the same bytes as the transaction did is the answer believed.

mod approval;
mod reached;

use alloy_primitives::Address;

use crate::explanation::Explanation;
use crate::found::Found;
use crate::frame::Trace;
use crate::patch::{Change, patched};
use crate::pool;
use crate::question::{Counterfactual, counterfactual};
use crate::transaction::{Receipt, Transaction};
use crate::tried::Question;

pub use approval::Preparation;

/// How much later a deadline is tried, in seconds.
const LATER: u64 = 86_400;
/// The gas that a call may burn.
const MOST_GAS: u64 = 30_000_000;
/// How many times its gas is tried.
const MORE_GAS: u64 = 4;
/// How many contracts a call may touch.
const MOST_CONTRACTS: usize = 64;

/// A call to make again, with one thing changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What is changed.
    pub question: Question,
    /// Calls that are made before the changed one.
    pub before: Vec<Preparation>,
    /// The calldata of the changed one.
    pub input: Vec<u8>,
    /// Its gas, if that is what is changed.
    pub gas: Option<u64>,
    /// The same call with everything lifted that could stop it. It only shows which pools it reaches.
    pub scout: Option<Vec<u8>>,
    /// What the transaction failed with.
    pub failure: Vec<u8>,
    /// The gas that it used.
    pub gas_used: Option<u64>,
    /// The contracts that it reached before it failed.
    pub reached: Vec<Address>,
    /// Whether all pools of its route are among them.
    pub has_reached_all: bool,
}

/// What to try for an explained transaction; nothing if nothing is to be asked, or cannot be.
pub fn trial(found: &Found, explanation: &Explanation) -> Option<Trial> {
    let Counterfactual::Asks(question) = counterfactual(explanation) else { return None };
    let receipt = found.receipt.as_ref().and_then(Receipt::read)?;
    // An operation of a smart account fails inside a transaction that succeeds.
    if receipt.succeeded != Some(false) {
        return None;
    }
    let transaction = Transaction::read(&found.transaction);
    let (kind, answer) = found.trace.as_ref()?;
    let trace = Trace::read(*kind, answer);
    let failure = trace.frames.first()?.output.clone();
    let later = Change::Deadline(explanation.block_time.unwrap_or_default().saturating_add(LATER));
    let sent = &transaction.input;
    let gas = transaction.gas.and_then(|gas| u64::try_from(gas).ok());
    let more = gas.map(|gas| gas.saturating_mul(MORE_GAS).min(MOST_GAS));
    let approval = || approval::of(&trace, question);
    let (before, input, gas) = match question {
        Question::Limits => (Vec::new(), patched(sent, &[Change::Limits])?, None),
        Question::PriceLimit => (Vec::new(), patched(sent, &[Change::PriceLimit])?, None),
        Question::Deadline => (Vec::new(), patched(sent, &[later])?, None),
        Question::FeeFunction => (Vec::new(), patched(sent, &[Change::FeeFunction])?, None),
        Question::Gas => (Vec::new(), sent.clone(), Some(more.filter(|more| Some(*more) > gas)?)),
        Question::Allowance => (approval()?.before, sent.clone(), None),
        Question::Permission => {
            let approval = approval()?;
            let input = match approval.is_by_signature {
                true => patched(sent, &[Change::Permission])?,
                false => sent.clone(),
            };
            (approval.before, input, None)
        }
    };
    let reached = reached::reached(&trace, transaction.to);
    if reached.len() > MOST_CONTRACTS {
        return None;
    }
    let scout = patched(&input, &[Change::Limits, Change::PriceLimit, later]);
    Some(Trial {
        question,
        before,
        scout: scout.filter(|scout| *scout != input),
        input,
        gas,
        failure,
        gas_used: receipt.gas_used.and_then(|gas| u64::try_from(gas).ok()),
        reached,
        has_reached_all: pool::has_all(&trace, explanation),
    })
}
