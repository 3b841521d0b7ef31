//! One call to a service: the request, and its answer or failure.

use std::fmt;
use std::time::Duration;

/// The HTTP method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Makes.
    Post,
    /// Replaces.
    Put,
    /// Changes.
    Patch,
    /// Removes.
    Delete,
}

/// A request. URLs and headers of some services are secrets, so its debug output omits them.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The URL.
    pub url: String,
    /// Names and values, in order.
    pub headers: Vec<(String, String)>,
    /// The body; may be empty.
    pub body: Vec<u8>,
    /// Identifies the credential without revealing it, so that failures at a shared host are
    /// counted for each credential.
    pub credential: Option<String>,
    /// Whether one redirect to the same host is followed, as GitHub answers after a rename.
    pub follows_rename: bool,
}

impl Request {
    /// A request without headers and body.
    pub fn new(method: Method, url: impl Into<String>) -> Request {
        let (headers, body) = (Vec::new(), Vec::new());
        Request { method, url: url.into(), headers, body, credential: None, follows_rename: false }
    }

    /// A `GET`.
    pub fn get(url: impl Into<String>) -> Request {
        Request::new(Method::Get, url)
    }

    /// A `POST`.
    pub fn post(url: impl Into<String>) -> Request {
        Request::new(Method::Post, url)
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Request {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// With a body of JSON and its content type.
    #[must_use]
    pub fn json(self, body: impl Into<Vec<u8>>) -> Request {
        let mut request = self.header("content-type", "application/json");
        request.body = body.into();
        request
    }

    /// With a body of this content type.
    #[must_use]
    pub fn body(self, content_type: &'static str, body: impl Into<Vec<u8>>) -> Request {
        let mut request = self.header("content-type", content_type);
        request.body = body.into();
        request
    }

    /// With an identifier of its credential, which is not the credential itself.
    #[must_use]
    pub fn on_behalf_of(mut self, key: impl Into<String>) -> Request {
        self.credential = Some(key.into());
        self
    }

    /// Follows one redirect to the same host.
    #[must_use]
    pub fn following_a_rename(mut self) -> Request {
        self.follows_rename = true;
        self
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The complete body.
    pub body: Vec<u8>,
}

impl Answer {
    /// An answer without headers.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status, headers: Vec::new(), body: body.into() }
    }

    /// Whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The first header with this lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The delay in `Retry-After`, if it is in seconds. Decimals are accepted, as Discord writes
    /// them. Dates are not, because no service here sends one.
    pub fn retry_after(&self) -> Option<Duration> {
        seconds(self.header("retry-after")?)
    }
}

/// A duration in seconds, with or without decimals, at most a week.
pub fn seconds(text: &str) -> Option<Duration> {
    const WEEK: f64 = 7.0 * 86_400.0;
    let seconds: f64 = text.trim().parse().ok()?;
    (seconds >= 0.0).then(|| Duration::from_secs_f64(seconds.min(WEEK)))
}

/// Why there is no answer. The texts are fixed and include no address or secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallFailed {
    /// Nothing was sent, so it can be sent again without duplicates.
    NotSent(String),
    /// It was sent, and the outcome is unknown.
    Unsure(String),
    /// The call is not allowed: the URL is invalid, or internal.
    Refused(String),
}

impl fmt::Display for CallFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (CallFailed::NotSent(why) | CallFailed::Unsure(why) | CallFailed::Refused(why)) = self;
        f.write_str(why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_shown_without_its_address_and_the_values_of_its_headers() {
        let request = Request::post("https://api.telegram.org/bot12:secret/sendMessage")
            .header("authorization", "Bearer secret")
            .json("{\"text\":\"secret\"}")
            .on_behalf_of("secret");
        let shown = format!("{request:?}");
        assert!(!shown.contains("secret"), "{shown}");
        assert!(shown.contains("authorization"), "{shown}");
    }

    #[test]
    fn waiting_times_are_read_with_decimals_and_without_and_nothing_else_is() {
        let asked = |text: &str| {
            let mut answer = Answer::new(429, "");
            answer.headers.push(("retry-after".into(), text.into()));
            answer.retry_after()
        };
        assert_eq!(asked("35"), Some(Duration::from_secs(35)));
        assert_eq!(asked("64.5"), Some(Duration::from_millis(64_500)));
        assert_eq!(asked("1e300"), Some(Duration::from_secs(7 * 86_400)));
        for nonsense in ["-1", "NaN", "soon", "", "Wed, 21 Oct 2026 07:28:00 GMT"] {
            assert_eq!(asked(nonsense), None, "{nonsense}");
        }
    }
}
