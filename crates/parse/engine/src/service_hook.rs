//! Incoming calls of external services: bots, trackers, and others with an address.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use parse_model::Json;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// What a service sent, before anything of it is believed.
#[derive(Debug, Clone)]
pub struct ServiceCall {
    /// What follows the service's name in the path.
    pub path: Vec<String>,
    /// Names in lower case, and values that are text.
    pub headers: Vec<(String, String)>,
    /// The body as it came: signatures are over its bytes.
    pub body: Bytes,
}

impl ServiceCall {
    /// The header of a name, which is written in lower case; empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }
}

/// What a service is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum ServiceReply {
    /// It was taken; there is nothing to say.
    Done,
    /// It was taken, and this is said.
    Json(Json),
    /// It does not prove where it comes from.
    Unproved,
    /// There is nothing at this address.
    Unknown,
    /// It cannot be read.
    Unreadable,
}

/// Takes what one service sends.
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
