//! `DELETE /files/:name`

use std::sync::Arc;

use axum::body::Body;
use axum::http::Response;
use parse_engine::file;
use parse_files::StoredName;
use parse_model::JsonMap;
use telemetry::task;

use super::FileRequest;
use crate::reply::{self, HttpError};
use crate::state::HttpState;

/// Answers a deletion.
pub(super) async fn answer(
    state: &Arc<HttpState>,
    asked: FileRequest<'_>,
    name: &str,
) -> Result<Response<Body>, HttpError> {
    let mut asked = asked;
    let headers = &asked.parts.headers;
    asked.credentials.complete(headers, &mut JsonMap::new(), &state.settings.keys)?;
    // The application's name may have come with a key (`Authorization: Basic`).
    asked.key = asked.key_check.of(state, &asked.credentials, asked.from)?;
    let caller = asked.admitted(state).await?;
    if !caller.is_master() {
        return Err(HttpError::MasterKeyRequired);
    }
    if caller.is_read_only() {
        return Err(HttpError::Denied("read-only masterKey isn't allowed to delete a file."));
    }
    let name = StoredName::checked(name)?;
    let state = state.clone();
    let work = task::spawn("deletion of a file", async move {
        let _begun = state.in_flight.begin();
        file::delete(&state.engine.cx(caller), &state.files, name).await
    });
    match work.await {
        Ok(Some(outcome)) => outcome?,
        Ok(None) | Err(_) => return Err(HttpError::broken("deleting a file", "it panicked")),
    }
    Ok(reply::nothing())
}
