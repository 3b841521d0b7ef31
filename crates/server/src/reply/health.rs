//! Answers to those who watch over the server.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};

use super::json;

/// The answer to a health check.
pub fn health(is_healthy: bool) -> Response<Body> {
    if is_healthy {
        return json(StatusCode::OK, br#"{"status":"ok"}"#.to_vec());
    }
    let mut response = json(StatusCode::SERVICE_UNAVAILABLE, br#"{"status":"error"}"#.to_vec());
    response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// The page of metrics.
pub(crate) fn metrics(page: String) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// Anything else where metrics are.
pub(crate) fn no_metrics() -> Response<Body> {
    let mut response = Response::new(Body::from("There is only GET /metrics here.\n"));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}
