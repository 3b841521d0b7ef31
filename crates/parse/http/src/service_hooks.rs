//! What services outside send us: `POST /service-hooks/{service}/…`, beside the mount, because an
//! address that a service was given must not change with it.
//!
//! Only bytes are read here, and only so many; whether they are believed is decided by what the
//! application registered for the service. Paths hold secrets and are not logged.

use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response};
use parse_engine::{ServiceCall, ServiceReply};
use parse_identity::Caller;
use telemetry::task;

use crate::admission::Admission;
use crate::body;
use crate::deadline::Deadline;
use crate::reply::{self, HttpError};
use crate::request_log::RequestRecord;
use crate::side_route::{SideRequest, SideRoute, charge};
use crate::state::HttpState;

/// Where the addresses of services begin.
const BELOW: &str = "/service-hooks/";

/// The longest body that is read.
const BODY_BYTES: usize = 1 << 20;

/// How long a path may be, in segments.
const SEGMENTS: usize = 4;

/// Answers services outside.
pub(crate) struct ServiceHooks;

#[async_trait]
impl SideRoute for ServiceHooks {
    fn is_for(&self, request: &Request<Body>) -> bool {
        request.method() == Method::POST && request.uri().path().starts_with(BELOW)
    }

    fn logged_path<'a>(&self, _: &'a str) -> &'a str {
        "/service-hooks"
    }

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        request: SideRequest<'_>,
        _: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Result<Response<Body>, HttpError> {
        let path = request.parts.uri.path().strip_prefix(BELOW).unwrap_or_default();
        let mut segments = path.split('/').map(str::to_owned);
        let service = segments.next().unwrap_or_default();
        let path: Vec<String> = segments.take(SEGMENTS).collect();
        charge(state, request.from, "POST", "/service-hooks").await?;
        if state.engine.extension().service_hook(&service).is_none() {
            return Ok(reply::service_reply(&ServiceReply::Unknown));
        }
        let body = body::raw(request.body, BODY_BYTES, &state.bodies).await?;
        let mut deadline = Deadline::after(state.settings.http.handler);
        deadline.keep(admission.enter()).await?;
        let call = ServiceCall { path, headers: texts(&request.parts.headers), body };
        let state = Arc::clone(state);
        // What has begun is finished even if the service hangs up.
        let work = task::unstoppable("service hook", async move {
            let _begun = state.in_flight.begin();
            let cx = state.engine.cx(Caller::master());
            match state.engine.extension().service_hook(&service) {
                Some(hook) => hook.receive(&cx, call).await.map_err(HttpError::from),
                None => Ok(ServiceReply::Unknown),
            }
        });
        Ok(reply::service_reply(&deadline.keep(work).await?))
    }
}

/// The headers that are text.
fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(str::to_owned);
    headers.iter().filter_map(|(name, value)| Some((name.to_string(), text(value)?))).collect()
}
