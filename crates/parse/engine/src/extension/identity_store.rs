//! External identities that an auth provider stores itself: their owners, and the consumption of
//! proofs.
//!
//! Proofs are checked before a transaction is opened, because that may take computing or an
//! external call. Their effects commit or roll back with the session or the link.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use parse_model::JsonMap;

use crate::cx::Cx;
use crate::error::Error;

/// The purpose of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofPurpose<'a> {
    /// A user signs in or up.
    SignIn,
    /// The identity is linked to the user with this id.
    Link(&'a str),
}

/// An auth provider that stores its identities itself. A user may have several, and the stored form
/// differs from the sent one.
#[async_trait]
pub trait ExternalIdentityStore: Send + Sync {
    /// Checks a proof and returns the owner of the identity. `None` if the data only repeats
    /// existing facts. Called outside transactions. Must not write.
    async fn prove(
        &self,
        cx: &Cx,
        data: &JsonMap,
        purpose: ProofPurpose<'_>,
    ) -> Result<Option<Proof>, Error>;
}

/// A valid proof.
#[derive(Clone)]
pub struct Proof {
    /// The proved identity in the canonical form of its provider, for triggers.
    pub identity: String,
    /// The id of the user with the identity, if any.
    pub holder: Option<String>,
    /// The longest session that it allows, in seconds.
    pub longest_session: Option<i64>,
    /// The effect of using it.
    pub consumer: Arc<dyn ProofConsumer>,
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("holder", &self.holder).finish_non_exhaustive()
    }
}

/// The effect of using a proof.
#[async_trait]
pub trait ProofConsumer: Send + Sync {
    /// Consumes the proof for a user, inside the transaction of the session or link. An `Err` rolls
    /// back both. Returns the fields of the user that the client should get.
    async fn consume(&self, tx: &Cx, user_id: &str) -> Result<JsonMap, Error>;
}
