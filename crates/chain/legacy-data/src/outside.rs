//! The interface to a provider of indexed data. `touchstone` implements it.

use async_trait::async_trait;
use bytes::Bytes;

/// A service did not answer, or must not be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreachable;

/// A question to a provider of indexed data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Whether it is about Solana, which providers serve under another address.
    pub is_solana: bool,
    /// The method.
    pub method: &'static str,
    /// The path and query below the provider's address, percent-encoded.
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

/// The provider that the operator has a key for. Only the implementation knows the key.
#[async_trait]
pub trait Provider: Send + Sync {
    /// Whether it serves Solana, or EVM chains.
    fn knows(&self, is_solana: bool) -> bool;

    /// Sends a question and returns the reply.
    async fn ask(&self, question: Question) -> Result<Reply, Unreachable>;
}

/// Fetches what contracts point at: addresses that strangers chose, so that only public ones are
/// called, and little is read.
#[async_trait]
pub trait Web: Send + Sync {
    /// The text at an address.
    async fn fetch(&self, url: &str) -> Result<Bytes, Unreachable>;
}
