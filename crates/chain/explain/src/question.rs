//! Which question a failure asks.

use crate::class::FailureClass;
use crate::explanation::{ChainStatus, Explanation};
use crate::tried::Question;

use FailureClass as F;

/// Whether there is something to ask about a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counterfactual {
    /// It is worth a question.
    Asks(Question),
    /// The error itself says what would have been.
    Told,
    /// There is none.
    Nothing,
}

impl FailureClass {
    /// The question of a swap that was undone for this reason.
    pub fn question(self) -> Option<Question> {
        match self {
            F::SlippageExceeded | F::DecimalsMismatch => Some(Question::Limits),
            F::PriceLimit => Some(Question::PriceLimit),
            F::DeadlineExpired => Some(Question::Deadline),
            F::AllowanceMissing => Some(Question::Allowance),
            F::PermitExpired | F::PermitReused | F::PermitBadSignature => {
                Some(Question::Permission)
            }
            F::OutOfGas => Some(Question::Gas),
            F::FeeOnTransfer => Some(Question::FeeFunction),
            // Nothing that the sender could have changed in the call itself.
            F::InsufficientLiquidity
            | F::NoPool
            | F::PriceImpactHigh
            | F::InsufficientBalance
            | F::InsufficientGasFunds
            | F::TransferFailed
            | F::TokenBlocked
            | F::QuoteDeviation
            | F::BadRoute
            | F::ContractPaused
            | F::ReentrancyLock
            | F::Panic
            | F::EmptyRevert
            | F::UnknownRevert => None,
            // Nothing was called.
            F::QuoteUnavailable
            | F::NoRoute
            | F::WrongNetwork
            | F::UserRejected
            | F::WalletError
            | F::RpcError
            | F::RpcLag
            | F::GasEstimationFailed
            | F::NonceConflict
            | F::TxStuck
            | F::TxDropped
            | F::TxReplaced
            | F::UiStale
            | F::UiOther => None,
        }
    }
}

/// What there is to ask about an explained transaction.
pub fn counterfactual(explanation: &Explanation) -> Counterfactual {
    let question = explanation.failure_class.and_then(FailureClass::question);
    let is_undone = explanation.chain_status == Some(ChainStatus::Reverted);
    let Some(question) = question.filter(|_| is_undone) else { return Counterfactual::Nothing };
    let frames = explanation.revert.iter().flat_map(|revert| &revert.frames);
    let told = ["received", "amountReceived", "requested", "amountRequested"];
    let mut args = frames.flat_map(|frame| &frame.args);
    match question {
        Question::Limits if args.any(|arg| told.contains(&arg.name.as_str())) => {
            Counterfactual::Told
        }
        _ => Counterfactual::Asks(question),
    }
}
