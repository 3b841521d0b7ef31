//! The body of a request: bytes, then one JSON object.
//!
//! Every content type is read as JSON, because the SDK sends JSON as `text/plain` to spare browsers
//! a preflight; only forms are not: one is an object of texts, and a multipart one is left alone.

use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use futures_util::FutureExt;
use outbound::network;
use parse_model::wire::text::{self, JsonLimits, Unreadable};
use parse_model::{Json, JsonMap};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::reply::HttpError;
use crate::settings::HttpLimits;
use crate::share::{Share, Shares};

/// How many times the limit is read of a body that is refused.
const DRAINED_AT_MOST: usize = 4;

/// How long a body that is refused is read.
const DRAINED_FOR: Duration = Duration::from_secs(10);

/// How bodies are read: so many at once that have to be waited for, and each for so long. One that
/// came with its head needs neither place nor clock, and most do.
#[derive(Debug)]
pub struct Bodies {
    places: Semaphore,
    /// What is held of bodies that may be much longer than others.
    large: Arc<Shares>,
    idle: Option<Duration>,
    total: Option<Duration>,
}

impl Bodies {
    /// As many at once as there are requests that are worked for.
    pub(crate) fn new(http: &HttpLimits) -> Bodies {
        let places = Semaphore::new(http.in_flight.min(Semaphore::MAX_PERMITS));
        let large = Arc::new(Shares::new(http.large_bytes, http.large_bytes_per_address));
        Bodies { places, large, idle: http.body_idle, total: http.body_total }
    }

    /// Room in memory for a body of a caller that may be much longer than others are.
    pub fn room(&self, from: IpAddr, bytes: usize) -> Result<Share, HttpError> {
        let holder = network::of_customer(from).to_string();
        self.large.take(&holder, bytes).ok_or(HttpError::Busy)
    }

    /// A place for a body that has to be waited for, if there is one.
    pub(crate) fn place(&self) -> Result<SemaphorePermit<'_>, HttpError> {
        self.places.try_acquire().map_err(|_| HttpError::Busy)
    }

    /// Waits for a body, within the time for all of it.
    pub async fn wait<T>(&self, reading: impl Future<Output = T>) -> Result<T, HttpError> {
        let mut reading = pin!(reading);
        if let Some(read) = reading.as_mut().now_or_never() {
            return Ok(read);
        }
        let _place = self.place()?;
        in_time(self.total, reading).await
    }
}

/// Reads the body, at most `limit` bytes of it, as a JSON object; an empty one is `{}`.
pub async fn read(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    json: &JsonLimits,
    bodies: &Bodies,
) -> Result<JsonMap, HttpError> {
    if body.is_end_stream() {
        return Ok(JsonMap::new());
    }
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(HttpError::UnsupportedEncoding);
    }
    let is_too_large = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok())
        .is_some_and(|length| length > limit);
    if is_too_large {
        // A client that announces much and sends nothing is not waited for.
        if let Ok(_place) = bodies.place() {
            let rest = drain(body, DRAINED_AT_MOST.saturating_mul(limit));
            let _ = tokio::time::timeout(DRAINED_FOR, rest).await;
        }
        return Err(HttpError::TooLarge);
    }
    let bytes = bodies.wait(collected(body, limit, bodies.idle)).await??;
    if bytes.is_empty() || is_multipart(headers) {
        return Ok(JsonMap::new());
    }
    if is_form(headers) { texts(&bytes, json) } else { object(&bytes, json) }
}

/// How many fields a form may have.
const MAX_FIELDS: usize = 1000;

/// The fields of a form as texts; one that is repeated is a list of them.
fn texts(bytes: &[u8], limits: &JsonLimits) -> Result<JsonMap, HttpError> {
    let mut fields = JsonMap::new();
    for (name, value) in pairs(bytes)?.into_iter().filter(|(name, _)| !name.is_empty()) {
        let value = Json::String(value);
        match fields.get_mut(&name) {
            None => drop(fields.insert(name, value)),
            Some(Json::Array(values)) => values.push(value),
            Some(first) => *first = Json::Array(vec![first.take(), value]),
        }
    }
    // What a body of JSON may not hold or be, no form may either.
    let bytes = Json::Object(fields).to_string();
    object(bytes.as_bytes(), limits)
}

/// The pairs of a form. They are counted before they are read: a byte or two of a form would be a
/// hundred in memory.
fn pairs(bytes: &[u8]) -> Result<Vec<(String, String)>, HttpError> {
    if bytes.iter().filter(|byte| **byte == b'&').count() >= MAX_FIELDS {
        return Err(HttpError::TooLarge);
    }
    Ok(crate::parameter::query_from(&String::from_utf8_lossy(bytes)))
}

/// Reads the body of a form as it is posted by a page; what is none is an empty form.
pub async fn form(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    bodies: &Bodies,
) -> Result<Vec<(String, String)>, HttpError> {
    let bytes = raw(body, limit, bodies).await?;
    if is_form(headers) { pairs(&bytes) } else { Ok(Vec::new()) }
}

/// Reads the bytes of a body, at most `limit` of them.
pub(crate) async fn raw(body: Body, limit: usize, bodies: &Bodies) -> Result<Bytes, HttpError> {
    bodies.wait(collected(body, limit, bodies.idle)).await?
}

/// Reads one JSON object.
fn object(bytes: &[u8], limits: &JsonLimits) -> Result<JsonMap, HttpError> {
    match text::read(bytes, limits) {
        Ok(Json::Object(map)) => Ok(map),
        Ok(_) => Err(HttpError::Malformed("the request body must be a JSON object".to_owned())),
        Err(Unreadable::Refused(refusal)) => Err(refusal.into()),
        Err(Unreadable::Syntax(why)) => {
            Err(HttpError::Malformed(format!("the request body is not JSON: {why}")))
        }
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded"))
}

fn is_multipart(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.as_bytes().get(..10))
        .is_some_and(|start| start.eq_ignore_ascii_case(b"multipart/"))
}

/// Waits for something, but not longer than so long. What is there already needs no clock: most
/// bodies come in one packet with their head.
async fn in_time<T>(most: Option<Duration>, work: impl Future<Output = T>) -> Result<T, HttpError> {
    let mut work = pin!(work);
    if let Some(done) = work.as_mut().now_or_never() {
        return Ok(done);
    }
    match most {
        Some(most) => tokio::time::timeout(most, work).await.map_err(|_| HttpError::SlowBody),
        None => Ok(work.await),
    }
}

/// All frames of a body. Most bodies are one frame, which is then not copied.
async fn collected(
    mut body: Body,
    limit: usize,
    idle: Option<Duration>,
) -> Result<Bytes, HttpError> {
    let mut first = Bytes::new();
    let mut rest = BytesMut::new();
    let mut length = 0;
    // A body whose length was announced has come when its last byte has.
    while !body.is_end_stream()
        && let Some(frame) = in_time(idle, poll_fn(|cx| Pin::new(&mut body).poll_frame(cx))).await?
    {
        let frame =
            frame.map_err(|_| HttpError::Malformed("the request body broke off".to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length > limit {
            drain(body, DRAINED_AT_MOST.saturating_mul(limit)).await;
            return Err(HttpError::TooLarge);
        }
        if first.is_empty() {
            first = data;
        } else {
            if rest.is_empty() {
                rest.extend_from_slice(&first);
            }
            rest.extend_from_slice(&data);
        }
    }
    Ok(if rest.is_empty() { first } else { rest.freeze() })
}

/// Reads and drops what is left of a body. Clients that are still sending when the connection is
/// closed do not see the answer.
async fn drain(mut body: Body, limit: usize) {
    let mut length = 0;
    while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        length += frame.data_ref().map_or(0, Bytes::len);
        if length > limit {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::{StreamExt, stream};

    async fn read_all(headers: &HeaderMap, frames: &[&'static str], limit: usize) -> String {
        let frames: Vec<Result<Bytes, std::io::Error>> =
            frames.iter().map(|frame| Ok(Bytes::from_static(frame.as_bytes()))).collect();
        match read(
            headers,
            Body::from_stream(stream::iter(frames)),
            limit,
            &JsonLimits::WIDE,
            &Bodies::new(&HttpLimits::default()),
        )
        .await
        {
            Ok(map) => Json::Object(map).to_string(),
            Err(problem) => problem.status().as_str().to_owned(),
        }
    }

    #[tokio::test]
    async fn frames_are_put_together() {
        let read = read_all(&HeaderMap::new(), &["{\"a\"", ":1,", "\"b\":2}"], 100).await;
        assert_eq!(read, r#"{"a":1,"b":2}"#);
    }

    #[tokio::test]
    async fn no_body_is_an_empty_object() {
        assert_eq!(read_all(&HeaderMap::new(), &[], 100).await, "{}");
        let bodies = Bodies::new(&HttpLimits::default());
        assert!(
            read(&HeaderMap::new(), Body::empty(), 0, &JsonLimits::WIDE, &bodies)
                .await
                .unwrap()
                .is_empty()
        );
    }

    #[tokio::test]
    async fn too_many_bytes_are_refused_even_unannounced() {
        assert_eq!(read_all(&HeaderMap::new(), &["{\"a\":1", "23456}"], 10).await, "413");
        let mut announced = HeaderMap::new();
        announced.insert(CONTENT_LENGTH, 11.into());
        assert_eq!(read_all(&announced, &["{}"], 10).await, "413");
    }

    #[tokio::test]
    async fn what_is_no_json_object_is_refused() {
        for body in ["{\"a\":", "[1]", "\"x\"", "null", "é"] {
            assert_eq!(read_all(&HeaderMap::new(), &[body], 100).await, "400", "{body}");
        }
    }

    #[tokio::test]
    async fn a_form_is_an_object_of_texts() {
        let mut form = HeaderMap::new();
        let kind = "application/x-www-form-urlencoded; charset=utf-8";
        form.insert(CONTENT_TYPE, kind.parse().unwrap());
        let read = read_all(&form, &["a=1+2&b=%7B%7D&", "c&=x&a=3&_method=GET"], 100).await;
        assert_eq!(read, r#"{"a":["1 2","3"],"b":"{}","c":"","_method":"GET"}"#);
        assert_eq!(read_all(&form, &["a=%00"], 100).await, "400");
        let many = "a&".repeat(MAX_FIELDS);
        let limit = many.len();
        let bodies = Bodies::new(&HttpLimits::default());
        let read = super::read(&form, Body::from(many), limit, &JsonLimits::WIDE, &bodies).await;
        assert!(matches!(read, Err(HttpError::TooLarge)), "{read:?}");
    }

    #[tokio::test]
    async fn a_multipart_form_is_left_alone_and_compression_refused() {
        let mut form = HeaderMap::new();
        form.insert(CONTENT_TYPE, "Multipart/form-data; boundary=x".parse().unwrap());
        assert_eq!(read_all(&form, &["--x"], 100).await, "{}");
        let mut zipped = HeaderMap::new();
        zipped.insert(CONTENT_ENCODING, "gzip".parse().unwrap());
        assert_eq!(read_all(&zipped, &["x"], 100).await, "415");
    }

    /// A body of which the first part has come and the rest never does.
    fn endless() -> Body {
        let first = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"a=1"))]);
        Body::from_stream(first.chain(stream::pending()))
    }

    fn bodies(in_flight: usize) -> Bodies {
        let brief = Some(Duration::from_millis(20));
        Bodies::new(&HttpLimits { in_flight, body_total: brief, ..HttpLimits::default() })
    }

    #[tokio::test]
    async fn every_kind_of_body_has_a_time_for_all_of_it() {
        let (bodies, none) = (bodies(9), HeaderMap::new());
        let slow = form(&none, endless(), 100, &bodies).await;
        assert!(matches!(slow, Err(HttpError::SlowBody)), "{slow:?}");
        let slow = read(&none, endless(), 100, &JsonLimits::WIDE, &bodies).await;
        assert!(matches!(slow, Err(HttpError::SlowBody)), "{slow:?}");
        let slow = raw(endless(), 100, &bodies).await;
        assert!(matches!(slow, Err(HttpError::SlowBody)), "{slow:?}");
    }

    #[tokio::test]
    async fn only_bodies_that_are_waited_for_take_places() {
        let bodies = bodies(1);
        let held = bodies.place().unwrap();
        let refused = raw(endless(), 100, &bodies).await;
        assert!(matches!(refused, Err(HttpError::Busy)), "{refused:?}");
        assert_eq!(&*raw(Body::from("whole"), 100, &bodies).await.unwrap(), b"whole");
        drop(held);
        let slow = raw(endless(), 100, &bodies).await;
        assert!(matches!(slow, Err(HttpError::SlowBody)), "{slow:?}");
    }

    #[test]
    fn large_bodies_have_so_much_room_together_and_each_customer_a_part_of_it() {
        let bodies = Bodies::new(&HttpLimits {
            large_bytes: 30,
            large_bytes_per_address: 20,
            ..HttpLimits::default()
        });
        let room = |from: &str, bytes| bodies.room(from.parse().unwrap(), bytes);
        let held = room("2001:db8::1", 15).unwrap();
        assert!(matches!(room("2001:db8::2", 6), Err(HttpError::Busy)));
        let _of_another = room("192.0.2.1", 15).unwrap();
        assert!(matches!(room("192.0.2.2", 1), Err(HttpError::Busy)));
        drop(held);
        assert!(room("192.0.2.2", 15).is_ok());
    }
}
