//! The explanation of a transaction or an error, as it is stored and sent.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::tried::WouldHave;
use crate::{Amount, Confidence, FailureClass, Verdict};

keyed_enum! {
    /// What became of a transaction.
    pub enum ChainStatus {
        /// Mined, and it did what it was to do.
        Success = "success",
        /// Mined, and undone.
        Reverted = "reverted",
        /// Not mined yet.
        Pending = "pending",
        /// Forgotten.
        Dropped = "dropped",
        /// Another one took its slot.
        Replaced = "replaced",
    }
}

/// An argument of a call, an event or an error, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// Its name, or its place (`0`, `1` …).
    pub name: String,
    /// Its Solidity type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value: decimal, hex or text, cut at 200 characters.
    pub value: String,
}

/// The function that was called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// `0x` and eight digits.
    pub selector: String,
    /// `exactInputSingle`; `None` if unknown.
    pub name: Option<String>,
    /// Its arguments.
    pub args: Vec<Argument>,
    /// `abi` (the contract's own), `builtin`, `directory`, or nothing.
    pub source: Option<String>,
}

/// A command of a router that takes lists of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouterCommand {
    /// Its place.
    pub index: u32,
    /// `V3_SWAP_EXACT_IN`.
    pub name: String,
    /// Whether it is the one that failed.
    pub failed: bool,
    /// Its inputs.
    pub inputs: Vec<Argument>,
}

/// A token; without an address the network's own coin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRef {
    /// Lower-case hex.
    pub address: Option<String>,
    /// Its symbol, if known.
    pub symbol: Option<String>,
    /// Its decimals, if known.
    pub decimals: Option<u8>,
}

impl TokenRef {
    /// An amount with the symbol; nothing if symbol or decimals are unknown.
    pub(crate) fn shown(&self, amount: Amount) -> Option<String> {
        let symbol = self.symbol.as_deref().filter(|symbol| !symbol.is_empty())?;
        Some(format!("{} {symbol}", amount.shown(self.decimals?)))
    }
}

/// One pool of a route.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hop {
    /// The pool's address, or its id in a singleton.
    pub pool: Option<String>,
    /// `v2`, `v3`, `v4`.
    pub design: String,
    /// What went in.
    pub token_in: Option<String>,
    /// What came out.
    pub token_out: Option<String>,
    /// The fee in hundredths of a basis point.
    pub fee: Option<u32>,
}

/// What was to be swapped, and what was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Swap {
    /// What was given.
    pub token_in: TokenRef,
    /// What was wanted.
    pub token_out: TokenRef,
    /// How much went in: executed, or asked for if it failed.
    pub amount_in: Option<Amount>,
    /// How much came out; nothing if it failed.
    pub amount_out: Option<Amount>,
    /// The least that was accepted.
    pub min_out: Option<Amount>,
    /// The most that was to be paid.
    pub max_in: Option<Amount>,
    /// `in` or `out`: which side was exact.
    pub exact: String,
    /// Who was to get it.
    pub recipient: Option<String>,
    /// Seconds since 1970.
    pub deadline: Option<u64>,
    /// The pools.
    pub hops: Vec<Hop>,
}

/// A frame of the failed path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RevertFrame {
    /// 0 is the transaction itself.
    pub depth: u32,
    /// The contract's address.
    pub contract: Option<String>,
    /// Its name in the registry.
    pub label: Option<String>,
    /// Its role in the registry, or `unknown`.
    pub role: String,
    /// What was called there.
    pub method: Option<String>,
    /// The first four bytes of what it reverted with.
    pub selector: Option<String>,
    /// The error's name.
    pub name: Option<String>,
    /// The error's arguments.
    pub args: Vec<Argument>,
}

/// Another reading of the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternative {
    /// `TooMuchRequested()`.
    pub signature: String,
    /// What it would mean.
    pub failure_class: Option<FailureClass>,
}

/// Why it was undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revert {
    /// The data, as hex, cut at 1,024 bytes.
    pub data: Option<String>,
    /// From the outermost to the frame where it began.
    pub frames: Vec<RevertFrame>,
    /// The text, if the error is one.
    pub text: Option<String>,
    /// Other readings of the selector.
    pub alternatives: Vec<Alternative>,
}

/// A movement of a token to or from the sender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transfer {
    /// The token.
    pub token: TokenRef,
    /// The sender.
    pub from: String,
    /// The receiver.
    pub to: String,
    /// The amount.
    pub amount: Amount,
}

/// An error as a wallet or a node reported it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RpcError {
    /// The method that failed, if said.
    pub method: Option<String>,
    /// Its code.
    pub code: Option<i64>,
    /// Its message, without secrets.
    pub message: Option<String>,
    /// Its data, as hex or text.
    pub data: Option<String>,
}

/// The quote beside what happened. Floor division; nothing if the denominator is zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compare {
    /// Executed against quoted.
    pub executed_vs_quote_bps: Option<i64>,
    /// Executed against the least accepted.
    pub executed_vs_min_bps: Option<i64>,
    /// How much of the tolerance was used; 10000 landed on the floor.
    pub headroom_used_bps: Option<i64>,
    /// Blocks between quote and execution.
    pub blocks_late: Option<i64>,
    /// Seconds between them.
    pub seconds_late: Option<i64>,
}

/// Everything that can be said.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// What became of it.
    pub chain_status: Option<ChainStatus>,
    /// Its block.
    pub block_number: Option<u64>,
    /// The block's hash: if it changes, the chain was re-organised.
    pub block_hash: Option<String>,
    /// Its place in the block.
    pub tx_index: Option<u32>,
    /// The block's time, seconds since 1970.
    pub block_time: Option<u64>,
    /// Who sent it.
    pub from: Option<String>,
    /// To which contract; nothing if one was made.
    pub to: Option<String>,
    /// The native coin that went with it.
    pub value: Option<Amount>,
    /// Its number in the sender's order.
    pub nonce: Option<u64>,
    /// The gas it might use.
    pub gas_limit: Option<Amount>,
    /// The gas it used.
    pub gas_used: Option<Amount>,
    /// What it paid for each.
    pub gas_price: Option<Amount>,
    /// Who acted, besides the sender: smart accounts whose operations it carried.
    pub actors: Vec<String>,
    /// The function called.
    pub method: Option<Method>,
    /// The router's commands.
    pub commands: Vec<RouterCommand>,
    /// The swap.
    pub swap: Option<Swap>,
    /// Why it was undone.
    pub revert: Option<Revert>,
    /// Token movements of the sender, at most 200.
    pub transfers: Vec<Transfer>,
    /// The wallet's or the node's error, if it was pasted.
    pub rpc: Option<RpcError>,
    /// The quote beside what happened.
    pub compare: Option<Compare>,
    /// How it failed; nothing if it did not.
    pub failure_class: Option<FailureClass>,
    /// What that says.
    pub verdict: Option<Verdict>,
    /// In plain words.
    pub sentence: Option<String>,
    /// What to do.
    pub advice: Option<String>,
    /// Hex of 32 bytes: equal for equal failures.
    pub fingerprint: Option<String>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// What would have made it pass, once that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub would_have: Option<WouldHave>,
}
