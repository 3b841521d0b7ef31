//! The token of a payout.

use alloy_primitives::Address;
use serde::{Deserialize, Serialize};

use crate::address;

/// A token on a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Token {
    /// Its symbol.
    pub symbol: String,
    /// Its contract, in lower case. `None` for the network's own coin.
    pub address: Option<String>,
    /// Number of decimal digits.
    pub decimals: u8,
    /// The network.
    pub chain_id: u64,
}

impl Token {
    /// The contract.
    pub fn contract(&self) -> Option<Address> {
        address::parse(self.address.as_deref()?)
    }
}
