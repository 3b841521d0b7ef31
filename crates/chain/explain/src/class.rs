//! How swaps fail, and what that says at first sight.

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// How a swap failed.
    pub enum FailureClass {
        /// The swap could not meet your slippage limit.
        SlippageExceeded = "slippage_exceeded",
        /// The transaction was mined after its deadline.
        DeadlineExpired = "deadline_expired",
        /// The pool has too little liquidity for this amount.
        InsufficientLiquidity = "insufficient_liquidity",
        /// The route used a pool that does not exist on this network.
        NoPool = "no_pool",
        /// The pool rejected the price limit of the swap.
        PriceLimit = "price_limit",
        /// Your amount is large for this pool and moves its price a lot.
        PriceImpactHigh = "price_impact_high",
        /// Your token balance is too low.
        InsufficientBalance = "insufficient_balance",
        /// Your wallet has too little of the network's native coin to pay the fee.
        InsufficientGasFunds = "insufficient_gas_funds",
        /// The token approval was missing or too small.
        AllowanceMissing = "allowance_missing",
        /// The signed permit has expired.
        PermitExpired = "permit_expired",
        /// The signed permit was already used.
        PermitReused = "permit_reused",
        /// The contract rejected the signature of the permit.
        PermitBadSignature = "permit_bad_signature",
        /// The token contract rejected the transfer.
        TransferFailed = "transfer_failed",
        /// This token charges a fee on each transfer.
        FeeOnTransfer = "fee_on_transfer",
        /// The token is paused or blocks this address.
        TokenBlocked = "token_blocked",
        /// The amount sent differs from the amount shown by a power of ten.
        DecimalsMismatch = "decimals_mismatch",
        /// You received less than the quote promised.
        QuoteDeviation = "quote_deviation",
        /// No quote was returned.
        QuoteUnavailable = "quote_unavailable",
        /// No route was found.
        NoRoute = "no_route",
        /// The route of the swap is invalid.
        BadRoute = "bad_route",
        /// Your wallet was on a different network than the app.
        WrongNetwork = "wrong_network",
        /// You rejected the request in your wallet.
        UserRejected = "user_rejected",
        /// The wallet reported an error.
        WalletError = "wallet_error",
        /// The RPC endpoint returned an error.
        RpcError = "rpc_error",
        /// The RPC endpoint was behind the chain.
        RpcLag = "rpc_lag",
        /// The wallet could not estimate gas because the transaction would fail.
        GasEstimationFailed = "gas_estimation_failed",
        /// The transaction ran out of gas.
        OutOfGas = "out_of_gas",
        /// Another transaction used the same nonce.
        NonceConflict = "nonce_conflict",
        /// The transaction is still pending.
        TxStuck = "tx_stuck",
        /// The network dropped the transaction.
        TxDropped = "tx_dropped",
        /// Another transaction replaced this one.
        TxReplaced = "tx_replaced",
        /// The contract is paused.
        ContractPaused = "contract_paused",
        /// The contract was locked against reentrant calls.
        ReentrancyLock = "reentrancy_lock",
        /// An internal check of the contract failed.
        Panic = "panic",
        /// The contract reverted without a reason.
        EmptyRevert = "empty_revert",
        /// The contract reverted with an unknown error.
        UnknownRevert = "unknown_revert",
        /// The page showed outdated data.
        UiStale = "ui_stale",
        /// The page showed something wrong.
        UiOther = "ui_other",
    }
}

keyed_enum! {
    /// Whether a failure points to the product. It orders the queue and accuses no one.
    pub enum Verdict {
        /// It is meant to fail so.
        Expected = "expected",
        /// The tester's set-up is to blame.
        Setup = "setup",
        /// The product may be to blame.
        Suspect = "suspect",
        /// It is unknown.
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
            FailureClass::SlippageExceeded => "The swap could not meet your slippage limit.",
            FailureClass::DeadlineExpired => "The transaction was mined after its deadline.",
            FailureClass::InsufficientLiquidity => {
                "The pool has too little liquidity for this amount."
            }
            FailureClass::NoPool => "The route used a pool that does not exist on this network.",
            FailureClass::PriceLimit => "The pool rejected the price limit of the swap.",
            FailureClass::PriceImpactHigh => {
                "Your amount is large for this pool and moves its price a lot."
            }
            FailureClass::InsufficientBalance => "Your token balance is too low.",
            FailureClass::InsufficientGasFunds => {
                "Your wallet has too little of the network's native coin to pay the fee."
            }
            FailureClass::AllowanceMissing => "The token approval was missing or too small.",
            FailureClass::PermitExpired => "The signed permit has expired.",
            FailureClass::PermitReused => "The signed permit was already used.",
            FailureClass::PermitBadSignature => {
                "The contract rejected the signature of the permit."
            }
            FailureClass::TransferFailed => "The token contract rejected the transfer.",
            FailureClass::FeeOnTransfer => "This token charges a fee on each transfer.",
            FailureClass::TokenBlocked => "The token is paused or blocks this address.",
            FailureClass::DecimalsMismatch => {
                "The amount sent differs from the amount shown by a power of ten."
            }
            FailureClass::QuoteDeviation => "You received less than the quote promised.",
            FailureClass::QuoteUnavailable => "No quote was returned.",
            FailureClass::NoRoute => "No route was found.",
            FailureClass::BadRoute => "The route of the swap is invalid.",
            FailureClass::WrongNetwork => "Your wallet was on a different network than the app.",
            FailureClass::UserRejected => "You rejected the request in your wallet.",
            FailureClass::WalletError => "The wallet reported an error.",
            FailureClass::RpcError => "The RPC endpoint returned an error.",
            FailureClass::RpcLag => "The RPC endpoint was behind the chain.",
            FailureClass::GasEstimationFailed => {
                "The wallet could not estimate gas because the transaction would fail."
            }
            FailureClass::OutOfGas => "The transaction ran out of gas.",
            FailureClass::NonceConflict => "Another transaction used the same nonce.",
            FailureClass::TxStuck => "The transaction is still pending.",
            FailureClass::TxDropped => "The network dropped the transaction.",
            FailureClass::TxReplaced => "Another transaction replaced this one.",
            FailureClass::ContractPaused => "The contract is paused.",
            FailureClass::ReentrancyLock => "The contract was locked against reentrant calls.",
            FailureClass::Panic => "An internal check of the contract failed.",
            FailureClass::EmptyRevert => "The contract reverted without a reason.",
            FailureClass::UnknownRevert => "The contract reverted with an unknown error.",
            FailureClass::UiStale => "The page showed outdated data.",
            FailureClass::UiOther => "The page showed something wrong.",
        }
    }
}
