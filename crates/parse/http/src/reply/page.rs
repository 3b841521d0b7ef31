//! Answers that people look at: pages, files beside them, and redirects.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Response, StatusCode};

const HTML: &str = "text/html; charset=utf-8";

/// A page.
pub fn html(text: String, policy: &str) -> Response<Body> {
    looked_at(StatusCode::OK, Body::from(text), HTML, policy)
}

/// A file that pages use.
pub fn page_file(content: Vec<u8>, kind: &str, policy: &str) -> Response<Body> {
    looked_at(StatusCode::OK, Body::from(content), kind, policy)
}

/// There is no such page.
pub fn no_page(policy: &str) -> Response<Body> {
    looked_at(StatusCode::NOT_FOUND, Body::from("Not found."), HTML, policy)
}

/// There is no such page, said by a page.
pub fn missing_page(text: String, policy: &str) -> Response<Body> {
    looked_at(StatusCode::NOT_FOUND, Body::from(text), HTML, policy)
}

/// The page is to be fetched from elsewhere.
pub fn found_elsewhere(address: &str, policy: &str) -> Response<Body> {
    let text = format!("Found. Redirecting to {address}");
    let mut response = looked_at(StatusCode::SEE_OTHER, Body::from(text), HTML, policy);
    if let Ok(address) = HeaderValue::try_from(address) {
        response.headers_mut().insert(LOCATION, address);
    }
    response
}

/// Nothing of these pages is kept, framed, guessed at, or told to the next page: their addresses
/// hold secrets.
fn looked_at(status: StatusCode, body: Body, kind: &str, policy: &str) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let fixed: [(HeaderName, &str); 6] = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        if let Ok(value) = HeaderValue::try_from(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
