//! `DELETE /files/:name`

use std::sync::Arc;

use axum::body::Body;
use axum::http::Response;
use parse_engine::file::{self, StoredName};
use parse_model::JsonMap;

use super::FileRequest;
use crate::app::App;
use crate::reply::{self, HttpError};
use crate::task;

/// Answers a deletion.
pub(super) async fn answer(
    app: &Arc<App>,
    asked: FileRequest<'_>,
    name: &str,
) -> Result<Response<Body>, HttpError> {
    let mut asked = asked;
    let headers = &asked.parts.headers;
    asked.credentials.complete(headers, &mut JsonMap::new(), &app.config.keys)?;
    // The application's name may have come with a key (`Authorization: Basic`).
    asked.key = asked.key_check.of(app, &asked.credentials, asked.from)?;
    let caller = asked.admitted(app).await?;
    if !caller.is_master() {
        return Err(HttpError::MasterKeyRequired);
    }
    if caller.is_read_only() {
        return Err(HttpError::Denied("read-only masterKey isn't allowed to delete a file."));
    }
    let name = StoredName::checked(name)?;
    let app = app.clone();
    let work = task::spawn("deletion of a file", async move {
        let _begun = app.in_flight.begin();
        file::delete(&app.engine.cx(caller), &app.files, name).await
    });
    match work.await {
        Ok(Some(outcome)) => outcome?,
        Ok(None) | Err(_) => return Err(HttpError::broken("deleting a file", "it panicked")),
    }
    Ok(reply::nothing())
}
