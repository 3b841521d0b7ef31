//! Files over HTTP: the one part of the protocol whose bodies are not JSON.
//!
//! Keys, sessions and callers are found out as for every other route; only the bytes go their own
//! way, as a stream in both directions, so that the size of a file costs no memory.

mod deletion;
mod download;
mod incoming;
mod range;
mod removed;
mod route;
mod upload;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Response;
use axum::http::request::Parts;
use parse_identity::{Caller, Key};
use parse_model::{Code, JsonMap, Refusal};

use crate::admission::Admission;
use crate::authenticate::authenticate;
use crate::credential::Credentials;
use crate::deadline::Deadline;
use crate::key_check::KeyCheck;
use crate::rate::Call;
use crate::reply::HttpError;
use crate::state::HttpState;

pub use removed::delete_removed;
pub(crate) use route::{FileRoute, route};

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
    async fn admitted(mut self, state: &HttpState) -> Result<Caller, HttpError> {
        if matches!(self.key, Key::None) {
            self.key = self.key_check.of(state, &self.credentials, self.from)?;
        }
        if matches!(self.key, Key::None) && !self.credentials.may_enter(&state.settings.keys) {
            return Err(HttpError::Unauthorized);
        }
        self.identified(state).await
    }

    /// Who asks, whether or not they bring any keys.
    async fn identified(self, state: &HttpState) -> Result<Caller, HttpError> {
        let FileRequest { from, parts, path, credentials, key, key_check: _ } = self;
        let (method, query) = (parts.method.as_str(), parts.uri.query().unwrap_or_default());
        let headers = &parts.headers;
        let caller = authenticate(state, credentials, key, None, from, headers).await?;
        let body = &JsonMap::new();
        let call = Call { method, is_in_batch: false, path, from, key, body, query };
        state.rates.charge_user(&call, caller.user_id())?;
        Ok(caller)
    }
}

/// Answers a request about a file.
pub(crate) async fn answer(
    state: &Arc<HttpState>,
    asked: FileRequest<'_>,
    route: FileRoute,
    body: Body,
    admission: &mut Admission<'_>,
) -> Result<Response<Body>, HttpError> {
    let mut deadline = Deadline::after(state.settings.http.handler);
    if !matches!(route, FileRoute::Upload(_)) {
        deadline.keep(admission.enter()).await?;
    }
    match route {
        FileRoute::Nameless => {
            Err(Refusal::new(Code::INVALID_FILE_NAME, "Filename not provided.").into())
        }
        FileRoute::Upload(name) => upload::answer(state, asked, name, body, admission).await,
        FileRoute::Download { application, name } => {
            deadline.keep(download::answer(state, asked, &application, &name)).await
        }
        FileRoute::Metadata { application, name } => {
            deadline.keep(download::metadata(state, asked, &application, &name)).await
        }
        FileRoute::Delete(name) => deadline.keep(deletion::answer(state, asked, &name)).await,
    }
}
