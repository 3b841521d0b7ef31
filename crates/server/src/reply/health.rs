//! Answers to those who watch over the server.

use axum::body::Body;
use axum::http::header::{HeaderValue, RETRY_AFTER};
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
