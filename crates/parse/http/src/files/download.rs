//! `GET /files/:application/:name`, whole or in part, and what is written on a file.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{IF_NONE_MATCH, IF_RANGE, RANGE};
use axum::http::{HeaderMap, Method, Response};
use parse_engine::Error;
use parse_engine::file::{self, FoundFile};
use parse_files::{Blobs, StoredName};

use super::FileRequest;
use super::range::{Wanted, wanted};
use crate::reply::{self, FilePart, HttpError, Reply};
use crate::state::HttpState;

/// Answers a download.
pub(super) async fn answer(
    state: &Arc<HttpState>,
    asked: FileRequest<'_>,
    application: &str,
    name: &str,
) -> Result<Response<Body>, HttpError> {
    if application != state.settings.keys.application_id {
        return Err(HttpError::Denied("Permission denied"));
    }
    let (method, headers) = (&asked.parts.method, &asked.parts.headers);
    let query = asked.parts.uri.query();
    // A download needs no application id, but a caller who brings a key or a session is known by
    // it.
    let cx = state.engine.cx(asked.identified(state).await?);
    file::may_download(&cx).await?;
    let Ok(name) = StoredName::checked(name) else { return Ok(reply::file_not_found()) };
    if !file::is_address_good(&cx, &name, query) {
        return Ok(reply::file_not_found());
    }
    let found = file::find(&cx, &state.files, name).await.map_err(kept_back)?;
    let Some(found) = found else { return Ok(reply::file_not_found()) };
    serve(state, method, headers, found).await
}

/// Answers what is written on a file.
pub(super) async fn metadata(
    state: &Arc<HttpState>,
    asked: FileRequest<'_>,
    application: &str,
    name: &str,
) -> Result<Response<Body>, HttpError> {
    if application != state.settings.keys.application_id {
        return Ok(Reply::empty().into_response(String::new));
    }
    let query = asked.parts.uri.query();
    let cx = state.engine.cx(asked.identified(state).await?);
    let Some(name) =
        StoredName::checked(name).ok().filter(|name| file::is_address_good(&cx, name, query))
    else {
        return Ok(Reply::empty().into_response(String::new));
    };
    let written = file::metadata(&cx, &state.files, name).await.map_err(kept_back)?;
    Ok(Reply::of(&written)?.into_response(String::new))
}

/// A file that a trigger refuses has a status of its own.
fn kept_back(error: Error) -> HttpError {
    match error {
        Error::Refused(refusal) => HttpError::KeptBack(refusal),
        failed => failed.into(),
    }
}

async fn serve(
    state: &HttpState,
    method: &Method,
    headers: &HeaderMap,
    found: FoundFile,
) -> Result<Response<Body>, HttpError> {
    let FoundFile { info, served } = found;
    let serving = &state.settings.files;
    let etag = info.etag.as_deref().map(|etag| format!("\"{}\"", etag.trim_matches('"')));
    let mut all = serving.headers(served.name.as_str(), served.is_download);
    all.push(("content-type", serving.content_type(served.name.as_str())));
    all.push(("accept-ranges", "bytes".to_owned()));
    all.extend(etag.clone().map(|etag| ("etag", etag)));
    let all = all.into_iter().map(|(name, value)| (name.to_owned(), value));
    let all: Vec<(String, String)> = all.chain(served.headers).collect();

    if is_known(headers, etag.as_deref()) {
        return Ok(reply::file_unchanged(&all));
    }
    let range = text(headers, RANGE.as_str()).filter(|_| is_current(headers, etag.as_deref()));
    let part = match wanted(range, info.size) {
        Wanted::Beyond => return Ok(reply::file_beyond(&all, info.size)),
        Wanted::Whole => None,
        Wanted::Part(range) => Some(range),
    };
    let body = if method == Method::HEAD {
        Body::empty()
    } else {
        let blob = state.files.get(&served.name, part.clone()).await.map_err(Error::from)?;
        let Some(blob) = blob else { return Ok(reply::file_not_found()) };
        Body::from_stream(blob.bytes)
    };
    Ok(reply::file(FilePart { part, size: info.size, body }, &all))
}

/// Whether the caller has the file already.
fn is_known(headers: &HeaderMap, etag: Option<&str>) -> bool {
    let known = text(headers, IF_NONE_MATCH.as_str());
    known.zip(etag).is_some_and(|(known, etag)| {
        known.split(',').any(|one| {
            let one = one.trim();
            one == "*" || one.strip_prefix("W/").unwrap_or(one) == etag
        })
    })
}

/// Whether a part may be sent: a caller that says which file it has a part of must be right.
fn is_current(headers: &HeaderMap, etag: Option<&str>) -> bool {
    match text(headers, IF_RANGE.as_str()) {
        None => true,
        Some(condition) => etag == Some(condition),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
