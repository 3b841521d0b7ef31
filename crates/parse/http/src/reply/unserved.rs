//! Answers to requests that are not even looked at.

use axum::body::Body;
use axum::http::header::{HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use parse_model::Code;

use super::{coded, json, uncoded};

/// Why a request is not even looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unserved {
    /// There are too many requests already.
    Busy,
    /// Its caller has too many requests under way.
    ManyAtOnce,
    /// Its length can be read in two ways.
    Ambiguous,
    /// Its address is too long.
    LongAddress,
    /// Its headers are too long.
    LongHeaders,
}

/// The answer to a request that is not even looked at. The connection is closed after it.
pub fn unserved(why: Unserved) -> Response<Body> {
    let (status, body) = match why {
        Unserved::Busy => (
            StatusCode::SERVICE_UNAVAILABLE,
            coded(Code::CONNECTION_FAILED, "The server is busy; try again in a moment."),
        ),
        Unserved::ManyAtOnce => (
            StatusCode::TOO_MANY_REQUESTS,
            coded(
                Code::REQUEST_LIMIT_EXCEEDED,
                "Too many requests at once from this address. Wait for the answers to earlier ones.",
            ),
        ),
        Unserved::Ambiguous => (StatusCode::BAD_REQUEST, uncoded("two lengths for one body")),
        Unserved::LongAddress => (StatusCode::URI_TOO_LONG, uncoded("URI too long")),
        Unserved::LongHeaders => {
            (StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, uncoded("headers too large"))
        }
    };
    let mut response = json(status, body);
    if matches!(why, Unserved::Busy | Unserved::ManyAtOnce) {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response.extensions_mut().insert(why);
    response
}
