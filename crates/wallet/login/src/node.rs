//! Nodes of chains, which contract wallets are asked through. The code that calls them is
//! elsewhere.

use async_trait::async_trait;
use wallet::evm::contract::Call;

/// A node did not answer, or not in a way that can be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable;

/// Ways to the chains that the operator named.
#[async_trait]
pub trait Nodes: Send + Sync {
    /// The chains, in the order in which they are asked.
    fn chains(&self) -> &[u64];

    /// The code at an address, in hexadecimal.
    async fn code(&self, chain: u64, address: &str) -> Result<String, Unreachable>;

    /// What a simulated call returns, in hexadecimal; `None` if it fails on the chain.
    async fn call(&self, chain: u64, call: &Call) -> Result<Option<String>, Unreachable>;
}
