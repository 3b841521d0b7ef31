//! The token that is paid.

use alloy_primitives::Address;
use serde::{Deserialize, Serialize};

use crate::address;

/// A token on a network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Token {
    /// How people call it.
    pub symbol: String,
    /// Its contract, in lower case; none for the network's own coin.
    pub address: Option<String>,
    /// How many digits are after the point.
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
