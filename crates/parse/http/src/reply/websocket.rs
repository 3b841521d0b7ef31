//! Answers to those who ask for a websocket.

use axum::body::Body;
use axum::http::header::{
    CONNECTION, HeaderValue, RETRY_AFTER, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{Response, StatusCode};
use parse_model::Code;

use super::{coded, json, uncoded};

/// Why there is no websocket for a caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoSocket {
    /// The handshake is not that of a websocket.
    Malformed,
    /// It is of another version.
    Version,
    /// The page is not of an origin that may call.
    Origin,
    /// There are too many from its address already.
    TooManyFromAddress,
    /// There are too many, or too many come at once; it may be tried again after so many seconds.
    Busy(u64),
}

/// The answer that a websocket follows.
pub(crate) fn switching_protocols(accept: HeaderValue) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    response
}

/// The answer that no websocket follows.
pub(crate) fn no_socket(why: NoSocket) -> Response<Body> {
    let busy = |text| coded(Code::CONNECTION_FAILED, text);
    let (status, body) = match why {
        NoSocket::Malformed => (StatusCode::BAD_REQUEST, uncoded("not a websocket handshake")),
        NoSocket::Version => {
            (StatusCode::UPGRADE_REQUIRED, uncoded("only version 13 of websockets is spoken"))
        }
        NoSocket::Origin => (StatusCode::FORBIDDEN, uncoded("origin not allowed")),
        NoSocket::TooManyFromAddress => (
            StatusCode::TOO_MANY_REQUESTS,
            coded(Code::REQUEST_LIMIT_EXCEEDED, "Too many websockets from this address."),
        ),
        NoSocket::Busy(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, busy("The server is busy. Try again in a moment."))
        }
    };
    let mut response = json(status, body);
    let headers = response.headers_mut();
    match why {
        NoSocket::Version => {
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
        NoSocket::TooManyFromAddress => drop(headers.insert(RETRY_AFTER, 60.into())),
        NoSocket::Busy(seconds) => drop(headers.insert(RETRY_AFTER, seconds.into())),
        NoSocket::Malformed | NoSocket::Origin => {}
    }
    response
}
