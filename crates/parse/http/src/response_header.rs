//! Headers that every answer carries, whatever it answers: what browsers must not do with it.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Response};

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName =
    HeaderName::from_static("cross-origin-resource-policy");

/// What stands on an answer that says nothing else about the same thing.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-site")),
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"),
    ),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
];

/// Puts the headers on an answer. Files and pages have their own word on some of them.
pub(crate) fn put_on(response: &mut Response<Body>) {
    let headers: &mut HeaderMap = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_keeps_what_it_says_itself() {
        let mut response = Response::new(Body::empty());
        let own = HeaderValue::from_static("private, max-age=300");
        response.headers_mut().insert(CACHE_CONTROL, own.clone());
        put_on(&mut response);
        assert_eq!(response.headers()[CACHE_CONTROL], own);
        assert_eq!(response.headers()[X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(response.headers().len(), HEADERS.len());
    }
}
