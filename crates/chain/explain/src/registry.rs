//! What the programme knows about a network: its contracts, tokens and errors.

use std::collections::HashMap;

use alloy_json_abi::JsonAbi;
use alloy_primitives::Address;

use crate::class::{FailureClass, Verdict};
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// What a contract is for.
    pub enum Role {
        /// Takes swaps.
        Router = "router",
        /// Says what a swap would bring.
        Quoter = "quoter",
        /// Moves tokens by signed permissions.
        Permit = "permit",
        /// Makes pools.
        Factory = "factory",
        /// Holds all pools of a singleton design.
        PoolManager = "pool_manager",
        /// A token.
        Token = "token",
        /// Anything else.
        Other = "other",
    }
}

/// A contract of the product under test.
#[derive(Debug, Clone)]
pub struct Contract {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Its interface, if an administrator added it.
    pub abi: Option<JsonAbi>,
}

/// A token and what is odd about it.
#[derive(Debug, Clone, Default)]
pub struct Token {
    /// Its symbol.
    pub symbol: String,
    /// Its decimals.
    pub decimals: u8,
    /// Takes a fee on each transfer.
    pub fee_on_transfer: bool,
    /// Can be paused.
    pub pausable: bool,
    /// Can block addresses.
    pub blocklist: bool,
}

/// What names an error.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ErrorKey {
    /// The first four bytes of its data.
    Selector([u8; 4]),
    /// A text that its message contains; compared without case.
    Text(String),
}

/// What an administrator says about an error.
#[derive(Debug, Clone)]
pub struct ErrorSignature {
    /// What it is known by.
    pub key: ErrorKey,
    /// Its signature, such as `TooLittle(uint256)`, if known.
    pub signature: Option<String>,
    /// How such a swap failed.
    pub class: FailureClass,
    /// What that says.
    pub verdict: Verdict,
    /// What to tell the tester.
    pub sentence: String,
    /// What they can do.
    pub advice: Option<String>,
}

/// Everything known about one network.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    /// The symbol of the network's own coin.
    pub native_symbol: String,
    /// The decimals of the network's own coin.
    pub native_decimals: u8,
    /// Time between blocks.
    pub block_time_ms: u64,
    /// By how many basis points a swap may fall short of its quote before that is a failure.
    pub quote_deviation_bps: i64,
    /// From how many basis points on a price impact is high.
    pub price_impact_bps: i64,
    /// Contracts by address.
    pub contracts: HashMap<Address, Contract>,
    /// Tokens by address.
    pub tokens: HashMap<Address, Token>,
    /// Errors that administrators described; they win over the built-in table.
    pub signatures: Vec<ErrorSignature>,
}
