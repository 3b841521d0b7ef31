//! Answers to those who watch over the server.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};

use super::json;

/// Whether the server can do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// It can.
    Ready,
    /// It has not begun.
    Starting,
    /// The database does not answer.
    NoDatabase,
    /// Work that goes on beside requests panics again and again.
    WorkerDown,
    /// It is about to end.
    Draining,
}

/// The answer to the liveness probe.
pub fn health() -> Response<Body> {
    json(StatusCode::OK, br#"{"status":"ok"}"#.to_vec())
}

/// The answer to the question whether requests should be sent here.
pub fn ready(readiness: Readiness) -> Response<Body> {
    let (status, body) = match readiness {
        Readiness::Ready => (StatusCode::OK, r#"{"status":"ready"}"#),
        Readiness::Starting => (StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"starting"}"#),
        Readiness::NoDatabase => {
            (StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"database unavailable"}"#)
        }
        Readiness::WorkerDown => {
            (StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"background work failing"}"#)
        }
        Readiness::Draining => (StatusCode::SERVICE_UNAVAILABLE, r#"{"status":"draining"}"#),
    };
    let mut response = json(status, body.as_bytes().to_vec());
    if readiness != Readiness::Ready {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

/// The page of metrics.
pub(crate) fn metrics(page: String, is_openmetrics: bool) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let kind = match is_openmetrics {
        true => "application/openmetrics-text; version=1.0.0; charset=utf-8",
        false => "text/plain; version=0.0.4; charset=utf-8",
    };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Anything else where metrics are.
pub(crate) fn no_metrics() -> Response<Body> {
    let mut response = Response::new(Body::from("There is only GET /metrics here.\n"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
