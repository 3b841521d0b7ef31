//! Which web pages may call, said on every answer.

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, HeaderValue, VARY,
};
use axum::http::{HeaderMap, Response};

const METHODS: HeaderValue = HeaderValue::from_static("GET,PUT,POST,DELETE,OPTIONS");
// The SDK splits this at comma and blank, and reads no header that is not listed.
const EXPOSED: HeaderValue =
    HeaderValue::from_static("X-Parse-Job-Status-Id, X-Parse-Push-Status-Id");
const EXPOSED_BY_US: HeaderValue = HeaderValue::from_static(
    "X-Parse-Job-Status-Id, X-Parse-Push-Status-Id, Retry-After, X-Request-Id",
);
const MASTER_KEY: &str = "X-Parse-Master-Key, ";
const HEADERS: &str = "X-Parse-REST-API-Key, X-Parse-Javascript-Key, \
    X-Parse-Application-Id, X-Parse-Client-Version, X-Parse-Session-Token, X-Requested-With, \
    X-Parse-Revocable-Session, X-Parse-Request-Id, Content-Type, Pragma, Cache-Control";
/// What clients made for Moralis send with some of their calls.
pub const OF_OLD_CLIENTS: [&str; 3] =
    ["X-Moralis-Platform", "X-Moralis-Platform-Version", "X-Moralis-Build-Target"];
/// How long a browser may remember the answer to a preflight.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// Which web pages may call.
#[derive(Debug, Clone, Default)]
pub struct CorsRules<'a> {
    /// Origins that may call; `*` stands for all.
    pub origins: &'a [String],
    /// Origins whose pages may send the master key; `*` stands for all.
    pub admin_origins: &'a [String],
    /// Request headers beside the protocol's.
    pub further_headers: &'a [String],
    /// An unlisted origin gets no header, instead of the first listed one.
    pub is_exact: bool,
}

/// The headers, made once.
#[derive(Debug, Clone)]
pub struct Cors {
    origins: Vec<HeaderValue>,
    admin_origins: Vec<HeaderValue>,
    headers: HeaderValue,
    headers_with_master_key: HeaderValue,
    is_exact: bool,
}

/// What an answer says to one caller.
#[derive(Debug)]
pub struct Granted {
    origin: Option<HeaderValue>,
    with_master_key: bool,
}

const ANY: HeaderValue = HeaderValue::from_static("*");

impl Cors {
    /// Makes the headers; `None` if one of them cannot be a header.
    pub fn new(rules: &CorsRules<'_>) -> Option<Cors> {
        let mut headers = HEADERS.to_owned();
        for name in rules.further_headers {
            headers.push_str(", ");
            headers.push_str(name);
        }
        let values = |texts: &[String]| -> Option<Vec<HeaderValue>> {
            texts.iter().map(HeaderValue::try_from).collect::<Result<_, _>>().ok()
        };
        let mut origins = values(rules.origins)?;
        if origins.is_empty() && !rules.is_exact {
            origins.push(ANY);
        }
        Some(Cors {
            origins,
            admin_origins: values(rules.admin_origins)?,
            headers_with_master_key: HeaderValue::try_from(format!("{MASTER_KEY}{headers}"))
                .ok()?,
            headers: HeaderValue::try_from(headers).ok()?,
            is_exact: rules.is_exact,
        })
    }

    /// What a caller is granted: its own origin, if it is listed; otherwise the first, or
    /// nothing.
    pub fn granted(&self, caller: Option<&HeaderValue>) -> Granted {
        let is = |known: &&HeaderValue| **known == ANY || Some(*known) == caller;
        let listed = self.origins.iter().find(is);
        let origin = match listed {
            None if self.is_exact => None,
            found => found.or_else(|| self.origins.first()).cloned(),
        };
        Granted { origin, with_master_key: self.admin_origins.iter().any(|known| is(&known)) }
    }

    /// Whether pages of an origin may call.
    pub fn allows(&self, origin: &HeaderValue) -> bool {
        self.origins.iter().any(|known| *known == ANY || known == origin)
    }

    /// Puts the headers on an answer.
    pub fn put_on(&self, response: &mut Response<Body>, granted: Granted, is_preflight: bool) {
        let headers: &mut HeaderMap = response.headers_mut();
        if self.origins.len() > 1 || self.is_exact {
            headers.append(VARY, HeaderValue::from_static("Origin"));
        }
        let Some(origin) = granted.origin else { return };
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        let allowed =
            if granted.with_master_key { &self.headers_with_master_key } else { &self.headers };
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, allowed.clone());
        let exposed = if self.is_exact { EXPOSED_BY_US } else { EXPOSED };
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
        if is_preflight && self.is_exact {
            headers.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn cors(origins: &[&str], admins: &[&str], is_exact: bool) -> Cors {
        let (origins, admin_origins) = (owned(origins), owned(admins));
        let further_headers = &owned(&["X-One", "X-Two"]);
        Cors::new(&CorsRules {
            origins: &origins,
            admin_origins: &admin_origins,
            further_headers,
            is_exact,
        })
        .unwrap()
    }

    fn headers(cors: &Cors, origin: Option<&'static str>) -> HeaderMap {
        let mut response = Response::new(Body::empty());
        let origin = origin.map(HeaderValue::from_static);
        cors.put_on(&mut response, cors.granted(origin.as_ref()), true);
        response.into_parts().0.headers
    }

    #[test]
    fn a_listed_origin_gets_its_own_back_and_any_other_the_first() {
        let cors = cors(&["https://a", "https://b"], &[], false);
        for (origin, expected) in [
            (Some("https://b"), "https://b"),
            (Some("https://c"), "https://a"),
            (None, "https://a"),
        ] {
            let headers = headers(&cors, origin);
            assert_eq!(headers[ACCESS_CONTROL_ALLOW_ORIGIN], expected);
            assert_eq!(headers[VARY], "Origin");
        }
    }

    #[test]
    fn an_exact_list_tells_nobody_else_anything() {
        let cors = cors(&["https://a"], &[], true);
        assert_eq!(headers(&cors, Some("https://a"))[ACCESS_CONTROL_ALLOW_ORIGIN], "https://a");
        for origin in [Some("https://b"), Some("null"), Some("https://a.evil"), None] {
            assert_eq!(headers(&cors, origin).get(ACCESS_CONTROL_ALLOW_ORIGIN), None, "{origin:?}");
        }
    }

    #[test]
    fn further_headers_follow_the_protocols() {
        let headers = headers(&cors(&["*"], &["*"], false), Some("https://x"));
        let allowed = headers[ACCESS_CONTROL_ALLOW_HEADERS].to_str().unwrap();
        assert!(allowed.starts_with("X-Parse-Master-Key, X-Parse-REST-API-Key"), "{allowed}");
        assert!(allowed.ends_with("Pragma, Cache-Control, X-One, X-Two"), "{allowed}");
        assert_eq!(headers[ACCESS_CONTROL_ALLOW_ORIGIN], "*");
        assert_eq!(headers.get(ACCESS_CONTROL_MAX_AGE), None, "as Parse Server");
    }

    #[test]
    fn only_pages_for_administrators_may_send_the_master_key() {
        let cors = cors(&["https://a", "https://admin"], &["https://admin"], true);
        let allows = |origin| {
            let headers = headers(&cors, Some(origin));
            headers[ACCESS_CONTROL_ALLOW_HEADERS].to_str().unwrap().contains("Master-Key")
        };
        assert!(allows("https://admin"));
        assert!(!allows("https://a"));
    }
}
