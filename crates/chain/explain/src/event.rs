//! What pools and tokens tell: swaps of the three pool designs, transfers, operations of smart
//! accounts.

use std::collections::HashMap;

use alloy_primitives::{Address, B256, I256, U256};
use alloy_sol_types::SolEvent;

use crate::lenient;
use crate::transaction::Log;

mod token {
    alloy_sol_types::sol! {
        event Transfer(address indexed from, address indexed to, uint256 amount);
        event Withdrawal(address indexed from, uint256 amount);
    }
}

mod v2 {
    alloy_sol_types::sol! {
        event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to);
        event Sync(uint112 reserve0, uint112 reserve1);
    }
}

mod v3 {
    alloy_sol_types::sol! {
        event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick);
        event Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
        event Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1);
    }
}

mod v4 {
    alloy_sol_types::sol! {
        event Swap(bytes32 indexed id, address indexed sender, int128 amount0, int128 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick, uint24 fee);
        event ModifyLiquidity(bytes32 indexed id, address indexed sender, int24 tickLower, int24 tickUpper, int256 liquidityDelta, bytes32 salt);
        event Donate(bytes32 indexed id, address indexed sender, uint256 amount0, uint256 amount1);
    }
}

/// A swap of a two-token pool.
pub(crate) const V2_SWAP: B256 = v2::Swap::SIGNATURE_HASH;
/// Swaps of the three designs.
pub(crate) const SWAPS: [B256; 3] = [V2_SWAP, v3::Swap::SIGNATURE_HASH, v4::Swap::SIGNATURE_HASH];
/// What pools with an address of their own log when they change.
pub(crate) const CHANGES_OF_POOLS: [B256; 5] = [
    v2::Sync::SIGNATURE_HASH,
    V2_SWAP,
    v3::Swap::SIGNATURE_HASH,
    v3::Mint::SIGNATURE_HASH,
    v3::Burn::SIGNATURE_HASH,
];
/// What a singleton logs when one of its pools changes.
pub(crate) const CHANGES_OF_SINGLETON: [B256; 3] =
    [v4::Swap::SIGNATURE_HASH, v4::ModifyLiquidity::SIGNATURE_HASH, v4::Donate::SIGNATURE_HASH];

mod account {
    alloy_sol_types::sol! {
        event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed);
        event UserOperationRevertReason(bytes32 indexed userOpHash, address indexed sender, uint256 nonce, bytes revertReason);
    }
}

/// What an entry point logged about an operation that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OperationFailure {
    /// The entry point.
    pub entry_point: Address,
    /// The hash of the operation.
    pub hash: B256,
    /// The smart account.
    pub sender: Address,
    /// The number of the operation in the order of the account.
    pub nonce: U256,
    /// The revert data.
    pub reason: Vec<u8>,
}

impl OperationFailure {
    /// Reads a log; nothing if it is about something else.
    pub(crate) fn read(log: &Log) -> Option<OperationFailure> {
        let topics = log.topics.iter().copied();
        let told = account::UserOperationRevertReason::decode_raw_log(topics, &log.data).ok()?;
        Some(OperationFailure {
            entry_point: log.address,
            hash: told.userOpHash,
            sender: told.sender,
            nonce: told.nonce,
            reason: told.revertReason.to_vec(),
        })
    }
}

/// A transfer of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moved {
    /// The token's contract.
    pub token: Address,
    /// The sender.
    pub from: Address,
    /// The receiver.
    pub to: Address,
    /// The amount, in the smallest unit of the token.
    pub amount: U256,
}

/// A swap in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Traded {
    /// The pool's address, or its id in a singleton.
    pub pool: String,
    /// `v2`, `v3`, `v4`.
    pub design: &'static str,
    /// The token sold, if a transfer shows it.
    pub token_in: Option<Address>,
    /// The token bought, if a transfer shows it.
    pub token_out: Option<Address>,
    /// The amount sold.
    pub amount_in: U256,
    /// The amount bought.
    pub amount_out: U256,
    /// The fee, if the event includes it.
    pub fee: Option<u32>,
}

/// The known events among the logs of a receipt.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    /// Transfers, in log order.
    pub moved: Vec<Moved>,
    /// Swaps, in log order.
    pub traded: Vec<Traded>,
    /// Unwrapped coin: owner and amount.
    pub unwrapped: Vec<(Address, U256)>,
    /// Smart accounts with an executed operation.
    pub actors: Vec<Address>,
    /// The revert data of a smart account's operation inside a transaction that succeeded.
    pub inner_revert: Option<Vec<u8>>,
    /// Whether an operation of a smart account failed.
    pub has_failed_operation: bool,
}

impl Told {
    /// Decodes the known events among the logs.
    pub(crate) fn read(logs: &[Log]) -> Told {
        let mut told = Told::default();
        let mut pools: HashMap<Address, Vec<(Address, bool, U256)>> = HashMap::new();
        for log in logs {
            let topics = || log.topics.iter().copied();
            match log.topics.first() {
                Some(&token::Transfer::SIGNATURE_HASH) => {
                    if let Ok(found) = token::Transfer::decode_raw_log(topics(), &log.data) {
                        let (from, to, amount) = (found.from, found.to, found.amount);
                        pools.entry(to).or_default().push((log.address, true, amount));
                        pools.entry(from).or_default().push((log.address, false, amount));
                        told.moved.push(Moved { token: log.address, from, to, amount });
                    }
                }
                Some(&token::Withdrawal::SIGNATURE_HASH) => {
                    let found = token::Withdrawal::decode_raw_log(topics(), &log.data);
                    told.unwrapped.extend(found.ok().map(|found| (found.from, found.amount)));
                }
                Some(&account::UserOperationEvent::SIGNATURE_HASH) => {
                    if let Ok(found) =
                        account::UserOperationEvent::decode_raw_log(topics(), &log.data)
                    {
                        told.actors.push(found.sender);
                        told.has_failed_operation |= !found.success;
                    }
                }
                Some(&account::UserOperationRevertReason::SIGNATURE_HASH) => {
                    told.inner_revert = OperationFailure::read(log).map(|told| told.reason);
                }
                _ => told.traded.extend(traded(log, &pools)),
            }
        }
        told
    }

    /// Net amount of a token that an address received.
    pub(crate) fn received(&self, who: Address, token: Address) -> U256 {
        let of = |is_in: bool| {
            let side = |moved: &&Moved| if is_in { moved.to == who } else { moved.from == who };
            let all = self.moved.iter().filter(|moved| moved.token == token).filter(side);
            all.fold(U256::ZERO, |sum, moved| sum.saturating_add(moved.amount))
        };
        of(true).saturating_sub(of(false))
    }

    /// Net amount of a token that an address spent.
    pub(crate) fn spent(&self, who: Address, token: Address) -> U256 {
        let given = self.moved.iter().filter(|moved| moved.token == token && moved.from == who);
        let back = self.moved.iter().filter(|moved| moved.token == token && moved.to == who);
        let sum = |sum: U256, moved: &Moved| sum.saturating_add(moved.amount);
        given.fold(U256::ZERO, sum).saturating_sub(back.fold(U256::ZERO, sum))
    }
}

/// The account and the number of an executed operation, and whether it succeeded.
pub(crate) fn operation(log: &Log) -> Option<(Address, U256, bool)> {
    let is_operation = log.topics.first() == Some(&account::UserOperationEvent::SIGNATURE_HASH);
    let topics = log.topics.iter().copied();
    let found = is_operation
        .then(|| account::UserOperationEvent::decode_raw_log(topics, &log.data).ok())??;
    Some((found.sender, found.nonce, found.success))
}

type Movements = HashMap<Address, Vec<(Address, bool, U256)>>;

/// Decodes a swap of one of the three designs. The tokens are taken from the transfers before it.
fn traded(log: &Log, pools: &Movements) -> Option<Traded> {
    let topics = || log.topics.iter().copied();
    let first: &B256 = log.topics.first()?;
    let (design, amount_in, amount_out) = if *first == v2::Swap::SIGNATURE_HASH {
        let swap = v2::Swap::decode_raw_log(topics(), &log.data).ok()?;
        let (zero, one) = (swap.amount0In, swap.amount1In);
        let is_zero_in = swap.amount1Out > swap.amount0Out;
        if is_zero_in { ("v2", zero, swap.amount1Out) } else { ("v2", one, swap.amount0Out) }
    } else if *first == v3::Swap::SIGNATURE_HASH {
        let swap = v3::Swap::decode_raw_log(topics(), &log.data).ok()?;
        let (given, got) = sides(swap.amount0, swap.amount1);
        ("v3", given, got)
    } else if *first == v4::Swap::SIGNATURE_HASH {
        return singleton(log);
    } else {
        return None;
    };
    let moves = pools.get(&log.address).map(Vec::as_slice).unwrap_or_default();
    let of = |is_in: bool, amount: U256| {
        let mut side = moves.iter().rev().filter(move |(_, into, _)| *into == is_in);
        let exact = side.clone().find(|(_, _, moved)| *moved == amount);
        exact.or_else(|| side.next()).map(|(token, ..)| *token)
    };
    Some(Traded {
        pool: lenient::hex(log.address.as_slice()),
        design,
        token_in: of(true, amount_in),
        token_out: of(false, amount_out),
        amount_in,
        amount_out,
        fee: None,
    })
}

/// Decodes a swap in the v4 singleton, where amounts that the swapper pays are negative.
fn singleton(log: &Log) -> Option<Traded> {
    let swap = v4::Swap::decode_raw_log(log.topics.iter().copied(), &log.data).ok()?;
    let (zero, one) = (I256::try_from(swap.amount0).ok()?, I256::try_from(swap.amount1).ok()?);
    let (got, given) = sides(zero, one);
    Some(Traded {
        pool: lenient::hex(swap.id.as_slice()),
        design: "v4",
        token_in: None,
        token_out: None,
        amount_in: given,
        amount_out: got,
        fee: u32::try_from(swap.fee.to::<u64>()).ok(),
    })
}

/// The positive side, and the negative one without its sign.
fn sides(zero: I256, one: I256) -> (U256, U256) {
    if zero.is_positive() || one.is_negative() {
        (zero.unsigned_abs(), one.unsigned_abs())
    } else {
        (one.unsigned_abs(), zero.unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_those_of_the_design() {
        let begins = |hash: B256, with: u32| hash[..4] == with.to_be_bytes();
        assert!(begins(token::Transfer::SIGNATURE_HASH, 0xddf2_52ad));
        assert!(begins(v2::Swap::SIGNATURE_HASH, 0xd78a_d95f));
        assert!(begins(v3::Swap::SIGNATURE_HASH, 0xc420_79f9));
        assert!(begins(v4::Swap::SIGNATURE_HASH, 0x40e9_cecb));
        assert!(begins(v2::Sync::SIGNATURE_HASH, 0x1c41_1e9a));
        assert!(begins(v3::Mint::SIGNATURE_HASH, 0x7a53_080b));
        assert!(begins(v3::Burn::SIGNATURE_HASH, 0x0c39_6cd9));
        assert!(begins(v4::ModifyLiquidity::SIGNATURE_HASH, 0xf208_f491));
        assert!(begins(v4::Donate::SIGNATURE_HASH, 0x29ef_05ca));
    }
}
