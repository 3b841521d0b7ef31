//! A repository of GitHub, as whom it is asked, and what every request has.

use super::repository::Repository;
use crate::call::{Method, Request};

/// Where GitHub is, unless it is somebody's own.
pub const BASE: &str = "https://api.github.com";

/// The version of the interface that is spoken.
const VERSION: &str = "2026-03-10";

/// As whom GitHub is asked.
#[derive(Clone)]
pub enum Access {
    /// With a token of a person.
    Person {
        /// The token.
        token: String,
    },
    /// As an App, at one of its installations.
    App {
        /// What proves to be the App, for a few minutes.
        jwt: String,
        /// The token of the installation.
        token: String,
    },
}

impl Access {
    pub(super) fn token(&self) -> &str {
        let (Access::Person { token } | Access::App { token, .. }) = self;
        token
    }
}

/// A repository of GitHub with a credential.
#[derive(Clone)]
pub struct Github {
    /// Where the interface is, without a slash at the end.
    pub base: String,
    /// Which repository.
    pub repository: Repository,
    /// As whom.
    pub access: Access,
    /// What tells this credential apart from others.
    pub credential: String,
}

/// A request with what every request has.
pub fn request(method: Method, url: String, token: &str, credential: &str) -> Request {
    Request::new(method, url)
        .header("accept", "application/vnd.github+json")
        .header("x-github-api-version", VERSION)
        .header("user-agent", "Touchstone")
        .header("authorization", format!("Bearer {token}"))
        .on_behalf_of(credential)
        .following_a_rename()
}
