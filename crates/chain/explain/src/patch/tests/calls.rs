//! Calls of each router, and the words in which their limits are.

use alloy_primitives::{Address, Bytes, U256, aliases::U160};
use alloy_sol_types::{SolCall, SolValue};

pub(super) mod v2 {
    alloy_sol_types::sol! {
        function swapExactTokensForTokens(uint256 a, uint256 min, address[] path, address to, uint256 deadline);
        function swapExactTokensForETH(uint256 a, uint256 min, address[] path, address to, uint256 deadline);
        function swapExactETHForTokens(uint256 min, address[] path, address to, uint256 deadline);
        function swapTokensForExactTokens(uint256 a, uint256 max, address[] path, address to, uint256 deadline);
        function swapTokensForExactETH(uint256 a, uint256 max, address[] path, address to, uint256 deadline);
        function swapETHForExactTokens(uint256 a, address[] path, address to, uint256 deadline);
    }
}

pub(super) mod v3 {
    alloy_sol_types::sol! {
        struct Single { address a; address b; uint24 fee; address to; uint256 deadline; uint256 amount; uint256 limit; uint160 price; }
        struct Path { bytes path; address to; uint256 deadline; uint256 amount; uint256 limit; }
        function exactInputSingle(Single params);
        function exactOutputSingle(Single params);
        function exactInput(Path params);
        function exactOutput(Path params);
        function multicall(bytes[] data);
        function unwrapWETH9(uint256 min, address to);
        function sweepToken(address token, uint256 min, address to);
        function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s);
    }
}

pub(super) mod both {
    alloy_sol_types::sol! {
        struct Single { address a; address b; uint24 fee; address to; uint256 amount; uint256 limit; uint160 price; }
        struct Path { bytes path; address to; uint256 amount; uint256 limit; }
        function exactInputSingle(Single params);
        function exactOutputSingle(Single params);
        function exactInput(Path params);
        function exactOutput(Path params);
        function swapExactTokensForTokens(uint256 a, uint256 min, address[] path, address to);
        function swapTokensForExactTokens(uint256 a, uint256 max, address[] path, address to);
        function multicall(uint256 deadline, bytes[] data);
    }
}

pub(super) mod universal {
    alloy_sol_types::sol! {
        function execute(bytes commands, bytes[] inputs, uint256 deadline);
        struct Key { address a; address b; uint24 fee; int24 spacing; address hooks; }
        struct Single { Key key; bool zeroForOne; uint128 amount; uint128 limit; bytes hookData; }
        struct Hop { address currency; uint24 fee; int24 spacing; address hooks; bytes hookData; }
        struct Path { address currency; Hop[] path; uint128 amount; uint128 limit; }
        struct LimitedPath { address currency; Hop[] path; uint256[] hopLimits; uint128 amount; uint128 limit; }
        struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }
        struct Permit { Details details; address spender; uint256 deadline; }
    }
}

pub(super) fn token(byte: u8) -> Address {
    Address::repeat_byte(byte)
}

pub(super) fn tokens() -> Vec<Address> {
    vec![token(0x11), token(0x22), token(0x33)]
}

fn packed_path() -> Bytes {
    [token(0x11).as_slice(), &[0, 0x0b, 0xb8], token(0x22).as_slice()].concat().into()
}

/// A call with this limit, and the words of its lower limit, upper limit and deadline.
pub(super) type Row = (Vec<u8>, Option<usize>, Option<usize>, Option<usize>);

/// A call with a limit below, its word, and the word of its deadline.
fn lower(call: Vec<u8>, at: usize, deadline: Option<usize>) -> Row {
    (call, Some(at), None, deadline)
}

fn upper(call: Vec<u8>, at: usize, deadline: Option<usize>) -> Row {
    (call, None, Some(at), deadline)
}

/// One of each function.
pub(super) fn plain_calls(amount: U256, limit: U256, deadline: U256) -> Vec<Row> {
    let mut rows = of_two_token_pools(amount, limit, deadline);
    rows.extend(of_range_pools(amount, limit, deadline));
    rows.extend(of_both(amount, limit));
    rows
}

fn of_two_token_pools(a: U256, limit: U256, deadline: U256) -> Vec<Row> {
    let (to, path) = (token(0x99), tokens);
    let (min, max) = (limit, limit);
    let call = v2::swapExactTokensForTokensCall { a, min, path: path(), to, deadline };
    let for_coin = v2::swapExactTokensForETHCall { a, min, path: path(), to, deadline };
    let of_coin = v2::swapExactETHForTokensCall { min, path: path(), to, deadline };
    let out = v2::swapTokensForExactTokensCall { a, max, path: path(), to, deadline };
    let coin_out = v2::swapTokensForExactETHCall { a, max, path: path(), to, deadline };
    let by_value = v2::swapETHForExactTokensCall { a, path: path(), to, deadline };
    vec![
        lower(call.abi_encode(), 1, Some(4)),
        lower(for_coin.abi_encode(), 1, Some(4)),
        lower(of_coin.abi_encode(), 0, Some(3)),
        upper(out.abi_encode(), 1, Some(4)),
        upper(coin_out.abi_encode(), 1, Some(4)),
        (by_value.abi_encode(), None, None, Some(3)),
    ]
}

fn of_range_pools(amount: U256, limit: U256, deadline: U256) -> Vec<Row> {
    let (a, b, to, fee) = (token(0x11), token(0x22), token(0x99), 3000.try_into().unwrap());
    let price = U160::from(123);
    let single = || v3::Single { a, b, fee, to, deadline, amount, limit, price };
    let route = || v3::Path { path: packed_path(), to, deadline, amount, limit };
    vec![
        lower(v3::exactInputSingleCall { params: single() }.abi_encode(), 6, Some(4)),
        upper(v3::exactOutputSingleCall { params: single() }.abi_encode(), 6, Some(4)),
        lower(v3::exactInputCall { params: route() }.abi_encode(), 5, Some(3)),
        upper(v3::exactOutputCall { params: route() }.abi_encode(), 5, Some(3)),
        lower(v3::unwrapWETH9Call { min: limit, to }.abi_encode(), 0, None),
        lower(v3::sweepTokenCall { token: a, min: limit, to }.abi_encode(), 1, None),
    ]
}

fn of_both(amount: U256, limit: U256) -> Vec<Row> {
    let (a, b, to, fee) = (token(0x11), token(0x22), token(0x99), 3000.try_into().unwrap());
    let price = U160::from(123);
    let single = || both::Single { a, b, fee, to, amount, limit, price };
    let route = || both::Path { path: packed_path(), to, amount, limit };
    let call = both::swapExactTokensForTokensCall { a: amount, min: limit, path: tokens(), to };
    let out = both::swapTokensForExactTokensCall { a: amount, max: limit, path: tokens(), to };
    vec![
        lower(both::exactInputSingleCall { params: single() }.abi_encode(), 5, None),
        upper(both::exactOutputSingleCall { params: single() }.abi_encode(), 5, None),
        lower(both::exactInputCall { params: route() }.abi_encode(), 4, None),
        upper(both::exactOutputCall { params: route() }.abi_encode(), 4, None),
        lower(call.abi_encode(), 1, None),
        upper(out.abi_encode(), 1, None),
    ]
}

fn key() -> universal::Key {
    universal::Key {
        a: token(0x11),
        b: token(0x22),
        fee: 3000.try_into().unwrap(),
        spacing: 60.try_into().unwrap(),
        hooks: Address::ZERO,
    }
}

fn hop() -> universal::Hop {
    universal::Hop {
        currency: token(0x22),
        fee: 3000.try_into().unwrap(),
        spacing: 60.try_into().unwrap(),
        hooks: Address::ZERO,
        hookData: Bytes::new(),
    }
}

/// An input of a command or an action, whether its limit is an upper one, and the limit's word.
pub(super) type Input = (u8, Vec<u8>, bool, usize);

pub(super) fn commands(amount: U256, limit: U256) -> Vec<Input> {
    let (to, token) = (token(0x99), token(0x11));
    vec![
        (0x00, (to, amount, limit, packed_path(), true).abi_encode_params(), false, 2),
        (0x01, (to, amount, limit, packed_path(), true).abi_encode_params(), true, 2),
        (0x08, (to, amount, limit, tokens(), true).abi_encode_params(), false, 2),
        (0x09, (to, amount, limit, tokens(), true).abi_encode_params(), true, 2),
        (0x04, (token, to, limit).abi_encode_params(), false, 2),
        (0x0c, (to, limit).abi_encode_params(), false, 1),
        (0x0e, (to, token, limit).abi_encode_params(), false, 2),
    ]
}

pub(super) fn actions(amount: u128, limit: u128) -> Vec<Input> {
    let single = || universal::Single {
        key: key(),
        zeroForOne: true,
        amount,
        limit,
        hookData: Bytes::from(vec![7; 40]),
    };
    let path = || universal::Path { currency: token(0x11), path: vec![hop()], amount, limit };
    let limited = || universal::LimitedPath {
        currency: token(0x11),
        path: vec![hop()],
        hopLimits: vec![U256::from(77)],
        amount,
        limit,
    };
    let all = (token(0x22), U256::from(limit)).abi_encode_params();
    vec![
        (0x06, single().abi_encode(), false, 8),
        (0x08, single().abi_encode(), true, 8),
        (0x07, path().abi_encode(), false, 4),
        (0x09, path().abi_encode(), true, 4),
        (0x07, limited().abi_encode(), false, 5),
        (0x09, limited().abi_encode(), true, 5),
        (0x0f, all.clone(), false, 1),
        (0x0c, all, true, 1),
    ]
}

pub(super) fn execute(inputs: Vec<(u8, Vec<u8>)>, deadline: U256) -> Vec<u8> {
    let commands: Vec<u8> = inputs.iter().map(|(byte, _)| *byte).collect();
    let inputs = inputs.into_iter().map(|(_, input)| input.into()).collect();
    universal::executeCall { commands: commands.into(), inputs, deadline }.abi_encode()
}
