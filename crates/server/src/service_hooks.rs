//! What services outside send us: `POST /service-hooks/{service}/…`, beside the mount, because an
//! address that a service was given must not change with it.
//!
//! Only bytes are read here, and only so many; whether they are believed is decided by what the
//! application registered for the service. Paths hold secrets and are not logged.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Response};
use parse_engine::{Caller, Key, ServiceCall, ServiceReply};
use parse_model::JsonMap;

use crate::admission::Admission;
use crate::app::App;
use crate::caught::caught;
use crate::deadline::Deadline;
use crate::rate::Call;
use crate::reply::{self, HttpError};
use crate::request_log::RequestRecord;
use crate::telemetry::in_request;
use crate::{body, task};

/// Where the addresses of services begin.
const BELOW: &str = "/service-hooks/";

/// The longest body that is read.
const BODY_BYTES: usize = 1 << 20;

/// How long a path may be, in segments.
const SEGMENTS: usize = 4;

/// Whether a request is a service's.
pub(crate) fn is_concerned(request: &Request<Body>) -> bool {
    request.method() == Method::POST && request.uri().path().starts_with(BELOW)
}

/// Answers a service.
pub(crate) async fn answer(
    app: &Arc<App>,
    from: IpAddr,
    request: Request<Body>,
    record: &mut RequestRecord,
    admission: &mut Admission<'_>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let work = received(app, from, parts.uri.path(), &parts.headers, body, admission);
    let response = match caught(in_request(&record.current, work)).await {
        Ok(said) => reply::service_reply(&said),
        Err(problem) => {
            app.note(&problem, &format_args!("{} POST /service-hooks", record.id));
            record.refused(&problem);
            problem.into_response(app.config.is_sanitized)
        }
    };
    record.log(&parts, "/service-hooks", &response);
    response
}

async fn received(
    app: &Arc<App>,
    from: IpAddr,
    path: &str,
    headers: &HeaderMap,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<ServiceReply, HttpError> {
    let mut segments = path.strip_prefix(BELOW).unwrap_or_default().split('/').map(str::to_owned);
    let service = segments.next().unwrap_or_default();
    let path: Vec<String> = segments.take(SEGMENTS).collect();
    charge(app, from).await?;
    if app.engine.extension().service_hook(&service).is_none() {
        return Ok(ServiceReply::Unknown);
    }
    let body = body::raw(body, BODY_BYTES, &app.bodies).await?;
    let mut deadline = Deadline::after(app.config.http.handler);
    deadline.keep(admission.enter()).await?;
    let call = ServiceCall { path, headers: texts(headers), body };
    let app = Arc::clone(app);
    // What has begun is finished even if the service hangs up.
    let work = task::spawn("service hook", async move {
        let _begun = app.in_flight.begin();
        let cx = app.engine.cx(Caller::master());
        match app.engine.extension().service_hook(&service) {
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

async fn charge(app: &App, from: IpAddr) -> Result<(), HttpError> {
    let call = Call {
        method: "POST",
        is_in_batch: false,
        path: "/service-hooks",
        from,
        key: Key::None,
        body: &JsonMap::new(),
        query: "",
    };
    app.rates.charge(&call, None)?;
    app.rates.charge_together(&call, None).await
}

/// The headers that are text.
fn texts(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &axum::http::HeaderValue| value.to_str().ok().map(str::to_owned);
    headers.iter().filter_map(|(name, value)| Some((name.to_string(), text(value)?))).collect()
}
