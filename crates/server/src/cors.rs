//! Which web pages may call, said on every answer.

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue, VARY,
};
use axum::http::{HeaderMap, Response};

const METHODS: HeaderValue = HeaderValue::from_static("GET,PUT,POST,DELETE,OPTIONS");
// The SDK splits this at comma and blank, and reads no header that is not listed.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("X-Parse-Job-Status-Id, X-Parse-Push-Status-Id");
const HEADERS: &str = "X-Parse-Master-Key, X-Parse-REST-API-Key, X-Parse-Javascript-Key, \
    X-Parse-Application-Id, X-Parse-Client-Version, X-Parse-Session-Token, X-Requested-With, \
    X-Parse-Revocable-Session, X-Parse-Request-Id, Content-Type, Pragma, Cache-Control";

/// The headers, made once.
#[derive(Debug, Clone)]
pub struct Cors {
    origins: Vec<HeaderValue>,
    headers: HeaderValue,
}

impl Cors {
    /// For these origins and further request headers; nothing if one of them cannot be a header.
    pub fn new(origins: &[String], further_headers: &[String]) -> Option<Cors> {
        let mut headers = HEADERS.to_owned();
        for name in further_headers {
            headers.push_str(", ");
            headers.push_str(name);
        }
        let mut origins: Vec<HeaderValue> =
            origins.iter().map(HeaderValue::try_from).collect::<Result<_, _>>().ok()?;
        if origins.is_empty() {
            origins.push(HeaderValue::from_static("*"));
        }
        Some(Cors { origins, headers: HeaderValue::try_from(headers).ok()? })
    }

    /// The origin an answer names: the caller's, where it is listed, otherwise the first.
    pub fn origin_for(&self, caller: Option<&HeaderValue>) -> HeaderValue {
        let listed = caller.and_then(|origin| self.origins.iter().find(|known| *known == origin));
        listed.unwrap_or(&self.origins[0]).clone()
    }

    /// Puts the headers on an answer.
    pub fn put_on(&self, response: &mut Response<Body>, origin: HeaderValue) {
        let headers: &mut HeaderMap = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, self.headers.clone());
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        if self.origins.len() > 1 {
            headers.insert(VARY, HeaderValue::from_static("Origin"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_listed_origin_gets_its_own_back_and_any_other_the_first() {
        let cors = Cors::new(&owned(&["https://a", "https://b"]), &[]).unwrap();
        let origin_for = |text| cors.origin_for(Some(&HeaderValue::from_static(text)));
        assert_eq!(origin_for("https://b"), "https://b");
        assert_eq!(origin_for("https://c"), "https://a");
        assert_eq!(cors.origin_for(None), "https://a");
    }

    #[test]
    fn further_headers_follow_the_protocols() {
        let cors = Cors::new(&owned(&["*"]), &owned(&["X-One", "X-Two"])).unwrap();
        let mut response = Response::new(Body::empty());
        cors.put_on(&mut response, cors.origin_for(None));
        let allowed = response.headers()[ACCESS_CONTROL_ALLOW_HEADERS].to_str().unwrap();
        assert!(allowed.starts_with("X-Parse-Master-Key, X-Parse-REST-API-Key"), "{allowed}");
        assert!(allowed.ends_with("Pragma, Cache-Control, X-One, X-Two"), "{allowed}");
        assert_eq!(response.headers()[ACCESS_CONTROL_ALLOW_ORIGIN], "*");
    }
}
