//! Addresses beside the mount, which must not change with it and are no part of the protocol.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{Request, Response};

use crate::admission::Admission;
use crate::request_log::RequestRecord;
use crate::state::HttpState;

/// Answers addresses beside the mount.
#[async_trait]
pub trait SideRoute: Send + Sync {
    /// Whether a request is for it.
    fn is_for(&self, request: &Request<Body>) -> bool;

    /// Answers a request, charges its caller, and tells the record of it.
    async fn answer(
        &self,
        state: &Arc<HttpState>,
        from: IpAddr,
        request: Request<Body>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Response<Body>;
}
