//! Incoming webhooks of external services.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use parse_model::Json;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// A call from a service, before it is authenticated.
#[derive(Debug, Clone)]
pub struct ServiceCall {
    /// The path after the service's name.
    pub path: Vec<String>,
    /// Lower-case names, and values that are text.
    pub headers: Vec<(String, String)>,
    /// The raw body, which signatures cover.
    pub body: Bytes,
}

impl ServiceCall {
    /// The header with this lower-case name. Empty if missing.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// The reply to a service.
#[derive(Debug, Clone, PartialEq)]
pub enum ServiceReply {
    /// Accepted, without content.
    Done,
    /// Accepted, with this content.
    Json(Json),
    /// Not authenticated.
    Unproved,
    /// Unknown address.
    Unknown,
    /// Malformed.
    Unreadable,
}

/// Handles the calls of one service.
#[async_trait]
pub trait ServiceHook: Send + Sync {
    /// Receives a call. The request has no caller: the call itself must be authenticated before any
    /// of it is read.
    async fn receive(&self, cx: &Cx, call: ServiceCall) -> Result<ServiceReply, Error>;
}

impl Extension {
    /// Adds what takes the calls of a service.
    #[must_use]
    pub fn with_service_hook(
        mut self,
        service: &str,
        hook: impl ServiceHook + 'static,
    ) -> Extension {
        self.implementations.insert::<dyn ServiceHook>(service, Arc::new(hook));
        self
    }

    /// What takes the calls of a service, if anything does.
    pub fn service_hook(&self, service: &str) -> Option<&dyn ServiceHook> {
        self.implementations.get::<dyn ServiceHook>(service).map(|hook| &**hook)
    }
}
