//! `POST /files/:name`, in the three forms that clients send.
//!
//! Bytes as they are, with the keys in headers; the same with `X-Parse-Upload-Mode: stream`, which
//! adds headers about the file; and JSON with everything in it, which is how the SDK spares
//! browsers a preflight. The first two are streams; the third is read as a whole and has its own
//! limit.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Response};
use base64::Engine as _;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parse_engine::Error;
use parse_engine::file::{self, SavedFile, Upload};
use parse_identity::{Caller, Key};
use parse_model::wire::text::JsonLimits;
use parse_model::{Code, Json, JsonMap, Refusal};
use telemetry::task;

use super::FileRequest;
use super::incoming::IncomingFile;
use crate::admission::Admission;
use crate::body;
use crate::credential::Credentials;
use crate::deadline::Deadline;
use crate::reply::{self, HttpError};
use crate::state::HttpState;

/// What the JSON of an upload may hold: one long text, and a little about the file.
const ABOUT_FILE: JsonLimits = JsonLimits { values: 10_000, ..JsonLimits::WIDE };

/// Answers an upload.
pub(super) async fn answer(
    state: &Arc<HttpState>,
    asked: FileRequest<'_>,
    name: String,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let (headers, keys) = (&asked.parts.headers, &state.settings.keys);
    if headers.get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        return Err(HttpError::UnsupportedEncoding);
    }
    let limit = limit(state, headers, asked.key)?;
    let is_stream = header(headers, "x-parse-upload-mode") == Some("stream");
    let mut asked = asked;
    let is_addressed = asked.credentials.complete(headers, &mut JsonMap::new(), keys).is_ok();
    let (upload, bytes, _room) = if is_stream || is_addressed {
        if !is_addressed {
            return Err(HttpError::Unauthorized);
        }
        let bytes = IncomingFile::new(body, limit, announced(headers), state.settings.http.upload);
        (sent_in_headers(headers, name, is_stream, &bytes), Some(bytes), None)
    } else {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let limit = limit.min(state.settings.files.max_base64_bytes);
        let announced = announced(headers).and_then(|length| usize::try_from(length).ok());
        let length = announced.unwrap_or(limit).min(limit);
        let room = state.bodies.room(asked.from, length)?;
        let json = body::read(headers, body, limit, &ABOUT_FILE, &state.bodies).await;
        // Bytes that name no application are an unauthenticated request rather than broken JSON.
        let mut json = json.map_err(|problem| match problem {
            HttpError::Malformed(_) => HttpError::Unauthorized,
            other => other,
        })?;
        let upload = taken_out(name, &mut json, &mut asked.credentials, headers, state)?;
        (Ok(upload), None, Some(room))
    };
    let http = &state.settings.http;
    let claimed = async {
        admission.enter().await?;
        asked.admitted(state).await
    };
    let claimed = Deadline::after(http.handler).keep(claimed).await;
    // Bytes that are still to come hold a place among bodies, and none among requests.
    let _waiting = match bytes {
        Some(_) => {
            admission.leave();
            Some(state.bodies.place()?)
        }
        None => None,
    };
    let mut deadline = Deadline::after(http.upload.zip(http.handler).map(|(one, two)| one + two));
    let outcome = match (claimed, upload) {
        (Err(problem), _) => Err(problem),
        (_, Err(refusal)) => Err(refusal.into()),
        (Ok(caller), Ok(upload)) => deadline.keep(stored(state, caller, upload)).await,
    };
    match outcome {
        Ok(saved) => Ok(reply::file_saved(saved.name.as_str(), &saved.url)),
        Err(problem) => {
            let Some(bytes) = bytes else { return Err(problem) };
            bytes.drain().await;
            // Bytes as they are have the answer of every other body that is too long.
            Err(if bytes.is_too_long() && !is_stream { HttpError::TooLarge } else { problem })
        }
    }
}

/// Stores the file in a task of its own: an upload that has come completely is finished, and one
/// that was cut is cleared away, whether or not the caller is still there.
async fn stored(
    state: &Arc<HttpState>,
    caller: Caller,
    upload: Upload,
) -> Result<SavedFile, HttpError> {
    if caller.is_read_only() {
        return Err(HttpError::Denied("read-only masterKey isn't allowed to create a file."));
    }
    let state = state.clone();
    let work = task::spawn("upload", async move {
        let _begun = state.in_flight.begin();
        let cx = state.engine.cx(caller);
        Box::pin(file::save(&cx, &state.files, upload)).await
    });
    match work.await {
        Ok(Some(outcome)) => Ok(outcome?),
        Ok(None) | Err(_) => Err(HttpError::broken("storing a file", "it panicked")),
    }
}

/// The largest file this request may send.
fn limit(state: &HttpState, headers: &HeaderMap, key: Key) -> Result<u64, HttpError> {
    let Some(wanted) = header(headers, "x-parse-file-max-upload-size") else {
        return Ok(state.settings.files.max_bytes);
    };
    if header(headers, "x-parse-application-id") != Some(&*state.settings.keys.application_id) {
        return Err(HttpError::Denied("Permission denied"));
    }
    if key != Key::Master {
        return Err(HttpError::MasterKeyRequired);
    }
    size(wanted).ok_or_else(|| {
        let problem = format!("Invalid maxUploadSize override value: {wanted}");
        Refusal::new(Code::FILE_SAVE_ERROR, problem).into()
    })
}

/// A size such as `50mb` or `1.5 GB`, in bytes.
fn size(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[number.len()..] {
        "" | "b" => 1.0,
        "kb" => 1024.0,
        "mb" => 1024.0 * 1024.0,
        "gb" => 1024.0 * 1024.0 * 1024.0,
        _ => return None,
    };
    let number = number.trim_end();
    let is_plain = number.starts_with(|c: char| c.is_ascii_digit())
        && number.ends_with(|c: char| c.is_ascii_digit())
        && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let bytes = number.parse::<f64>().ok().filter(|_| is_plain)? * unit;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and what is beyond the range becomes its end"
    )]
    Some(bytes.floor() as u64)
}

/// An upload whose body is the file.
fn sent_in_headers(
    headers: &HeaderMap,
    name: String,
    is_stream: bool,
    bytes: &IncomingFile,
) -> Result<Upload, Refusal> {
    let mut upload = Upload {
        name,
        content_type: header(headers, CONTENT_TYPE.as_str()).map(str::to_owned),
        metadata: JsonMap::new(),
        tags: JsonMap::new(),
        directory: None,
        size: announced(headers),
        bytes: bytes.bytes(),
    };
    if is_stream {
        upload.directory = header(headers, "x-parse-file-directory").map(Json::from);
        upload.metadata = object_in(headers, "X-Parse-File-Metadata")?;
        upload.tags = object_in(headers, "X-Parse-File-Tags")?;
    }
    Ok(upload)
}

fn object_in(headers: &HeaderMap, name: &'static str) -> Result<JsonMap, Refusal> {
    match header(headers, &name.to_ascii_lowercase()) {
        None => Ok(JsonMap::new()),
        Some(text) => serde_json::from_str(text)
            .map_err(|_| Refusal::json(format!("Invalid JSON in {name} header."))),
    }
}

/// An upload whose body is JSON, with the file in it as base64.
fn taken_out(
    name: String,
    json: &mut JsonMap,
    credentials: &mut Credentials<'_>,
    headers: &HeaderMap,
    state: &HttpState,
) -> Result<Upload, HttpError> {
    let content_type = match json.get("_ContentType") {
        Some(Json::String(said)) if !said.is_empty() => Some(said.clone()),
        _ => header(headers, CONTENT_TYPE.as_str()).map(str::to_owned),
    };
    credentials.complete(headers, json, &state.settings.keys)?;
    let bytes = match json.shift_remove("base64") {
        None | Some(Json::Null) => Bytes::new(),
        Some(Json::String(text)) => decoded(&text).ok_or_else(unusable)?,
        Some(_) => return Err(HttpError::Unauthorized),
    };
    let mut about = match json.shift_remove("fileData") {
        Some(Json::Object(about)) => about,
        _ => JsonMap::new(),
    };
    let mut map = |key: &str| match about.shift_remove(key) {
        Some(Json::Object(map)) => map,
        _ => JsonMap::new(),
    };
    let (metadata, tags) = (map("metadata"), map("tags"));
    let size = Some(bytes.len() as u64);
    let directory = about.shift_remove("directory");
    let bytes = stream::iter((!bytes.is_empty()).then_some(Ok(bytes))).boxed();
    Ok(Upload { name, content_type, metadata, tags, directory, size, bytes })
}

const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);

fn decoded(text: &str) -> Option<Bytes> {
    let alphabet = if text.contains(['-', '_']) { alphabet::URL_SAFE } else { alphabet::STANDARD };
    let engine = GeneralPurpose::new(&alphabet, LENIENT);
    let decoded = if text.contains(|c: char| c.is_ascii_whitespace()) {
        engine.decode(text.split_ascii_whitespace().collect::<String>())
    } else {
        engine.decode(text)
    };
    decoded.ok().map(Bytes::from)
}

fn unusable() -> Error {
    Error::refused(Code::FILE_SAVE_ERROR, "Invalid file upload.")
}

fn announced(headers: &HeaderMap) -> Option<u64> {
    header(headers, CONTENT_LENGTH.as_str())?.parse().ok()
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_and_fractions() {
        assert_eq!(size("17"), Some(17));
        assert_eq!(size("1.5kb"), Some(1536));
        assert_eq!(size(" 50 MB "), Some(50 << 20));
        assert_eq!(size("1gb"), Some(1 << 30));
        for bad in ["", "mb", "1tb", "-1", "1e3", "0x10", "1.", "nan"] {
            assert_eq!(size(bad), None, "{bad}");
        }
    }

    #[test]
    fn base64_is_read_with_and_without_padding_and_junk_is_not() {
        for text in ["YWI=", "YWI", "Y W\nI="] {
            assert_eq!(decoded(text).as_deref(), Some(&b"ab"[..]), "{text}");
        }
        assert_eq!(decoded("-_8").as_deref(), Some(&[0xfb, 0xff][..]));
        for junk in ["%%%", "data:text/plain;base64,YWI=", "YWI=YWI="] {
            assert_eq!(decoded(junk), None, "{junk}");
        }
    }
}
