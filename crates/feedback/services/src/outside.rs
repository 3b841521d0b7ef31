//! The transport that carries requests to services.

use std::fmt;

use async_trait::async_trait;

use crate::call::{Answer, CallFailed, Request};

/// Sends requests to services.
#[async_trait]
pub trait Outside: fmt::Debug + Send + Sync {
    /// Sends one request. It is never retried. A redirect is followed only if the request allows
    /// it.
    async fn call(&self, request: Request) -> Result<Answer, CallFailed>;

    /// Whether a URL may be called, as far as this is known without a call.
    async fn check(&self, url: &str) -> Result<(), CallFailed>;
}
