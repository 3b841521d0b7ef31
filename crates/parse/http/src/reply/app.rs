//! Answers that are the web app: its page, its files, and that there is no such file.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use axum::http::{HeaderMap, Response, StatusCode};
use bytes::Bytes;

/// The page or a file of the app, with what is to be said of it.
pub(crate) fn app_file(content: Bytes, headers: HeaderMap) -> Response<Body> {
    let mut response = Response::new(Body::from(content));
    *response.headers_mut() = headers;
    response
}

/// A file that every page may load: with a name for its content it is kept for good, otherwise a
/// browser asks again each time.
pub fn public_file(content: Bytes, kind: &'static str, is_eternal: bool) -> Response<Body> {
    let cached = if is_eternal { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, cached)];
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    app_file(content, HeaderMap::from_iter(headers))
}

/// What the caller has is what it would get.
pub(crate) fn not_modified(headers: HeaderMap) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    *response.headers_mut() = headers;
    // Of a body that is not sent there is nothing to say.
    response.headers_mut().remove(CONTENT_TYPE);
    response
}

/// There is no such file. The answer is not cached: while a new version is rolled out the file may
/// be there the next time.
pub fn no_app_file() -> Response<Body> {
    let mut response = Response::new(Body::from("Not found."));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
