//! How the swap of the demo fails on chain: what people show for the faults they report.
//!
//! Each was recorded from a real transaction or a real error. What it says is worked out by the
//! product itself, from the recording with the addresses and the amounts of who shows it.

mod recording;

use chain::FailureClass;

pub(super) use recording::{Recordings, SwappedTokens};

/// How one of the faults shows.
#[derive(Debug)]
pub(super) struct Failure {
    /// The place of the fault in the list of faults.
    pub(super) fault: usize,
    pub(super) class: FailureClass,
    /// What was recorded.
    recorded: &'static str,
    /// How the tokens to be swapped behave.
    has_fee: bool,
}

/// A recording of the engine's evidence suite.
macro_rules! recorded {
    ($name:literal) => {
        include_str!(concat!("../../../chain/explain/tests/recorded/", $name, ".json"))
    };
}

const fn failure(fault: usize, class: FailureClass, recorded: &'static str) -> Failure {
    Failure { fault, class, recorded, has_fee: false }
}

#[rustfmt::skip] // A table, one failure per line.
pub(super) static FAILURES: [Failure; 10] = [
    failure(0, FailureClass::PermitExpired, recorded!("permission-run-out")),
    failure(1, FailureClass::QuoteDeviation, recorded!("less-than-quoted")),
    failure(3, FailureClass::InsufficientGasFunds, recorded!("not-enough-coin-for-the-fee")),
    failure(4, FailureClass::WrongNetwork, recorded!("network-that-the-wallet-does-not-have")),
    failure(6, FailureClass::SlippageExceeded, recorded!("the-price-moved-past-the-limit-after-the-quote")),
    failure(11, FailureClass::AllowanceMissing, recorded!("no-approval")),
    failure(12, FailureClass::DeadlineExpired, recorded!("universal-router-deadline")),
    Failure { has_fee: true, ..failure(13, FailureClass::FeeOnTransfer, recorded!("token-that-keeps-a-fee")) },
    failure(14, FailureClass::NoRoute, recorded!("no-route-in-the-words-of-the-app")),
    failure(19, FailureClass::EmptyRevert, recorded!("no-reason-at-all")),
];

/// A swap that went well.
const WELL: &str = recorded!("as-quoted");

/// The failure that a fault shows as, if it does on chain.
pub(super) fn of_fault(fault: usize) -> Option<usize> {
    FAILURES.iter().position(|failure| failure.fault == fault)
}

impl Failure {
    /// Whether it is an error of a wallet, and nothing was mined.
    pub(super) fn is_error(&self) -> bool {
        matches!(
            self.class,
            FailureClass::InsufficientGasFunds | FailureClass::WrongNetwork | FailureClass::NoRoute
        )
    }

    /// Whether the transaction went through all the same.
    fn is_mined_well(&self) -> bool {
        self.class == FailureClass::QuoteDeviation
    }
}
