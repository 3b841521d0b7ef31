//! Answers to programs: what describes all of them, and those to programs that cannot have what
//! they ask for, as RFC 9457 has them.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    ALLOW, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{Response, StatusCode};
use parse_model::{Code, Refusal};
use serde_json::json;

use super::{HttpError, json};

/// Why a program does not get what it asks for.
#[derive(Debug)]
pub enum Problem {
    /// No key, or one that is malformed, unknown, revoked or expired: which, is not told.
    Unproved,
    /// The key is not good for this.
    Scope(&'static str),
    /// The key was used too often.
    TooOften(Duration),
    /// Nothing is there.
    Nothing,
    /// There are only these methods.
    Method(String),
    /// Whatever else.
    Of(HttpError),
}

impl From<HttpError> for Problem {
    fn from(error: HttpError) -> Problem {
        Problem::Of(error)
    }
}

impl Problem {
    /// As HTTP.
    pub fn into_response(self) -> Response<Body> {
        let (status, code, detail) = self.told();
        let title = status.canonical_reason().unwrap_or_default();
        let mut body = json!({
            "type": "about:blank", "title": title, "status": status.as_u16(), "code": code, "key": code,
            "detail": detail,
        });
        if let Problem::Of(HttpError::Refused(refusal) | HttpError::Undone(refusal)) = &self
            && let Some(context) = &refusal.context
        {
            if !context.details.is_null() {
                body["details"] = context.details.clone();
            }
            if !context.errors.is_empty() {
                body["errors"] = json!(context.errors);
            }
        }
        let mut response = json(status, body.to_string().into_bytes());
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some((name, value)) = self.header()
            && let Ok(value) = HeaderValue::try_from(value)
        {
            headers.insert(name, value);
        }
        response
    }

    fn header(&self) -> Option<(HeaderName, String)> {
        let wait = match self {
            Problem::Unproved => return Some((WWW_AUTHENTICATE, "Bearer".to_owned())),
            Problem::Method(allowed) => return Some((ALLOW, allowed.clone())),
            // Whole seconds, and one more for what was cut off.
            Problem::TooOften(wait) => wait.as_secs() + 1,
            Problem::Of(HttpError::TooOften(why)) => why.retry_after.as_secs() + 1,
            Problem::Of(HttpError::TooMany(seconds)) => *seconds,
            Problem::Of(HttpError::Busy | HttpError::Unavailable { .. }) => 1,
            _ => return None,
        };
        Some((RETRY_AFTER, wait.to_string()))
    }

    fn told(&self) -> (StatusCode, String, String) {
        let told = |status, code: &str, detail: &str| (status, code.to_owned(), detail.to_owned());
        match self {
            Problem::Unproved => {
                told(StatusCode::UNAUTHORIZED, "KEY", "Send a key that counts as a Bearer token.")
            }
            Problem::Scope(scope) => {
                let detail = format!("The key lacks the scope {scope}.");
                told(StatusCode::FORBIDDEN, "SCOPE", &detail)
            }
            Problem::TooOften(_) => {
                told(StatusCode::TOO_MANY_REQUESTS, "RATE", "The key was used too often.")
            }
            Problem::Nothing => told(StatusCode::NOT_FOUND, "NOT_FOUND", "Nothing is here."),
            Problem::Method(_) => {
                told(StatusCode::METHOD_NOT_ALLOWED, "METHOD", "This is asked in another way.")
            }
            Problem::Of(HttpError::Refused(refusal) | HttpError::Undone(refusal)) => {
                refused(refusal)
            }
            Problem::Of(HttpError::Malformed(why)) => told(StatusCode::BAD_REQUEST, "BODY", why),
            Problem::Of(HttpError::Failed { .. }) => {
                told(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "Internal server error.")
            }
            Problem::Of(other) => {
                let status = other.status();
                told(status, "REFUSED", status.canonical_reason().unwrap_or_default())
            }
        }
    }
}

/// A refusal of the product. Its text begins with its key, which has a place of its own here.
fn refused(refusal: &Refusal) -> (StatusCode, String, String) {
    let message = &*refusal.message;
    let status = match refusal.code {
        Code::OBJECT_NOT_FOUND => StatusCode::NOT_FOUND,
        Code::OPERATION_FORBIDDEN => StatusCode::FORBIDDEN,
        Code::REQUEST_LIMIT_EXCEEDED => StatusCode::TOO_MANY_REQUESTS,
        Code::DUPLICATE_REQUEST => StatusCode::CONFLICT,
        Code::INVALID_SESSION_TOKEN => StatusCode::UNAUTHORIZED,
        Code::VALIDATION_ERROR => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::BAD_REQUEST,
    };
    let key = refusal.context.as_ref().and_then(|context| context.key.as_deref());
    let (code, detail) = match (key, status) {
        (Some(key), _) => {
            let sentence = message.strip_prefix(key).and_then(|rest| rest.strip_prefix(": "));
            (key, sentence.unwrap_or(message))
        }
        (None, StatusCode::NOT_FOUND) => ("NOT_FOUND", "Nothing is here."),
        (None, StatusCode::CONFLICT) => {
            ("IDEMPOTENCY_KEY", "This Idempotency-Key was used for another request.")
        }
        (None, _) => ("REFUSED", message),
    };
    (status, code.to_owned(), detail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(problem: Problem) -> (u16, String) {
        let (status, code, _) = problem.told();
        (status.as_u16(), code)
    }

    #[test]
    fn every_refusal_has_a_status_a_code_and_a_sentence() {
        let of = |refusal| Problem::Of(HttpError::Refused(refusal));
        let refusal = |code, text: &str| of(Refusal::new(code, text.to_owned()));
        assert_eq!(told(Problem::Unproved), (401, "KEY".into()));
        assert_eq!(told(Problem::Scope("builds")), (403, "SCOPE".into()));
        let text = "BUILD_VERSION: A version has letters.";
        let invalid = Refusal::new(Code::VALIDATION_ERROR, text).with_key("BUILD_VERSION");
        let (status, code, detail) = of(invalid).told();
        assert_eq!((status.as_u16(), &*code), (422, "BUILD_VERSION"));
        assert_eq!(detail, "A version has letters.");
        assert_eq!(
            told(refusal(Code::OBJECT_NOT_FOUND, "Object not found.")),
            (404, "NOT_FOUND".into())
        );
        let repeated = refusal(Code::DUPLICATE_REQUEST, "Duplicate request");
        assert_eq!(told(repeated), (409, "IDEMPOTENCY_KEY".into()));
    }

    #[test]
    fn whoever_comes_too_often_is_told_when_to_come_again() {
        let response = Problem::TooOften(Duration::from_millis(1_500)).into_response();
        assert_eq!(response.status().as_u16(), 429);
        assert_eq!(response.headers()[RETRY_AFTER], "2");
        assert_eq!(response.headers()[CONTENT_TYPE], "application/problem+json");
        assert_eq!(Problem::Unproved.into_response().headers()[WWW_AUTHENTICATE], "Bearer");
    }
}
