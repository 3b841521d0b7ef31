//! A leaf: an address and its amount, hashed as contracts hash it.

use alloy_primitives::{Address, B256, U256, keccak256};
use serde::{Deserialize, Serialize};

/// The contract that the tree is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// OpenZeppelin's `StandardMerkleTree` over `address, uint256`.
    StandardTree,
    /// Uniswap's `MerkleDistributor`.
    Indexed,
}

impl Format {
    /// The key.
    pub fn key(self) -> &'static str {
        match self {
            Format::StandardTree => "standard_tree",
            Format::Indexed => "indexed",
        }
    }
}

/// A paid person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// Their address.
    pub address: Address,
    /// Their amount, in base units.
    pub amount: U256,
}

impl Leaf {
    /// The hash of the leaf at its index.
    pub fn hash(&self, format: Format, index: usize) -> B256 {
        match format {
            // Hashed twice, because the preimage has the length of a pair of nodes.
            Format::StandardTree => {
                let mut bytes = [0; 64];
                bytes[12..32].copy_from_slice(self.address.as_slice());
                bytes[32..].copy_from_slice(&self.amount.to_be_bytes::<32>());
                keccak256(keccak256(bytes))
            }
            Format::Indexed => {
                let mut bytes = [0; 84];
                bytes[..32].copy_from_slice(&U256::from(index).to_be_bytes::<32>());
                bytes[32..52].copy_from_slice(self.address.as_slice());
                bytes[52..].copy_from_slice(&self.amount.to_be_bytes::<32>());
                keccak256(bytes)
            }
        }
    }
}

/// The hashes of leaves, in order.
pub fn hashes(leaves: &[Leaf], format: Format) -> Vec<B256> {
    leaves.iter().enumerate().map(|(index, leaf)| leaf.hash(format, index)).collect()
}
