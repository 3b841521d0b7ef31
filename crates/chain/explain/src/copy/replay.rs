//! A failed call, and the changed one that would have worked.

use alloy_primitives::{Address, U256};

use crate::class::FailureClass;
use crate::event::OperationFailure;
use crate::explanation::Explanation;
use crate::found::Found;
use crate::frame::{MOST_BYTES, Trace};
use crate::transaction::{MOST_INPUT, Receipt, Transaction, block_time, intrinsic_gas};
use crate::trial::{Preparation, Trial, trial};
use crate::tried::{Outcome, Question};

/// Calldata up to this length is part of a text. A command cannot have longer arguments.
pub(super) const MOST_LITERAL: usize = 60_000;

/// A failed call, where it was mined, and how it failed.
pub(super) struct Replay {
    pub(super) class: FailureClass,
    pub(super) block: u64,
    pub(super) index: u32,
    pub(super) time: Option<u64>,
    pub(super) from: Address,
    pub(super) to: Address,
    pub(super) value: U256,
    /// The gas limit of the transaction.
    pub(super) gas_limit: u64,
    /// The gas that its call had.
    pub(super) gas: u64,
    pub(super) input: Vec<u8>,
    pub(super) failure: Failure,
    pub(super) changed: Option<Changed>,
}

/// How a call failed.
pub(super) enum Failure {
    /// With this data.
    Data(Vec<u8>),
    /// No node said with which data, or not with all of it.
    Unknown,
    /// The call worked. An operation inside it failed, and its entry point logged why.
    Operation(OperationFailure),
}

/// The call that would have worked.
pub(super) struct Changed {
    pub(super) question: Question,
    pub(super) before: Vec<Preparation>,
    pub(super) input: Vec<u8>,
    pub(super) gas_limit: u64,
    pub(super) gas: u64,
}

impl Replay {
    /// Nothing unless the transaction called a contract, failed, and all of its calldata is known.
    pub(super) fn of(found: &Found, explanation: &Explanation) -> Option<Replay> {
        let receipt = Receipt::read(found.receipt.as_ref()?)?;
        let failure = failure(found, &receipt)?;
        let sent = Transaction::read(&found.transaction);
        if sent.input.len() >= MOST_INPUT {
            return None;
        }
        let gas_limit = u64::try_from(sent.gas?).ok()?;
        let own_gas = intrinsic_gas(&sent.input, &found.transaction["accessList"]);
        let of_call =
            |limit: u64| limit.checked_sub(own_gas).filter(|gas| *gas > 0).unwrap_or(limit);
        let changed = changed(found, explanation).map(|(question, trial)| {
            let gas_limit = trial.gas.unwrap_or(gas_limit);
            let (before, input) = (trial.before, trial.input);
            Changed { question, before, input, gas_limit, gas: of_call(gas_limit) }
        });
        Some(Replay {
            class: explanation.failure_class?,
            block: receipt.block_number.filter(|block| *block > 0)?,
            index: receipt.index?,
            time: found.block.as_ref().and_then(block_time),
            from: sent.from?,
            to: sent.to?,
            value: sent.value.unwrap_or_default(),
            gas_limit,
            gas: of_call(gas_limit),
            input: sent.input,
            failure,
            changed,
        })
    }
}

fn failure(found: &Found, receipt: &Receipt) -> Option<Failure> {
    if receipt.succeeded? {
        let operation = receipt.logs.iter().find_map(OperationFailure::read);
        return operation.map(Failure::Operation);
    }
    let first = found.trace.as_ref().and_then(|(kind, answer)| {
        let frames = Trace::read(*kind, answer).frames;
        frames.into_iter().next()
    });
    Some(match first {
        Some(frame) if frame.output.len() < MOST_BYTES => Failure::Data(frame.output),
        _ => Failure::Unknown,
    })
}

/// The changed call, if it was tried and worked.
fn changed(found: &Found, explanation: &Explanation) -> Option<(Question, Trial)> {
    let tried = found.tried.as_ref().filter(|tried| tried.outcome == Outcome::Works)?;
    let trial = trial(found, explanation).filter(|trial| trial.question == tried.question)?;
    Some((tried.question, trial))
}
