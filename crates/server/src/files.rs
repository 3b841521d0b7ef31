//! Files over HTTP: the one part of the protocol whose bodies are not JSON.
//!
//! Keys, sessions and callers are found out as for every other route; only the bytes go their own
//! way, as a stream in both directions, so that the size of a file costs no memory.

mod bucket;
mod deletion;
mod disk;
mod download;
mod folder;
mod incoming;
mod probe;
mod range;
mod removed;
mod route;
mod serving;
mod storage;
mod upload;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Response;
use axum::http::request::Parts;
use parse_engine::{Caller, Key};
use parse_model::{Code, JsonMap, Refusal};

use crate::admission::Admission;
use crate::app::App;
use crate::credential::Credentials;
use crate::deadline::Deadline;
use crate::key_check::KeyCheck;
use crate::rate::Call;
use crate::reply::HttpError;

pub use bucket::BucketSettings;
pub(crate) use bucket::bucket_client;
pub(crate) use folder::{FolderName, OwnFolder, folder_name};
pub(crate) use probe::probe;
pub(crate) use removed::delete_removed;
pub(crate) use route::{FileRoute, route};
pub use serving::Serving;
pub use storage::{Storage, StorageLocation};

/// A request about a file, as far as it has been looked at.
pub(crate) struct FileRequest<'a> {
    pub(crate) from: IpAddr,
    pub(crate) parts: &'a Parts,
    /// The path below the mount.
    pub(crate) path: &'a str,
    pub(crate) credentials: Credentials<'a>,
    /// What the key in the headers is worth.
    pub(crate) key: Key,
    pub(crate) key_check: KeyCheck,
}

impl FileRequest<'_> {
    /// Who asks, if the keys they bring let them in.
    async fn admitted(mut self, app: &App) -> Result<Caller, HttpError> {
        if matches!(self.key, Key::None) {
            self.key = self.key_check.of(app, &self.credentials, self.from)?;
        }
        if matches!(self.key, Key::None) && !self.credentials.may_enter(&app.config.keys) {
            return Err(HttpError::Unauthorized);
        }
        self.identified(app).await
    }

    /// Who asks, whether or not they bring any keys.
    async fn identified(self, app: &App) -> Result<Caller, HttpError> {
        let FileRequest { from, parts, path, credentials, key, key_check: _ } = self;
        let (method, query) = (parts.method.as_str(), parts.uri.query().unwrap_or_default());
        let headers = &parts.headers;
        let caller =
            crate::incoming::authenticate(app, credentials, key, None, from, headers).await?;
        let body = &JsonMap::new();
        let call = Call { method, is_in_batch: false, path, from, key, body, query };
        app.rates.charge_user(&call, caller.user_id())?;
        Ok(caller)
    }
}

/// Answers a request about a file.
pub(crate) async fn answer(
    app: &Arc<App>,
    asked: FileRequest<'_>,
    route: FileRoute,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let mut deadline = Deadline::after(app.config.http.handler);
    if !matches!(route, FileRoute::Upload(_)) {
        deadline.keep(admission.enter()).await?;
    }
    match route {
        FileRoute::Nameless => {
            Err(Refusal::new(Code::INVALID_FILE_NAME, "Filename not provided.").into())
        }
        FileRoute::Upload(name) => upload::answer(app, asked, name, body, admission).await,
        FileRoute::Download { application, name } => {
            deadline.keep(download::answer(app, asked, &application, &name)).await
        }
        FileRoute::Metadata { application, name } => {
            deadline.keep(download::metadata(app, asked, &application, &name)).await
        }
        FileRoute::Delete(name) => deadline.keep(deletion::answer(app, asked, &name)).await,
    }
}
