//! External identities that an auth provider stores itself: who has which, and what a proof
//! consumes.
//!
//! What is proved is proved before a transaction is opened, because it may take computing or a call
//! elsewhere. What follows from it commits or rolls back with the session or the link that it leads
//! to.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use parse_model::JsonMap;

use crate::cx::Cx;
use crate::error::Error;

/// What a proof is brought for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofPurpose<'a> {
    /// A user signs in, or up.
    SignIn,
    /// The identity is to belong to a user, who is named by id.
    Link(&'a str),
}

/// An auth provider that stores its identities itself: a user may have several of them, and what is
/// sent is not what is kept.
#[async_trait]
pub trait ExternalIdentityStore: Send + Sync {
    /// Checks a proof and says whose the identity is; `None` if what was sent only repeats what
    /// holds already. Called outside transactions; must not write.
    async fn prove(
        &self,
        cx: &Cx,
        data: &JsonMap,
        purpose: ProofPurpose<'_>,
    ) -> Result<Option<Proof>, Error>;
}

/// A proof that held.
#[derive(Clone)]
pub struct Proof {
    /// What was proved, in the one way its provider writes it down, so that triggers can tell.
    pub identity: String,
    /// The id of the user who has the identity, if any.
    pub holder: Option<String>,
    /// The longest that a session may last which it leads to, in seconds.
    pub longest_session: Option<i64>,
    /// What is done when it is used.
    pub consumer: Arc<dyn ProofConsumer>,
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("holder", &self.holder).finish_non_exhaustive()
    }
}

/// What is done when a proof is used.
#[async_trait]
pub trait ProofConsumer: Send + Sync {
    /// Uses the proof up for a user, inside the transaction that lets them in or links the
    /// identity; an `Err` undoes both. Gives the fields of the user that the client should learn
    /// of.
    async fn consume(&self, tx: &Cx, user_id: &str) -> Result<JsonMap, Error>;
}
