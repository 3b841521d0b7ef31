//! Answers to services outside that send us something.

use axum::body::Body;
use axum::http::{Response, StatusCode};
use parse_engine::ServiceReply;

use super::{json, uncoded};

/// The answer to a service. One that is not authenticated learns nothing more.
pub(crate) fn service_reply(reply: &ServiceReply) -> Response<Body> {
    let (status, body) = match reply {
        ServiceReply::Done => (StatusCode::OK, b"{}".to_vec()),
        ServiceReply::Json(said) => (StatusCode::OK, said.to_string().into_bytes()),
        ServiceReply::Unproved => (StatusCode::UNAUTHORIZED, uncoded("not proved")),
        ServiceReply::Unknown => (StatusCode::NOT_FOUND, uncoded("not found")),
        ServiceReply::Unreadable => (StatusCode::BAD_REQUEST, uncoded("not readable")),
    };
    json(status, body)
}
