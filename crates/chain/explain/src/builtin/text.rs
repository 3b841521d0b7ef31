//! The texts that contracts, wallets and nodes fail with.

use crate::class::FailureClass;

use FailureClass as F;

/// Codes so short that they must be the whole text, with or without the name of the contract.
const CODES: &[(&str, FailureClass)] = &[
    ("stf", F::TransferFailed),
    ("tf", F::TransferFailed),
    ("st", F::TransferFailed),
    ("ste", F::TransferFailed),
    ("k", F::FeeOnTransfer),
    ("iia", F::FeeOnTransfer),
    ("lok", F::ReentrancyLock),
    ("locked", F::ReentrancyLock),
    ("spl", F::PriceLimit),
    ("as", F::BadRoute),
    ("expired", F::DeadlineExpired),
];

/// The messages of contracts; the first that the text contains, compared in lower case.
const REVERTS: &[(&str, FailureClass)] = &[
    ("uniswapv2: expired", F::PermitExpired),
    ("uniswapv2: invalid_signature", F::PermitBadSignature),
    ("permit: expired", F::PermitExpired),
    ("permit expired", F::PermitExpired),
    ("permit-expired", F::PermitExpired),
    ("expired deadline", F::PermitExpired),
    ("invalid-permit", F::PermitBadSignature),
    ("invalid-nonce", F::PermitReused),
    ("invalid signature", F::PermitBadSignature),
    ("invalid_signature", F::PermitBadSignature),
    ("invalid_signer", F::PermitBadSignature),
    ("too little received", F::SlippageExceeded),
    ("too much requested", F::SlippageExceeded),
    ("insufficient_output_amount", F::SlippageExceeded),
    ("insufficient output amount", F::SlippageExceeded),
    ("excessive_input_amount", F::SlippageExceeded),
    ("excessive input amount", F::SlippageExceeded),
    ("return amount is not enough", F::SlippageExceeded),
    ("min return not reached", F::SlippageExceeded),
    ("received less than min", F::SlippageExceeded),
    ("slippage", F::SlippageExceeded),
    ("transaction too old", F::DeadlineExpired),
    (": expired", F::DeadlineExpired),
    ("deadline", F::DeadlineExpired),
    ("insufficient_liquidity", F::InsufficientLiquidity),
    ("insufficient liquidity", F::InsufficientLiquidity),
    ("pool does not exist", F::NoPool),
    ("pair does not exist", F::NoPool),
    ("invalid_path", F::BadRoute),
    ("invalid path", F::BadRoute),
    ("insufficient_input_amount", F::BadRoute),
    ("identical_addresses", F::BadRoute),
    ("exceeds balance", F::InsufficientBalance),
    ("insufficient-balance", F::InsufficientBalance),
    ("insufficient balance", F::InsufficientBalance),
    ("insufficient token", F::InsufficientBalance),
    ("insufficient weth9", F::InsufficientBalance),
    ("exceeds allowance", F::AllowanceMissing),
    ("insufficient allowance", F::AllowanceMissing),
    ("insufficient-allowance", F::AllowanceMissing),
    ("blacklist", F::TokenBlocked),
    ("blocklist", F::TokenBlocked),
    ("blocked", F::TokenBlocked),
    ("frozen", F::TokenBlocked),
    ("sanction", F::TokenBlocked),
    ("token is paused", F::TokenBlocked),
    ("token transfer while paused", F::TokenBlocked),
    ("paused", F::ContractPaused),
    ("uniswapv2: k", F::FeeOnTransfer),
    ("pancake: k", F::FeeOnTransfer),
    ("reentrant", F::ReentrancyLock),
    (": locked", F::ReentrancyLock),
    ("transfer_from_failed", F::TransferFailed),
    ("transfer_failed", F::TransferFailed),
    ("transferfrom failed", F::TransferFailed),
    ("transfer failed", F::TransferFailed),
    ("erc20 operation did not succeed", F::TransferFailed),
    ("low-level call failed", F::TransferFailed),
    ("ds-math-sub-underflow", F::TransferFailed),
    ("subtraction overflow", F::TransferFailed),
];

/// What a wallet, a library or a node says before anything is on the chain.
const MESSAGES: &[(&str, FailureClass)] = &[
    ("user rejected", F::UserRejected),
    ("user denied", F::UserRejected),
    ("user cancel", F::UserRejected),
    ("rejected by user", F::UserRejected),
    ("rejected the request", F::UserRejected),
    ("action_rejected", F::UserRejected),
    ("cancelled by user", F::UserRejected),
    ("unrecognized chain", F::WrongNetwork),
    ("unrecognised chain", F::WrongNetwork),
    ("chain mismatch", F::WrongNetwork),
    ("does not match the target chain", F::WrongNetwork),
    ("does not match the connection's chain", F::WrongNetwork),
    ("wrong network", F::WrongNetwork),
    ("wrong chain", F::WrongNetwork),
    ("underlying network changed", F::WrongNetwork),
    ("chain not configured", F::WrongNetwork),
    ("chainid was not", F::WrongNetwork),
    ("invalid chain id", F::WrongNetwork),
    ("incompatible eip155", F::WrongNetwork),
    ("insufficient funds", F::InsufficientGasFunds),
    ("insufficient_funds", F::InsufficientGasFunds),
    ("exceeds the balance of the account", F::InsufficientGasFunds),
    ("nonce too low", F::NonceConflict),
    ("nonce_expired", F::NonceConflict),
    ("nonce has already been used", F::NonceConflict),
    ("replacement transaction underpriced", F::NonceConflict),
    ("replacement_underpriced", F::NonceConflict),
    ("replacement underpriced", F::NonceConflict),
    ("replacement fee too low", F::NonceConflict),
    ("already known", F::NonceConflict),
    ("no route", F::NoRoute),
    ("route not found", F::NoRoute),
    ("no_route", F::NoRoute),
    ("insufficient liquidity for this trade", F::NoRoute),
    ("no quote", F::QuoteUnavailable),
    ("quote unavailable", F::QuoteUnavailable),
    ("failed to get quote", F::QuoteUnavailable),
    ("could not fetch quote", F::QuoteUnavailable),
    ("quote error", F::QuoteUnavailable),
    ("header not found", F::RpcLag),
    ("block not found", F::RpcLag),
    ("unknown block", F::RpcLag),
    ("missing trie node", F::RpcLag),
    ("node is syncing", F::RpcLag),
    ("behind the head", F::RpcLag),
    ("out of gas", F::OutOfGas),
    ("intrinsic gas too low", F::OutOfGas),
    ("gas required exceeds allowance", F::GasEstimationFailed),
    ("cannot estimate gas", F::GasEstimationFailed),
    ("unable to estimate gas", F::GasEstimationFailed),
    ("unpredictable_gas_limit", F::GasEstimationFailed),
    ("always failing transaction", F::GasEstimationFailed),
    ("estimategas", F::GasEstimationFailed),
    ("too many requests", F::RpcError),
    ("rate limit", F::RpcError),
    ("request limit", F::RpcError),
    ("status: 429", F::RpcError),
    ("status code 429", F::RpcError),
    ("bad gateway", F::RpcError),
    ("service unavailable", F::RpcError),
    ("gateway time", F::RpcError),
    ("internal server error", F::RpcError),
    ("http request failed", F::RpcError),
    ("failed to fetch", F::RpcError),
    ("could not detect network", F::RpcError),
    ("network_error", F::RpcError),
    ("server_error", F::RpcError),
    ("missing response", F::RpcError),
    ("timed out", F::RpcError),
    ("request timeout", F::RpcError),
    ("fee cap", F::RpcError),
    ("max fee per gas less than block base fee", F::RpcError),
    ("transaction underpriced", F::RpcError),
    ("disconnected", F::WalletError),
    ("connector not", F::WalletError),
    ("not been authorized", F::WalletError),
    ("already pending", F::WalletError),
    ("wallet is locked", F::WalletError),
];

/// How a contract that reverted with this text failed.
pub(crate) fn of_revert(text: &str) -> Option<FailureClass> {
    let text = text.trim().to_lowercase();
    let code = text.rsplit(": ").next().unwrap_or(&text);
    // A pair's permit speaks with the same words as a router's deadline.
    let first = REVERTS.iter().take(2).find(|(sign, _)| text.contains(sign));
    let whole = CODES.iter().find(|(sign, _)| code == *sign);
    let found = first.or(whole).or_else(|| REVERTS.iter().find(|(sign, _)| text.contains(sign)));
    found.map(|(_, class)| *class)
}

/// How something failed that a wallet or a node says this about.
pub(crate) fn of_message(text: &str) -> Option<FailureClass> {
    let text = text.to_lowercase();
    MESSAGES.iter().find(|(sign, _)| text.contains(sign)).map(|(_, class)| *class)
}

/// All texts of contracts, for showing what is built in.
pub fn all() -> impl Iterator<Item = (&'static str, FailureClass)> {
    CODES.iter().chain(REVERTS).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_the_usual_contracts_mean_what_they_mean() {
        for (text, class) in [
            ("UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT", F::SlippageExceeded),
            ("UniswapV2Router: EXCESSIVE_INPUT_AMOUNT", F::SlippageExceeded),
            ("Too little received", F::SlippageExceeded),
            ("Return amount is not enough", F::SlippageExceeded),
            ("UniswapV2Router: EXPIRED", F::DeadlineExpired),
            ("Transaction too old", F::DeadlineExpired),
            ("UniswapV2: EXPIRED", F::PermitExpired),
            ("UniswapV2: INVALID_SIGNATURE", F::PermitBadSignature),
            ("UniswapV2: INSUFFICIENT_LIQUIDITY", F::InsufficientLiquidity),
            ("UniswapV2Library: INSUFFICIENT_LIQUIDITY", F::InsufficientLiquidity),
            ("SPL", F::PriceLimit),
            ("STF", F::TransferFailed),
            ("TF", F::TransferFailed),
            ("TransferHelper: TRANSFER_FROM_FAILED", F::TransferFailed),
            ("UniswapV2: K", F::FeeOnTransfer),
            ("UniswapV2: LOCKED", F::ReentrancyLock),
            ("LOK", F::ReentrancyLock),
            ("ERC20: transfer amount exceeds balance", F::InsufficientBalance),
            ("ERC20: transfer amount exceeds allowance", F::AllowanceMissing),
            ("Pausable: paused", F::ContractPaused),
            ("UniswapV2Router: INVALID_PATH", F::BadRoute),
            ("Account is blacklisted", F::TokenBlocked),
        ] {
            assert_eq!(of_revert(text), Some(class), "{text}");
        }
        assert_eq!(of_revert("a sentence with k and st in it"), None);
    }

    #[test]
    fn the_messages_of_wallets_and_nodes_mean_what_they_mean() {
        for (text, class) in [
            ("MetaMask Tx Signature: User denied transaction signature.", F::UserRejected),
            ("Nonce too low. Expected nonce to be 7 but got 3.", F::NonceConflict),
            ("replacement transaction underpriced", F::NonceConflict),
            ("insufficient funds for gas * price + value: balance 0", F::InsufficientGasFunds),
            ("Unrecognized chain ID \"0x2105\".", F::WrongNetwork),
            ("HTTP request failed.\n\nStatus: 429", F::RpcError),
            ("header not found", F::RpcLag),
            ("cannot estimate gas; transaction may fail", F::GasEstimationFailed),
        ] {
            assert_eq!(of_message(text), Some(class), "{text}");
        }
    }
}
