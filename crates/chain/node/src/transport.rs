//! What carries a question to a node.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;

/// Why bytes did not come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// Not an address that may be called.
    #[error("this address must not be called")]
    Refused,
    /// It took too long.
    #[error("the node did not answer in time")]
    TimedOut,
    /// No connection, or it broke.
    #[error("the node could not be reached")]
    Unreachable,
    /// More than is read.
    #[error("the node's answer is too long")]
    TooLong,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body.
    pub body: Bytes,
}

/// Carries a JSON-RPC request to a node. The server implements it on its checked HTTP client.
///
/// It must not remember failures: which endpoint is left alone is decided here, where it is known
/// whether a failure is the node's doing or that of the transaction that was asked for.
#[async_trait]
pub trait Transport: fmt::Debug + Send + Sync + 'static {
    /// Posts a body to an address, for so long, and reads at most so many bytes.
    async fn post(
        &self,
        url: &str,
        body: Bytes,
        within: Duration,
        most_bytes: usize,
    ) -> Result<Reply, TransportError>;
}
