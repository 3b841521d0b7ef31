//! A repository at GitHub, its credential, and how requests are sent.

use serde_json::Value as Json;

use super::limit::outcome;
use super::repository::Repository;
use crate::call::{Method, Request};
use crate::outcome::Outcome;
use crate::outside::Outside;
use crate::tracker::read_json;

/// The address of GitHub's API, unless the operator configures another.
pub const BASE: &str = "https://api.github.com";

/// The API version of every request.
const VERSION: &str = "2026-03-10";

/// The credential for requests.
#[derive(Clone)]
pub enum Access {
    /// A personal access token.
    Person {
        /// The token.
        token: String,
    },
    /// An installation of a GitHub App.
    App {
        /// The JSON Web Token of the App, valid for a few minutes.
        jwt: String,
        /// The token of the installation.
        token: String,
    },
}

impl Access {
    fn token(&self) -> &str {
        let (Access::Person { token } | Access::App { token, .. }) = self;
        token
    }
}

/// A repository at GitHub with a credential.
pub struct Github<'a> {
    /// The transport for requests.
    pub outside: &'a dyn Outside,
    /// The address of the API, without a slash at the end.
    pub base: String,
    /// The repository.
    pub repository: Repository,
    /// The credential.
    pub access: Access,
    /// A key that identifies the credential without revealing it.
    pub credential: String,
}

impl Github<'_> {
    /// Sends a request with the token and returns the JSON of the answer.
    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Json>,
    ) -> Result<Json, Outcome> {
        let url = format!("{}{path}", self.base);
        let request = request(method, url, self.access.token(), &self.credential);
        match body {
            Some(body) => send(self.outside, request.json(body.to_string())).await,
            None => send(self.outside, request).await,
        }
    }
}

/// Sends a request and returns the JSON of the answer.
pub(super) async fn send(outside: &dyn Outside, request: Request) -> Result<Json, Outcome> {
    read_json(&outside.call(request).await, outcome)
}

/// A request with the headers that every request has.
pub(super) fn request(method: Method, url: String, token: &str, credential: &str) -> Request {
    Request::new(method, url)
        .header("accept", "application/vnd.github+json")
        .header("x-github-api-version", VERSION)
        .header("user-agent", "Touchstone")
        .header("authorization", format!("Bearer {token}"))
        .on_behalf_of(credential)
        .following_a_rename()
}
