//! Files over HTTP: the one part of the protocol whose bodies are not JSON.
//!
//! Keys, sessions and callers are found out as for every other route; only the bytes go their own
//! way, as a stream in both directions, so that the size of a file costs no memory.

mod bucket;
mod deletion;
mod disk;
mod door;
mod download;
mod incoming;
mod range;
mod serving;
mod storage;
mod upload;

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Response;
use axum::http::request::Parts;
use parse_engine::Key;
use parse_model::{Code, Refusal};

use crate::app::App;
use crate::credential::Credentials;
use crate::reply::Problem;

pub use bucket::BucketSettings;
pub(crate) use door::{Door, door};
pub use serving::Serving;
pub use storage::{Place, Storage};

/// A request about a file, as far as it has been looked at.
pub(crate) struct Asked<'a> {
    pub(crate) from: IpAddr,
    pub(crate) parts: &'a Parts,
    pub(crate) credentials: Credentials<'a>,
    /// What the key in the headers is worth.
    pub(crate) key: Key,
}

/// Answers a request about a file.
pub(crate) async fn answer(
    app: &Arc<App>,
    asked: Asked<'_>,
    door: Door,
    body: Body,
) -> Result<Response<Body>, Problem> {
    match door {
        Door::Nameless => {
            Err(Refusal::new(Code::INVALID_FILE_NAME, "Filename not provided.").into())
        }
        Door::Upload(name) => upload::answer(app, asked, name, body).await,
        Door::Download { application, name } => {
            download::answer(app, asked, &application, &name).await
        }
        Door::Metadata { application, name } => {
            download::metadata(app, asked, &application, &name).await
        }
        Door::Delete(name) => deletion::answer(app, asked, &name).await,
    }
}
