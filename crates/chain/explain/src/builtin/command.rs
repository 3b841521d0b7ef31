//! The commands of routers that take lists of them, and the actions of singleton pools.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::signature::Signature;

/// The bits that name a command; the last one lets it fail without the rest.
pub(crate) const KIND: u8 = 0x7f;
/// Swaps in a singleton's pools: a list of actions by itself.
pub(crate) const V4_SWAP: u8 = 0x10;
/// A list of commands inside the list.
pub(crate) const EXECUTE_SUB_PLAN: u8 = 0x21;

const COMMANDS: &[(u8, &str)] = &[
    (
        0x00,
        "V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)",
    ),
    (
        0x01,
        "V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)",
    ),
    (0x02, "PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)"),
    (
        0x03,
        "PERMIT2_PERMIT_BATCH(((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
    ),
    (0x04, "SWEEP(address token, address recipient, uint256 amountMin)"),
    (0x05, "TRANSFER(address token, address recipient, uint256 value)"),
    (0x06, "PAY_PORTION(address token, address recipient, uint256 bips)"),
    (
        0x08,
        "V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser)",
    ),
    (
        0x09,
        "V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser)",
    ),
    (
        0x0a,
        "PERMIT2_PERMIT(((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)",
    ),
    (0x0b, "WRAP_ETH(address recipient, uint256 amount)"),
    (0x0c, "UNWRAP_WETH(address recipient, uint256 amountMin)"),
    (
        0x0d,
        "PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] batch)",
    ),
    (0x0e, "BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)"),
    (0x10, "V4_SWAP(bytes actions, bytes[] params)"),
    (0x11, "V3_POSITION_MANAGER_PERMIT()"),
    (0x12, "V3_POSITION_MANAGER_CALL()"),
    (
        0x13,
        "V4_INITIALIZE_POOL((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, uint160 sqrtPriceX96)",
    ),
    (0x14, "V4_POSITION_MANAGER_CALL()"),
    (0x21, "EXECUTE_SUB_PLAN(bytes commands, bytes[] inputs)"),
];

/// Newer routers also take a limit for each pool, so a byte may have two forms.
const ACTIONS: &[(u8, &str)] = &[
    (
        0x06,
        "SWAP_EXACT_IN_SINGLE(((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData) params)",
    ),
    (
        0x07,
        "SWAP_EXACT_IN((address currencyIn, (address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path, uint128 amountIn, uint128 amountOutMinimum) params)",
    ),
    (
        0x07,
        "SWAP_EXACT_IN((address currencyIn, (address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path, uint256[] hopLimits, uint128 amountIn, uint128 amountOutMinimum) params)",
    ),
    (
        0x08,
        "SWAP_EXACT_OUT_SINGLE(((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, bool zeroForOne, uint128 amountOut, uint128 amountInMaximum, bytes hookData) params)",
    ),
    (
        0x09,
        "SWAP_EXACT_OUT((address currencyOut, (address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path, uint128 amountOut, uint128 amountInMaximum) params)",
    ),
    (
        0x09,
        "SWAP_EXACT_OUT((address currencyOut, (address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path, uint256[] hopLimits, uint128 amountOut, uint128 amountInMaximum) params)",
    ),
    (0x0b, "SETTLE(address currency, uint256 amount, bool payerIsUser)"),
    (0x0c, "SETTLE_ALL(address currency, uint256 maxAmount)"),
    (0x0e, "TAKE(address currency, address recipient, uint256 amount)"),
    (0x0f, "TAKE_ALL(address currency, uint256 minAmount)"),
    (0x10, "TAKE_PORTION(address currency, address recipient, uint256 bips)"),
];

static COMMAND_TABLE: LazyLock<HashMap<u8, Signature>> = LazyLock::new(|| {
    let known = COMMANDS.iter().filter_map(|(byte, text)| Some((*byte, Signature::parse(text)?)));
    known.collect()
});
static ACTION_TABLE: LazyLock<Vec<(u8, Signature)>> = LazyLock::new(|| {
    let known = ACTIONS.iter().filter_map(|(byte, text)| Some((*byte, Signature::parse(text)?)));
    known.collect()
});

/// The command of a byte.
pub(crate) fn command(byte: u8) -> Option<&'static Signature> {
    COMMAND_TABLE.get(&(byte & KIND))
}

/// The forms of an action.
pub(crate) fn actions(byte: u8) -> impl Iterator<Item = &'static Signature> {
    ACTION_TABLE.iter().filter(move |(own, _)| *own == byte).map(|(_, signature)| signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_action_is_read() {
        assert_eq!(COMMAND_TABLE.len(), COMMANDS.len());
        assert_eq!(ACTION_TABLE.len(), ACTIONS.len());
    }
}
