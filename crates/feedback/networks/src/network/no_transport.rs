//! A transport for programmes without endpoints.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use chain_node::{Reply, Transport, TransportError};

/// Rejects every call.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoTransport;

#[async_trait]
impl Transport for NoTransport {
    async fn post(
        &self,
        _: &str,
        _: Bytes,
        _: Duration,
        _: usize,
    ) -> Result<Reply, TransportError> {
        Err(TransportError::Refused)
    }
}
