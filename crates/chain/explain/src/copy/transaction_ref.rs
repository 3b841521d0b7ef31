//! The name of a transaction.

use alloy_primitives::B256;

/// A transaction, by the number of its network and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransactionRef {
    /// The number of the network.
    pub chain_id: u64,
    /// The hash.
    pub hash: B256,
}
