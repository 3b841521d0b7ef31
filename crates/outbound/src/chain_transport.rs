//! Carries questions to the nodes of chains over the checked client for addresses that others chose.
//!
//! The client is built once; time and length are limits of each call. Failures are not counted
//! here: the time and size of an answer depend on the requested transaction, and a user must not be
//! able to block an endpoint for others by choosing a hash.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue};
use bytes::Bytes;
use chain_node::{Reply, Transport, TransportError};

use crate::network::Networks;
use crate::outgoing::{CallError, CallLimits, Outgoing};

/// JSON-RPC over HTTP.
#[derive(Debug)]
pub struct ChainTransport {
    allowed: Networks,
    /// Built by the first call: settings are also read by commands that make no calls.
    outgoing: OnceLock<Outgoing>,
}

impl ChainTransport {
    /// To addresses that administrators of the product typed: public ones, and these networks.
    pub fn for_administrators(allowed: Networks) -> ChainTransport {
        ChainTransport { allowed, outgoing: OnceLock::new() }
    }

    /// To addresses of the operator's own settings, which may lead anywhere.
    pub fn for_operator() -> ChainTransport {
        ChainTransport { allowed: Networks::everywhere(), outgoing: OnceLock::new() }
    }

    fn outgoing(&self) -> &Outgoing {
        let build = || Outgoing::new(self.allowed.clone(), CallLimits::default());
        self.outgoing.get_or_init(build)
    }
}

#[async_trait]
impl Transport for ChainTransport {
    async fn post(
        &self,
        url: &str,
        body: Bytes,
        within: Duration,
        most_bytes: usize,
    ) -> Result<Reply, TransportError> {
        let to = self.outgoing().destination(url).map_err(why)?;
        let mut headers = HeaderMap::new();
        let json = HeaderValue::from_static("application/json");
        headers.insert(ACCEPT, json.clone());
        headers.insert(CONTENT_TYPE, json);
        let limits =
            CallLimits { total: within, answer_bytes: most_bytes, ..CallLimits::default() };
        let began = Instant::now();
        let send = || self.outgoing().post_within(&to, headers.clone(), body.clone(), limits);
        let mut answer = send().await;
        // The other side may have closed a connection that was kept at the moment it was used.
        let is_quick = began.elapsed() < within / 4;
        if is_quick && answer.as_ref().is_err_and(|error| *error == CallError::Unreachable) {
            answer = send().await;
        }
        let answer = answer.map_err(why)?;
        Ok(Reply { status: answer.status.as_u16(), body: answer.body })
    }
}

fn why(error: CallError) -> TransportError {
    match error {
        CallError::Unsuitable | CallError::Inner => TransportError::Refused,
        CallError::TimedOut => TransportError::TimedOut,
        CallError::TooLong => TransportError::TooLong,
        CallError::Unreachable | CallError::LeftAlone => TransportError::Unreachable,
    }
}

#[cfg(test)]
mod tests;
