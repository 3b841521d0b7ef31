//! The errors that swaps fail with, by the first four bytes of their data.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::class::{FailureClass, Verdict};
use crate::signature::Signature;

/// What an error of the table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// This is how it failed.
    Class(FailureClass, Verdict),
    /// Another error is inside, under this name.
    Wrapper(&'static str),
    /// The text inside decides.
    Words,
}

/// An error of the table.
#[derive(Debug)]
pub(crate) struct Known {
    /// Its four bytes, name and types.
    pub signature: Signature,
    /// What it says.
    pub meaning: Meaning,
}

const fn is(class: FailureClass, verdict: Verdict) -> Meaning {
    Meaning::Class(class, verdict)
}

use FailureClass as F;
use Verdict as V;

const SLIPPAGE: Meaning = is(F::SlippageExceeded, V::Unknown);
const DEADLINE: Meaning = is(F::DeadlineExpired, V::Expected);
const BAD_ROUTE: Meaning = is(F::BadRoute, V::Suspect);
const BALANCE: Meaning = is(F::InsufficientBalance, V::Setup);
const ALLOWANCE: Meaning = is(F::AllowanceMissing, V::Suspect);
const PERMIT_EXPIRED: Meaning = is(F::PermitExpired, V::Suspect);
const PERMIT_REUSED: Meaning = is(F::PermitReused, V::Suspect);
const PERMIT_BAD: Meaning = is(F::PermitBadSignature, V::Suspect);
const PRICE_LIMIT: Meaning = is(F::PriceLimit, V::Suspect);
const NO_POOL: Meaning = is(F::NoPool, V::Suspect);
const TRANSFER: Meaning = is(F::TransferFailed, V::Unknown);
const PAUSED: Meaning = is(F::ContractPaused, V::Expected);
const LIQUIDITY: Meaning = is(F::InsufficientLiquidity, V::Expected);
const LOCK: Meaning = is(F::ReentrancyLock, V::Suspect);

/// Selector, signature, meaning; a test hashes the signatures again.
pub(crate) const ERRORS: &[(u32, &str, Meaning)] = &[
    (0x08c3_79a0, "Error(string message)", Meaning::Words),
    (0x4e48_7b71, "Panic(uint256 code)", is(F::Panic, V::Suspect)),
    (
        0x2c40_29e9,
        "ExecutionFailed(uint256 commandIndex, bytes message)",
        Meaning::Wrapper("message"),
    ),
    (
        0x90bf_b865,
        "WrappedError(address target, bytes4 selector, bytes reason, bytes details)",
        Meaning::Wrapper("reason"),
    ),
    (0x6190_b2b0, "UnexpectedRevertBytes(bytes revertData)", Meaning::Wrapper("revertData")),
    (
        0x65c8_fd4d,
        "FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)",
        Meaning::Wrapper("inner"),
    ),
    (0x2202_66b6, "FailedOp(uint256 opIndex, string reason)", Meaning::Words),
    (0x849e_af98, "V2TooLittleReceived()", SLIPPAGE),
    (0x39d3_5496, "V3TooLittleReceived()", SLIPPAGE),
    (0x8b06_3d73, "V4TooLittleReceived(uint256 minimum, uint256 received)", SLIPPAGE),
    (0x9f65_e7f8, "V4TooLittleReceived()", SLIPPAGE),
    (0xc9f5_2c71, "TooLittleReceived()", SLIPPAGE),
    (0x8ab0_bc16, "V2TooMuchRequested()", SLIPPAGE),
    (0x739d_be52, "V3TooMuchRequested()", SLIPPAGE),
    (0x12ba_cdd3, "V4TooMuchRequested(uint256 maximum, uint256 requested)", SLIPPAGE),
    (0x24df_576f, "TooMuchRequested()", SLIPPAGE),
    (0x5bf6_f916, "TransactionDeadlinePassed()", DEADLINE),
    (0xbfb2_2adf, "DeadlinePassed(uint256 deadline)", DEADLINE),
    (0x24bf_66c5, "DeadlineExceeded(uint256 deadline, uint256 now)", DEADLINE),
    (0x7a5e_d734, "NotEnoughLiquidity(bytes32 poolId)", LIQUIDITY),
    (0x486a_a307, "PoolNotInitialized()", NO_POOL),
    (0x7c9c_6e8f, "PriceLimitAlreadyExceeded(uint160 current, uint160 limit)", PRICE_LIMIT),
    (0x9e4d_7cc7, "PriceLimitOutOfBounds(uint160 limit)", PRICE_LIMIT),
    (0x316c_f0eb, "V3InvalidSwap()", BAD_ROUTE),
    (0xd4e0_248e, "V3InvalidAmountOut()", BAD_ROUTE),
    (0xae52_ad0c, "V2InvalidPath()", BAD_ROUTE),
    (0x5212_cba1, "CurrencyNotSettled()", BAD_ROUTE),
    (0xff63_3a38, "LengthMismatch()", BAD_ROUTE),
    (0x38bb_d576, "InvalidEthSender()", BAD_ROUTE),
    (0x1231_ae40, "ETHNotAccepted()", BAD_ROUTE),
    (0x675c_ae38, "InsufficientToken()", BALANCE),
    (0x6a12_f104, "InsufficientETH()", BALANCE),
    (0xa328_1672, "BalanceTooLow()", BALANCE),
    (
        0xe450_d38c,
        "ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
        BALANCE,
    ),
    (
        0xfb8f_41b2,
        "ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
        ALLOWANCE,
    ),
    (0xf96f_b071, "InsufficientAllowance(uint256 amount)", ALLOWANCE),
    (0xd81b_2f2e, "AllowanceExpired(uint256 deadline)", PERMIT_EXPIRED),
    (0xcd21_db4f, "SignatureExpired(uint256 signatureDeadline)", PERMIT_EXPIRED),
    (0x6279_1302, "ERC2612ExpiredSignature(uint256 deadline)", PERMIT_EXPIRED),
    (0x7566_88fe, "InvalidNonce()", PERMIT_REUSED),
    (0x24d3_5a26, "ExcessiveInvalidation()", PERMIT_REUSED),
    (0x815e_1d64, "InvalidSigner()", PERMIT_BAD),
    (0x8baa_579f, "InvalidSignature()", PERMIT_BAD),
    (0xb066_9cbc, "InvalidContractSignature()", PERMIT_BAD),
    (0x4b80_0e46, "ERC2612InvalidSigner(address signer, address owner)", PERMIT_BAD),
    (0x5274_afe7, "SafeERC20FailedOperation(address token)", TRANSFER),
    (
        0xa9b7_edf7,
        "V4TooLittleReceivedPerHop(uint256 hopIndex, uint256 maxPrice, uint256 price)",
        SLIPPAGE,
    ),
    (
        0xe651_8043,
        "V4TooMuchRequestedPerHop(uint256 hopIndex, uint256 maxPrice, uint256 price)",
        SLIPPAGE,
    ),
    (0x7b9c_8916, "InvalidReserves()", LIQUIDITY),
    (0x20db_8267, "InvalidPath()", BAD_ROUTE),
    (0xd76a_1e9e, "InvalidCommandType(uint256 commandType)", BAD_ROUTE),
    (0x5cda_29d7, "UnsupportedAction(uint256 action)", BAD_ROUTE),
    (0xaaad_13f7, "InputLengthMismatch()", BAD_ROUTE),
    (0x3b99_b53d, "SliceOutOfBounds()", BAD_ROUTE),
    (0x6f5f_fb7e, "ContractLocked()", LOCK),
    (0x54e3_ca0d, "ManagerLocked()", LOCK),
    (0x3351_b260, "DeltaNotNegative(address currency)", BAD_ROUTE),
    (0x4c08_5bf1, "DeltaNotPositive(address currency)", BAD_ROUTE),
    (0x1fb0_9b80, "NonceAlreadyUsed()", PERMIT_REUSED),
    (0xd93c_0665, "EnforcedPause()", PAUSED),
    (0x3ee5_aeb5, "ReentrancyGuardReentrantCall()", LOCK),
];

static TABLE: LazyLock<HashMap<[u8; 4], Known>> = LazyLock::new(|| {
    let known = ERRORS.iter().filter_map(|(_, text, meaning)| {
        let signature = Signature::parse(text)?;
        Some((signature.selector, Known { signature, meaning: *meaning }))
    });
    known.collect()
});

/// The error of a selector.
pub(crate) fn find(selector: [u8; 4]) -> Option<&'static Known> {
    TABLE.get(&selector)
}

/// All of them: selector, signature, how it failed and what that says; wrappers say nothing by
/// themselves.
pub fn all() -> impl Iterator<Item = ([u8; 4], &'static str, Option<(FailureClass, Verdict)>)> {
    ERRORS.iter().filter_map(|(selector, _, meaning)| {
        let known = find(selector.to_be_bytes())?;
        let class = match meaning {
            Meaning::Class(class, verdict) => Some((*class, *verdict)),
            Meaning::Wrapper(_) | Meaning::Words => None,
        };
        Some((known.signature.selector, known.signature.text.as_str(), class))
    })
}

/// What the code of a panic means, as Solidity defines them.
pub(crate) fn panic_words(code: u64) -> &'static str {
    match code {
        0x01 => "an assertion failed",
        0x11 => "arithmetic overflow or underflow",
        0x12 => "division by zero",
        0x21 => "invalid enum value",
        0x22 => "corrupt bytes in storage",
        0x31 => "pop from an empty array",
        0x32 => "index out of bounds",
        0x41 => "too much memory allocated",
        0x51 => "call of an uninitialized function",
        _ => "unknown panic",
    }
}

#[cfg(test)]
mod tests {
    use alloy_primitives::keccak256;

    use super::*;

    #[test]
    fn every_selector_is_the_hash_of_its_signature() {
        for (selector, text, _) in ERRORS {
            let signature = Signature::parse(text).unwrap_or_else(|| panic!("{text}"));
            let hash = keccak256(signature.text.as_bytes());
            assert_eq!(hash[..4], selector.to_be_bytes(), "{text}");
            assert_eq!(signature.selector, selector.to_be_bytes(), "{text}");
        }
        assert_eq!(TABLE.len(), ERRORS.len());
    }

    #[test]
    fn every_wrapper_has_the_part_that_is_opened() {
        for (_, text, meaning) in ERRORS {
            if let Meaning::Wrapper(part) = meaning {
                assert!(text.contains(&format!("bytes {part}")), "{text}");
            }
        }
    }

    #[test]
    fn verdicts_are_those_of_the_class_unless_the_table_means_another() {
        for (_, text, meaning) in ERRORS {
            if let Meaning::Class(class, verdict) = meaning {
                assert_eq!(class.verdict(), *verdict, "{text}");
            }
        }
    }
}
