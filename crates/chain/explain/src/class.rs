//! How swaps fail, and what that says at first sight.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// How a swap failed.
    pub enum FailureClass {
        /// The swap could not meet your limit.
        SlippageExceeded = "slippage_exceeded",
        /// It arrived after its deadline.
        DeadlineExpired = "deadline_expired",
        /// The pool could not fill this size.
        InsufficientLiquidity = "insufficient_liquidity",
        /// The route used a pool that does not exist here.
        NoPool = "no_pool",
        /// The price limit sent did not fit the pool.
        PriceLimit = "price_limit",
        /// Your size moves the price a lot.
        PriceImpactHigh = "price_impact_high",
        /// Not enough tokens.
        InsufficientBalance = "insufficient_balance",
        /// Not enough of the network's own coin for fees.
        InsufficientGasFunds = "insufficient_gas_funds",
        /// Approval was missing or too small.
        AllowanceMissing = "allowance_missing",
        /// The signed permission was out of date.
        PermitExpired = "permit_expired",
        /// The signed permission was already used.
        PermitReused = "permit_reused",
        /// The signed permission was not accepted.
        PermitBadSignature = "permit_bad_signature",
        /// The token refused the transfer.
        TransferFailed = "transfer_failed",
        /// This token keeps a fee on each transfer.
        FeeOnTransfer = "fee_on_transfer",
        /// The token is paused or blocks this address.
        TokenBlocked = "token_blocked",
        /// The amount shown and the amount used differ by decimals.
        DecimalsMismatch = "decimals_mismatch",
        /// You got less than the quote said.
        QuoteDeviation = "quote_deviation",
        /// No quote came back.
        QuoteUnavailable = "quote_unavailable",
        /// No route came back.
        NoRoute = "no_route",
        /// The route was put together wrongly.
        BadRoute = "bad_route",
        /// Wallet and app were on different networks.
        WrongNetwork = "wrong_network",
        /// You declined in the wallet.
        UserRejected = "user_rejected",
        /// The wallet reported an error.
        WalletError = "wallet_error",
        /// The network endpoint failed.
        RpcError = "rpc_error",
        /// The endpoint was behind.
        RpcLag = "rpc_lag",
        /// The wallet could not estimate the fee because the call would fail.
        GasEstimationFailed = "gas_estimation_failed",
        /// It ran out of gas.
        OutOfGas = "out_of_gas",
        /// Another transaction used the same slot.
        NonceConflict = "nonce_conflict",
        /// It is still waiting.
        TxStuck = "tx_stuck",
        /// The network forgot it.
        TxDropped = "tx_dropped",
        /// Another transaction replaced it.
        TxReplaced = "tx_replaced",
        /// The contract is paused.
        ContractPaused = "contract_paused",
        /// The pool was locked during the call.
        ReentrancyLock = "reentrancy_lock",
        /// The contract hit an internal check.
        Panic = "panic",
        /// It failed without saying why.
        EmptyRevert = "empty_revert",
        /// It failed with an error we do not know yet.
        UnknownRevert = "unknown_revert",
        /// The page showed something old.
        UiStale = "ui_stale",
        /// Something was wrong on the page.
        UiOther = "ui_other",
    }
}

keyed_enum! {
    /// What a failure says about who is to blame. It orders the queue and blames nobody.
    pub enum Verdict {
        /// It is meant to fail so.
        Expected = "expected",
        /// The tester's set-up is to blame.
        Setup = "setup",
        /// The product may be to blame.
        Suspect = "suspect",
        /// Nobody knows.
        Unknown = "unknown",
    }
}

keyed_enum! {
    /// How sure an explanation is.
    pub enum Confidence {
        /// From the trace of the mined transaction itself.
        Exact = "exact",
        /// From a call repeated at the parent block: others in the block may have changed the pool.
        Approx = "approx",
        /// From a message alone.
        Text = "text",
        /// From nothing but the receipt.
        None = "none",
    }
}

impl FailureClass {
    /// The verdict where nothing else is known.
    pub fn verdict(self) -> Verdict {
        match self {
            FailureClass::DeadlineExpired
            | FailureClass::InsufficientLiquidity
            | FailureClass::PriceImpactHigh
            | FailureClass::UserRejected
            | FailureClass::RpcLag
            | FailureClass::TxDropped
            | FailureClass::TxReplaced
            | FailureClass::ContractPaused => Verdict::Expected,
            FailureClass::InsufficientBalance
            | FailureClass::InsufficientGasFunds
            | FailureClass::TokenBlocked
            | FailureClass::WrongNetwork
            | FailureClass::NonceConflict => Verdict::Setup,
            FailureClass::NoPool
            | FailureClass::PriceLimit
            | FailureClass::AllowanceMissing
            | FailureClass::PermitExpired
            | FailureClass::PermitReused
            | FailureClass::PermitBadSignature
            | FailureClass::FeeOnTransfer
            | FailureClass::DecimalsMismatch
            | FailureClass::QuoteDeviation
            | FailureClass::QuoteUnavailable
            | FailureClass::NoRoute
            | FailureClass::BadRoute
            | FailureClass::GasEstimationFailed
            | FailureClass::OutOfGas
            | FailureClass::ReentrancyLock
            | FailureClass::Panic
            | FailureClass::UiStale
            | FailureClass::UiOther => Verdict::Suspect,
            FailureClass::SlippageExceeded
            | FailureClass::TransferFailed
            | FailureClass::WalletError
            | FailureClass::RpcError
            | FailureClass::TxStuck
            | FailureClass::EmptyRevert
            | FailureClass::UnknownRevert => Verdict::Unknown,
        }
    }

    /// What to tell the tester.
    pub fn sentence(self) -> &'static str {
        match self {
            FailureClass::SlippageExceeded => "The swap could not meet your limit.",
            FailureClass::DeadlineExpired => "It arrived after its deadline.",
            FailureClass::InsufficientLiquidity => "The pool could not fill this size.",
            FailureClass::NoPool => "The route used a pool that does not exist here.",
            FailureClass::PriceLimit => "The price limit sent did not fit the pool.",
            FailureClass::PriceImpactHigh => "Your size moves the price a lot.",
            FailureClass::InsufficientBalance => "Not enough tokens.",
            FailureClass::InsufficientGasFunds => "Not enough of the network's own coin for fees.",
            FailureClass::AllowanceMissing => "Approval was missing or too small.",
            FailureClass::PermitExpired => "The signed permission was out of date.",
            FailureClass::PermitReused => "The signed permission was already used.",
            FailureClass::PermitBadSignature => "The signed permission was not accepted.",
            FailureClass::TransferFailed => "The token refused the transfer.",
            FailureClass::FeeOnTransfer => "This token keeps a fee on each transfer.",
            FailureClass::TokenBlocked => "The token is paused or blocks this address.",
            FailureClass::DecimalsMismatch => {
                "The amount shown and the amount used differ by decimals."
            }
            FailureClass::QuoteDeviation => "You got less than the quote said.",
            FailureClass::QuoteUnavailable => "No quote came back.",
            FailureClass::NoRoute => "No route came back.",
            FailureClass::BadRoute => "The route was put together wrongly.",
            FailureClass::WrongNetwork => "Wallet and app were on different networks.",
            FailureClass::UserRejected => "You declined in the wallet.",
            FailureClass::WalletError => "The wallet reported an error.",
            FailureClass::RpcError => "The network endpoint failed.",
            FailureClass::RpcLag => "The endpoint was behind.",
            FailureClass::GasEstimationFailed => {
                "The wallet could not estimate the fee because the call would fail."
            }
            FailureClass::OutOfGas => "It ran out of gas.",
            FailureClass::NonceConflict => "Another transaction used the same slot.",
            FailureClass::TxStuck => "It is still waiting.",
            FailureClass::TxDropped => "The network forgot it.",
            FailureClass::TxReplaced => "Another transaction replaced it.",
            FailureClass::ContractPaused => "The contract is paused.",
            FailureClass::ReentrancyLock => "The pool was locked during the call.",
            FailureClass::Panic => "The contract hit an internal check.",
            FailureClass::EmptyRevert => "It failed without saying why.",
            FailureClass::UnknownRevert => "It failed with an error we do not know yet.",
            FailureClass::UiStale => "The page showed something old.",
            FailureClass::UiOther => "Something was wrong on the page.",
        }
    }
}
