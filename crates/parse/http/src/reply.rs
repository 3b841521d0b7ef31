//! Answers: the only place where a status code is chosen.

mod app;
mod error_body;
mod health;
mod page;
mod problem;
mod service_reply;
mod unserved;
mod websocket;

use axum::body::Body;
use axum::http::header::{
    CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use axum::http::{Response, StatusCode};
use parse_engine::{Error, Replayable, UnitError, is_unavailable};
use parse_model::{ClassName, Code, Json, ObjectId, Refusal};
use serde::Serialize;

use crate::rate::TooOften;
use crate::request_times::Times;

pub(crate) use app::{app_file, not_modified};
pub use app::{no_app_file, public_file};
use error_body::{coded, refused, uncoded};
pub use health::{Readiness, health, ready};
pub(crate) use health::{metrics, no_metrics};
pub use page::{found_elsewhere, html, missing_page, no_page, page_file};
pub use problem::Problem;
pub(crate) use service_reply::service_reply;
pub use unserved::{Unserved, unserved};
pub(crate) use websocket::{NoSocket, no_socket, switching_protocols};

/// Headers of their own that answers may have.
const KEPT_HEADERS: [&str; 2] = ["x-parse-job-status-id", "x-parse-push-status-id"];

/// What a request got, before it becomes HTTP. The body is JSON, already written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    body: Vec<u8>,
    is_created: bool,
    location: Option<Location>,
    header: Option<(&'static str, String)>,
}

/// Where an object can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Its class.
    pub class: ClassName,
    /// Its id.
    pub id: ObjectId,
}

impl Location {
    /// The address of the object below the mount. Users have a place of their own.
    pub fn below(&self, mount: &str) -> String {
        match self.class.as_str() {
            "_User" => format!("{mount}/users/{}", self.id),
            class => format!("{mount}/classes/{class}/{}", self.id),
        }
    }
}

impl Reply {
    /// An answer whose JSON has been written.
    pub fn written(body: Vec<u8>) -> Reply {
        Reply { body, is_created: false, location: None, header: None }
    }

    /// An answer to be written now.
    pub fn of(value: &impl Serialize) -> Result<Reply, HttpError> {
        let mut body = Vec::with_capacity(256);
        serde_json::to_writer(&mut body, value).map_err(HttpError::writing)?;
        Ok(Reply::written(body))
    }

    /// `{}`
    pub fn empty() -> Reply {
        Reply::written(b"{}".to_vec())
    }

    /// Says that something was made.
    pub fn created(self, is_created: bool) -> Reply {
        Reply { is_created, ..self }
    }

    /// Says where what was saved can be found.
    pub fn at(self, location: Option<Location>) -> Reply {
        Reply { location, ..self }
    }

    /// Says something in a header of its own.
    pub fn with_header(self, name: &'static str, value: String) -> Reply {
        Reply { header: Some((name, value)), ..self }
    }

    /// The JSON.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// As HTTP; `mount` gives the address of the mount if it is needed.
    pub fn into_response(self, mount: impl FnOnce() -> String) -> Response<Body> {
        let status = if self.is_created { StatusCode::CREATED } else { StatusCode::OK };
        let mut response = json(status, self.body);
        if let Some(place) = self.location
            && let Ok(address) = HeaderValue::try_from(place.below(&mount()))
        {
            response.headers_mut().insert(LOCATION, address);
        }
        if let Some((name, value)) = self.header
            && let Ok(value) = HeaderValue::try_from(value)
        {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
        response
    }
}

/// Why a request did not get what it asked for.
#[derive(Debug)]
pub enum HttpError {
    /// The caller's doing; the code decides the status.
    Refused(Refusal),
    /// A transactional batch was undone because of this refusal.
    Undone(Refusal),
    /// No such application, or a key that is wrong, missing, or not allowed from there.
    Unauthorized,
    /// The call comes too often.
    TooOften(TooOften),
    /// Only the master key may do this.
    MasterKeyRequired,
    /// A key or an application that does not open this; the reason is kept from callers.
    Denied(&'static str),
    /// A file that the caller may not have.
    KeptBack(Refusal),
    /// Something that the operator has not switched on.
    SwitchedOff(&'static str),
    /// No such method and path.
    NoRoute(String),
    /// A body that is not a JSON object.
    Malformed(String),
    /// A body that is too long.
    TooLarge,
    /// A body that came too slowly.
    SlowBody,
    /// An answer that would come too late, or whose outcome is unknown.
    Late,
    /// A body in an encoding that is not read.
    UnsupportedEncoding,
    /// There is more to do than can be done; later it may go.
    Busy,
    /// The caller has tried too often and must wait for so many seconds.
    TooMany(u64),
    /// There is no room for a file.
    NoRoom,
    /// The database is gone, or has no room; later it may go.
    Unavailable {
        /// What we were at.
        doing: &'static str,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Ours. The caller learns that it happened; the log learns the rest.
    Failed {
        /// What we were at.
        doing: &'static str,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl HttpError {
    fn writing(error: serde_json::Error) -> HttpError {
        HttpError::Failed { doing: "writing an answer", source: Box::new(error) }
    }

    /// A broken invariant of the server.
    pub fn broken(doing: &'static str, what: impl Into<String>) -> HttpError {
        HttpError::Failed { doing, source: what.into().into() }
    }

    /// The status, for a caller who looks at answers as HTTP.
    pub fn status(&self) -> StatusCode {
        match self {
            HttpError::Refused(refusal) => status(refusal.code),
            HttpError::Undone(_) | HttpError::Malformed(_) => StatusCode::BAD_REQUEST,
            HttpError::Unauthorized
            | HttpError::MasterKeyRequired
            | HttpError::Denied(_)
            | HttpError::KeptBack(_) => StatusCode::FORBIDDEN,
            HttpError::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            HttpError::SwitchedOff(_) => StatusCode::CONFLICT,
            HttpError::NoRoute(_) => StatusCode::NOT_FOUND,
            HttpError::SlowBody => StatusCode::REQUEST_TIMEOUT,
            HttpError::Late => StatusCode::SERVICE_UNAVAILABLE,
            HttpError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            HttpError::UnsupportedEncoding => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            HttpError::Busy | HttpError::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
            HttpError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            HttpError::NoRoom => StatusCode::INSUFFICIENT_STORAGE,
            HttpError::Failed { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The protocol's code, where the answer has one.
    pub fn code(&self) -> Option<Code> {
        match self {
            HttpError::Refused(refusal)
            | HttpError::Undone(refusal)
            | HttpError::KeptBack(refusal) => Some(refusal.code),
            HttpError::TooOften(why) => Some(why.code),
            HttpError::Late | HttpError::Unavailable { .. } => Some(Code::CONNECTION_FAILED),
            HttpError::NoRoom => Some(Code::FILE_SAVE_ERROR),
            HttpError::Failed { .. } => Some(Code::INTERNAL_SERVER_ERROR),
            _ => None,
        }
    }

    /// The JSON the caller reads.
    pub fn body(&self, is_sanitized: bool) -> Vec<u8> {
        match self {
            HttpError::Refused(refusal)
            | HttpError::Undone(refusal)
            | HttpError::KeptBack(refusal) => refused(refusal, is_sanitized),
            HttpError::Denied(_) if is_sanitized => br#"{"error":"Permission denied"}"#.to_vec(),
            HttpError::Denied(why) => uncoded(why),
            HttpError::TooOften(why) => coded(why.code, &why.message),
            HttpError::Unauthorized => br#"{"error":"unauthorized"}"#.to_vec(),
            HttpError::MasterKeyRequired if is_sanitized => {
                br#"{"error":"Permission denied"}"#.to_vec()
            }
            HttpError::MasterKeyRequired => {
                br#"{"error":"unauthorized: master key is required"}"#.to_vec()
            }
            HttpError::SwitchedOff(what) => uncoded(what),
            HttpError::NoRoute(what) => uncoded(&format!("Cannot {what}")),
            HttpError::Malformed(why) => uncoded(why),
            HttpError::SlowBody => uncoded("the request body came too slowly"),
            HttpError::Late => coded(
                Code::CONNECTION_FAILED,
                "The answer took too long; whether a write happened is not known.",
            ),
            HttpError::TooLarge => br#"{"error":"request entity too large"}"#.to_vec(),
            HttpError::UnsupportedEncoding => {
                br#"{"error":"unsupported content encoding"}"#.to_vec()
            }
            HttpError::Busy => {
                coded(Code::CONNECTION_FAILED, "The server is busy. Try again in a moment.")
            }
            HttpError::NoRoom => coded(Code::FILE_SAVE_ERROR, "There is no room for more files."),
            HttpError::Unavailable { .. } => coded(
                Code::CONNECTION_FAILED,
                "The database is not available; whether a write happened is not known. Try again in a moment.",
            ),
            HttpError::TooMany(seconds) => coded(
                Code::REQUEST_LIMIT_EXCEEDED,
                &format!("Too many attempts. Try again in {seconds} seconds."),
            ),
            HttpError::Failed { .. } => {
                br#"{"code":1,"message":"Internal server error."}"#.to_vec()
            }
        }
    }

    /// The JSON inside a batch, where every item has `error`.
    pub fn item(&self, is_sanitized: bool) -> Vec<u8> {
        match self {
            HttpError::Failed { .. } => {
                coded(Code::INTERNAL_SERVER_ERROR, "Internal server error.")
            }
            other => other.body(is_sanitized),
        }
    }

    /// As HTTP.
    pub fn into_response(self, is_sanitized: bool) -> Response<Body> {
        let mut response = json(self.status(), self.body(is_sanitized));
        let wait = match self {
            HttpError::Busy | HttpError::Unavailable { .. } => Some(1),
            HttpError::TooMany(seconds) => Some(seconds),
            // Whole seconds, and one more for what was cut off.
            HttpError::TooOften(why) => Some(why.retry_after.as_secs() + 1),
            _ => None,
        };
        if let Some(seconds) = wait {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl UnitError for HttpError {
    fn is_conflict(&self) -> bool {
        match self {
            HttpError::Failed { source, .. } => parse_engine::is_conflict(&**source),
            _ => false,
        }
    }
}

impl Replayable for Reply {
    fn to_stored(&self) -> Json {
        let place = self.location.as_ref();
        serde_json::json!({
            "body": String::from_utf8_lossy(&self.body),
            "isCreated": self.is_created,
            "place": place.map(|place| [place.class.as_str(), place.id.as_str()]),
            "header": self.header.as_ref().map(|(name, value)| [name, value.as_str()]),
        })
    }

    fn from_stored(stored: &Json) -> Option<Reply> {
        let pair = |name: &str| {
            let pair = stored.get(name)?.as_array()?;
            Some((pair.first()?.as_str()?, pair.get(1)?.as_str()?))
        };
        let place = pair("place").and_then(|(class, id)| {
            Some(Location { class: ClassName::parse(class)?, id: ObjectId::new(id) })
        });
        let header = pair("header").and_then(|(name, value)| {
            KEPT_HEADERS.into_iter().find(|kept| *kept == name).map(|kept| (kept, value.to_owned()))
        });
        let body = stored.get("body")?.as_str()?.as_bytes().to_vec();
        let is_created = stored.get("isCreated")?.as_bool()?;
        Some(Reply { body, is_created, location: place, header })
    }
}

impl From<Refusal> for HttpError {
    fn from(refusal: Refusal) -> HttpError {
        HttpError::Refused(refusal)
    }
}

impl From<Error> for HttpError {
    fn from(error: Error) -> HttpError {
        match error {
            Error::Refused(refusal) => HttpError::Refused(refusal),
            Error::Busy => HttpError::Busy,
            Error::Unknown => HttpError::Late,
            Error::NoRoom => HttpError::NoRoom,
            Error::TooMany { seconds } => HttpError::TooMany(seconds),
            Error::Failed { doing, source } if is_unavailable(&*source) => {
                HttpError::Unavailable { doing, source }
            }
            Error::Failed { doing, source } => HttpError::Failed { doing, source },
        }
    }
}

/// The status of a code. Clients of the protocol know these three and no others.
pub fn status(code: Code) -> StatusCode {
    match code {
        Code::OBJECT_NOT_FOUND => StatusCode::NOT_FOUND,
        Code::INTERNAL_SERVER_ERROR => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// A document of JSON that was written already.
pub fn json_document(text: &'static str) -> Response<Body> {
    json(StatusCode::OK, text.as_bytes().to_vec())
}

/// The answer to an upload.
pub fn file_saved(name: &str, url: &str) -> Response<Body> {
    #[derive(Serialize)]
    struct Saved<'a> {
        url: &'a str,
        name: &'a str,
    }
    let body = serde_json::to_vec(&Saved { url, name }).unwrap_or_default();
    let mut response = json(StatusCode::CREATED, body);
    if let Ok(url) = HeaderValue::try_from(url) {
        response.headers_mut().insert(LOCATION, url);
    }
    response
}

/// A file to be sent, or a part of it.
pub struct FilePart {
    /// Which part; `None` for all of it.
    pub part: Option<std::ops::Range<u64>>,
    /// How many bytes the whole file has.
    pub size: u64,
    /// The bytes.
    pub body: Body,
}

/// The answer to a download.
pub fn file(file: FilePart, headers: &[(String, String)]) -> Response<Body> {
    let mut response = Response::new(file.body);
    put(&mut response, headers);
    let length = match file.part {
        None => file.size,
        Some(part) => {
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            let range = format!("bytes {}-{}/{}", part.start, part.end - 1, file.size);
            put(&mut response, &[("content-range".to_owned(), range)]);
            part.end - part.start
        }
    };
    response.headers_mut().insert(CONTENT_LENGTH, length.into());
    response
}

/// The answer to a client that has the file already.
pub fn file_unchanged(headers: &[(String, String)]) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    put(&mut response, headers);
    response
}

/// The answer to a caller who asks for a part that the file does not have.
pub fn file_beyond(headers: &[(String, String)], size: u64) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
    put(&mut response, headers);
    put(&mut response, &[("content-range".to_owned(), format!("bytes */{size}"))]);
    response
}

/// The answer to a caller who asks for a file that is not there.
pub fn file_not_found() -> Response<Body> {
    let mut response = Response::new(Body::from("File not found."));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}

/// The answer to a deletion of a file: nothing at all.
pub fn nothing() -> Response<Body> {
    Response::new(Body::empty())
}

/// Puts headers on an answer. One that cannot be a header is left out.
fn put(response: &mut Response<Body>, headers: &[(String, String)]) {
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
}

/// The answer to a preflight.
pub fn preflight() -> Response<Body> {
    let mut response = Response::new(Body::from("OK"));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

/// Names the request on an answer, so that a failure a client tells of can be found in the log.
pub fn name_request(response: &mut Response<Body>, id: String) {
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
}

/// Says how long a request took, for developers who look at it in a browser.
pub(crate) fn tell_times(response: &mut Response<Body>, times: Times) {
    let millis = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
    let (total, database) = (millis(times.total), millis(times.database));
    let waited = millis(times.waited);
    let text = format!("total;dur={total:.1}, db;dur={database:.1}, wait;dur={waited:.1}");
    if let Ok(value) = HeaderValue::try_from(text) {
        response.headers_mut().insert(HeaderName::from_static("server-timing"), value);
    }
}

/// How many headers an answer has, those included that are put on every one: growing the map on the
/// way would sort in again what is there.
const HEADERS: usize = 16;

fn json(status: StatusCode, body: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.reserve(HEADERS);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_status() {
        for (code, name) in Code::ALL {
            let expected = match code.0 {
                1 => 500,
                101 => 404,
                _ => 400,
            };
            assert_eq!(status(*code).as_u16(), expected, "{name}");
        }
        assert_eq!(status(Code(4711)).as_u16(), 400, "a number of cloud code's own");
    }

    #[test]
    fn the_document_lists_every_code_with_its_status() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/errors.md");
        let page = std::fs::read_to_string(path).unwrap();
        let rows: Vec<Vec<String>> = page
            .lines()
            .filter(|line| line.starts_with("| "))
            .map(|line| line.trim_matches('|').split('|').map(|c| c.trim().to_owned()).collect())
            .filter(|cells: &Vec<String>| cells[1].starts_with('`'))
            .collect();
        let listed: Vec<&[String]> = rows.iter().map(|row| &row[..3]).collect();
        let known: Vec<[String; 3]> = Code::ALL
            .iter()
            .map(|(code, name)| {
                [code.0.to_string(), format!("`{name}`"), status(*code).as_u16().to_string()]
            })
            .collect();
        assert_eq!(listed, known, "docs/reference/errors.md and parse_model::Code differ");
        assert!(rows.iter().all(|row| row.len() == 4 && row[3].ends_with('.')));
    }

    #[test]
    fn the_shapes_of_errors_are_the_protocols() {
        let cases: [(HttpError, u16, &str); 8] = [
            (Refusal::not_found().into(), 404, r#"{"code":101,"error":"Object not found."}"#),
            (
                HttpError::Undone(Refusal::not_found()),
                400,
                r#"{"code":101,"error":"Object not found."}"#,
            ),
            (HttpError::Unauthorized, 403, r#"{"error":"unauthorized"}"#),
            (HttpError::MasterKeyRequired, 403, r#"{"error":"Permission denied"}"#),
            (HttpError::NoRoute("GET /nope".into()), 404, r#"{"error":"Cannot GET /nope"}"#),
            (HttpError::Malformed("bad \"x\"".into()), 400, r#"{"error":"bad \"x\""}"#),
            (HttpError::TooLarge, 413, r#"{"error":"request entity too large"}"#),
            (
                HttpError::broken("testing", "x"),
                500,
                r#"{"code":1,"message":"Internal server error."}"#,
            ),
        ];
        for (problem, status, body) in cases {
            assert_eq!(String::from_utf8(problem.body(true)).unwrap(), body);
            assert_eq!(problem.status().as_u16(), status);
        }
    }

    #[test]
    fn permission_texts_are_shown_only_where_the_operator_wants_it() {
        let problem = HttpError::from(Refusal::forbidden("because of CLP"));
        assert_eq!(problem.body(true), br#"{"code":119,"error":"Permission denied"}"#);
        assert_eq!(problem.body(false), br#"{"code":119,"error":"because of CLP"}"#);
        assert_eq!(
            HttpError::MasterKeyRequired.body(false),
            br#"{"error":"unauthorized: master key is required"}"#
        );
    }

    #[test]
    fn a_failure_inside_a_batch_is_an_item_with_an_error() {
        let item = HttpError::broken("testing", "x").item(true);
        assert_eq!(item, br#"{"code":1,"error":"Internal server error."}"#);
    }

    #[test]
    fn users_have_a_place_of_their_own() {
        let place = |class| Location { class, id: ObjectId::new("x") };
        assert_eq!(place(ClassName::user()).below("http://h/parse"), "http://h/parse/users/x");
        assert_eq!(
            place(ClassName::role()).below("http://h/parse"),
            "http://h/parse/classes/_Role/x"
        );
    }
}
