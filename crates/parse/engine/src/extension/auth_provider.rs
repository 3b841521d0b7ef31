//! Auth providers of an application.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::{Json, JsonMap, Object};

use super::Extension;
use crate::cx::Cx;
use crate::error::Error;
use crate::extension::ExternalIdentityStore;

/// An auth provider: proves that a user has an external identity.
#[async_trait]
pub trait AuthProvider: Send + Sync {
    /// Checks the proof. An `Err` refuses it.
    async fn verify(&self, cx: &Cx, attempt: &AuthAttempt<'_>) -> Result<Verified, Error>;

    /// Its own identity store, if the engine does not store its identities. The store then proves
    /// them, and `verify` is not called.
    fn identity_store(&self) -> Option<&dyn ExternalIdentityStore> {
        None
    }

    /// How it combines with other ways to sign in.
    fn policy(&self) -> Policy {
        Policy::Default
    }

    /// The part of the stored data that clients get.
    fn client_view(&self, stored: &JsonMap) -> JsonMap {
        stored.clone()
    }

    /// Answers a request for a challenge; `None` if there is none.
    async fn challenge(
        &self,
        _cx: &Cx,
        _challenge: &Json,
        _user: Option<&Object>,
    ) -> Result<Option<Json>, Error> {
        Ok(None)
    }
}

impl Extension {
    /// Adds an auth provider.
    #[must_use]
    pub fn with_provider(mut self, name: &str, provider: impl AuthProvider + 'static) -> Extension {
        self.implementations.insert::<dyn AuthProvider>(name, Arc::new(provider));
        self.has_cloud_code = true;
        self
    }

    /// An auth provider by name.
    pub fn provider(&self, name: &str) -> Option<&dyn AuthProvider> {
        self.implementations.get::<dyn AuthProvider>(name).map(|provider| &**provider)
    }

    /// The names of all ways to sign in.
    pub fn provider_names(&self) -> impl Iterator<Item = &str> {
        self.implementations.all::<dyn AuthProvider>().map(|(name, _)| name)
    }
}

/// A proof to check.
#[derive(Debug)]
pub struct AuthAttempt<'a> {
    /// The data that the client sent for this provider.
    pub data: &'a JsonMap,
    /// The purpose.
    pub purpose: AuthValidation,
    /// The user it is about, if known.
    pub user: Option<&'a Object>,
}

/// The purpose of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthValidation {
    /// The identity is new to this user.
    SetUp,
    /// The user signs in with it.
    LogIn,
    /// The user, signed in, renews it.
    Update,
}

/// A valid proof.
#[derive(Debug, Default)]
pub struct Verified {
    /// What to store instead of the data that was sent.
    pub save: Option<JsonMap>,
    /// The data for the client, under `authDataResponse`.
    pub response: Option<Json>,
}

/// How a way to sign in combines with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Policy {
    /// Sufficient.
    #[default]
    Default,
    /// Sufficient, and makes additional ones unnecessary.
    Solo,
    /// Required in addition, once a user has set it up.
    Additional,
}
