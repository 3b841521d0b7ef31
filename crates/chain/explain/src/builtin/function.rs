//! The functions that swaps go through.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::signature::Signature;

/// Routers of two-token pools, of range pools, of both; permissions; tokens; smart accounts.
const FUNCTIONS: &[&str] = &[
    "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)",
    "swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)",
    "swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)",
    "swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)",
    "swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)",
    "swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)",
    "exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)",
    "exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)",
    "exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)",
    "exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)",
    "exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)",
    "exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)",
    "exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)",
    "exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)",
    "multicall(bytes[] data)",
    "multicall(uint256 deadline, bytes[] data)",
    "multicall(bytes32 previousBlockhash, bytes[] data)",
    "unwrapWETH9(uint256 amountMinimum, address recipient)",
    "unwrapWETH9(uint256 amountMinimum)",
    "unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)",
    "wrapETH(uint256 value)",
    "refundETH()",
    "sweepToken(address token, uint256 amountMinimum, address recipient)",
    "sweepToken(address token, uint256 amountMinimum)",
    "sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient)",
    "pull(address token, uint256 value)",
    "selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
    "selfPermitIfNecessary(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
    "selfPermitAllowed(address token, uint256 nonce, uint256 expiry, uint8 v, bytes32 r, bytes32 s)",
    "uniswapV3SwapCallback(int256 amount0Delta, int256 amount1Delta, bytes data)",
    "execute(bytes commands, bytes[] inputs, uint256 deadline)",
    "execute(bytes commands, bytes[] inputs)",
    "approve(address token, address spender, uint160 amount, uint48 expiration)",
    "permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)",
    "permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
    "transferFrom(address from, address to, uint160 amount, address token)",
    "permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)",
    "transfer(address to, uint256 amount)",
    "transferFrom(address from, address to, uint256 amount)",
    "approve(address spender, uint256 amount)",
    "allowance(address owner, address spender)",
    "balanceOf(address account)",
    "permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
    "permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)",
    "deposit()",
    "withdraw(uint256 amount)",
    "handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
    "handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)",
    "execute(address target, uint256 value, bytes data)",
    "execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)",
    "getPair(address tokenA, address tokenB)",
    "getReserves()",
    "swap(uint256 amount0Out, uint256 amount1Out, address to, bytes data)",
    "swap(address recipient, bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96, bytes data)",
    "swap((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, (bool zeroForOne, int256 amountSpecified, uint160 sqrtPriceLimitX96) params, bytes hookData)",
    "unlock(bytes data)",
    "unlockCallback(bytes data)",
];

static TABLE: LazyLock<HashMap<[u8; 4], Signature>> = LazyLock::new(|| {
    let known = FUNCTIONS.iter().filter_map(|text| Signature::parse(text));
    known.map(|signature| (signature.selector, signature)).collect()
});

/// The function of a selector.
pub(crate) fn find(selector: [u8; 4]) -> Option<&'static Signature> {
    TABLE.get(&selector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_a_signature_and_no_two_share_a_selector() {
        let unread: Vec<_> =
            FUNCTIONS.iter().filter(|text| Signature::parse(text).is_none()).collect();
        assert!(unread.is_empty(), "{unread:#?}");
        assert_eq!(TABLE.len(), FUNCTIONS.len());
    }

    #[test]
    fn selectors_are_those_that_routers_have() {
        for (selector, name) in [
            (0x38ed_1739_u32, "swapExactTokensForTokens"),
            (0x414b_f389, "exactInputSingle"),
            (0x04e4_5aaf, "exactInputSingle"),
            (0xb858_183f, "exactInput"),
            (0xac96_50d8, "multicall"),
            (0x5ae4_01dc, "multicall"),
            (0x3593_564c, "execute"),
            (0x2485_6bc3, "execute"),
            (0x1fad_948c, "handleOps"),
            (0x765e_827f, "handleOps"),
            (0x6a76_1202, "execTransaction"),
            (0x23b8_72dd, "transferFrom"),
            (0x472b_43f3, "swapExactTokensForTokens"),
        ] {
            let found = find(selector.to_be_bytes()).map(|signature| signature.name.as_str());
            assert_eq!(found, Some(name), "{selector:08x}");
        }
    }
}
