//! Addresses beside the mount, which must not change with it and are no part of the protocol.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{Request, Response};
use parse_identity::Key;
use parse_model::JsonMap;

use crate::admission::Admission;
use crate::rate::Call;
use crate::reply::HttpError;
use crate::request_log::RequestRecord;
use crate::state::HttpState;

/// Answers addresses beside the mount.
#[async_trait]
pub trait SideRoute: Send + Sync {
    /// Whether a request is for it.
    fn is_for(&self, request: &Request<Body>) -> bool;

    /// The path as the log and the metrics name it, without the secrets in it.
    fn logged_path<'a>(&self, path: &'a str) -> &'a str;

    /// Answers a request and charges its caller.
    async fn answer(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError>;

    /// Answers a request that failed.
    fn refuse(&self, state: &HttpState, problem: HttpError) -> Response<Body> {
        problem.into_response(state.settings.is_sanitized)
    }
}

/// A request for an address beside the mount.
pub struct SideRequest<'a> {
    /// Its caller's address.
    pub from: IpAddr,
    /// Its head.
    pub parts: &'a Parts,
    /// Its body, not read yet.
    pub body: Body,
}

/// Charges a call of a side route to its address.
pub async fn charge(
    state: &HttpState,
    from: IpAddr,
    method: &str,
    path: &str,
) -> Result<(), HttpError> {
    let body = JsonMap::new();
    let call =
        Call { method, is_in_batch: false, path, from, key: Key::None, body: &body, query: "" };
    state.rates.charge(&call, None)?;
    state.rates.charge_together(&call, None).await
}
