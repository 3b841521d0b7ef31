//! Whom this crate asks beside nodes. The code that calls them is elsewhere.

use async_trait::async_trait;
use bytes::Bytes;

/// A service did not answer, or must not be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable;

/// A question to a provider of indexed data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Whether it is about Solana, which providers serve elsewhere.
    pub is_solana: bool,
    /// The method.
    pub method: &'static str,
    /// The path below the provider's address, with its query; every part is encoded.
    pub path: String,
    /// The body, as JSON.
    pub body: Option<String>,
}

/// A provider's reply.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Bytes,
}

/// The provider that the operator has a key of. The key is added where the call is made, and is
/// known nowhere else.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Whether it knows Solana, or the chains of Ethereum's family.
    fn knows(&self, is_solana: bool) -> bool;

    /// Asks.
    async fn ask(&self, question: Question) -> Result<Reply, Unreachable>;
}

/// Fetches what contracts point at: addresses that strangers chose, so that only public ones are
/// called, and little is read.
#[async_trait]
pub trait Web: Send + Sync {
    /// The text at an address.
    async fn fetch(&self, url: &str) -> Result<Bytes, Unreachable>;
}
