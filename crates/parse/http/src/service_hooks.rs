//! What services outside send us: `POST /service-hooks/{service}/…`, beside the mount, because an
//! address that a service was given must not change with it.
//!
//! Only bytes are read here, and only so many; whether they are believed is decided by what the
//! application registered for the service. Paths hold secrets and are not logged.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response};
use parse_engine::{Caller, Key, ServiceCall, ServiceReply};
use parse_model::JsonMap;
use telemetry::in_request;
use telemetry::task;

use crate::admission::Admission;
use crate::body;
use crate::caught::caught;
use crate::deadline::Deadline;
use crate::rate::Call;
use crate::reply::{self, HttpError};
use crate::request_log::RequestRecord;
use crate::side_route::SideRoute;
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

    async fn answer(
        &self,
        state: &Arc<HttpState>,
        from: IpAddr,
        request: Request<Body>,
        record: &mut RequestRecord,
        admission: &mut Admission<'_>,
    ) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let work = received(state, from, parts.uri.path(), &parts.headers, body, admission);
        let response = match caught(in_request(&record.current, work)).await {
            Ok(said) => reply::service_reply(&said),
            Err(problem) => {
                state.note(&problem, &format_args!("{} POST /service-hooks", record.id));
                record.refused(&problem);
                problem.into_response(state.settings.is_sanitized)
            }
        };
        record.log(&parts, "/service-hooks", &response);
        response
    }
}

async fn received(
    state: &Arc<HttpState>,
    from: IpAddr,
    path: &str,
    headers: &HeaderMap,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<ServiceReply, HttpError> {
    let mut segments = path.strip_prefix(BELOW).unwrap_or_default().split('/').map(str::to_owned);
    let service = segments.next().unwrap_or_default();
    let path: Vec<String> = segments.take(SEGMENTS).collect();
    charge(state, from).await?;
    if state.engine.extension().service_hook(&service).is_none() {
        return Ok(ServiceReply::Unknown);
    }
    let body = body::raw(body, BODY_BYTES, &state.bodies).await?;
    let mut deadline = Deadline::after(state.settings.http.handler);
    deadline.keep(admission.enter()).await?;
    let call = ServiceCall { path, headers: texts(headers), body };
    let state = Arc::clone(state);
    // What has begun is finished even if the service hangs up.
    let work = task::spawn("service hook", async move {
        let _begun = state.in_flight.begin();
        let cx = state.engine.cx(Caller::master());
        match state.engine.extension().service_hook(&service) {
            Some(hook) => Ok(hook.receive(&cx, call).await?),
            None => Ok(ServiceReply::Unknown),
        }
    });
    let done = async {
        match work.await {
            Ok(Some(outcome)) => outcome,
            Ok(None) | Err(_) => Err(HttpError::broken("taking a service's call", "it panicked")),
        }
    };
    deadline.keep(done).await
}

async fn charge(state: &HttpState, from: IpAddr) -> Result<(), HttpError> {
    let call = Call {
        method: "POST",
        is_in_batch: false,
        path: "/service-hooks",
        from,
        key: Key::None,
        body: &JsonMap::new(),
        query: "",
    };
    state.rates.charge(&call, None)?;
    state.rates.charge_together(&call, None).await
}

/// The headers that are text.
fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(str::to_owned);
    headers.iter().filter_map(|(name, value)| Some((name.to_string(), text(value)?))).collect()
}
