//! Proofs of identities that their providers store themselves.

use std::collections::BTreeMap;

use parse_model::{Json, JsonMap};

use super::unsupported;
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::Error;
use crate::extension::AuthProvider;
use crate::extension::{ExternalIdentityStore, Proof, ProofPurpose};

/// The proofs of one request, by provider.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proofs(BTreeMap<String, Proof>);

impl Proofs {
    /// Proves the identities in a request that the engine does not store. Other and malformed
    /// entries are left to the parser.
    pub(crate) async fn gather(
        cx: &Cx,
        sent: Option<&Json>,
        purpose: ProofPurpose<'_>,
    ) -> Result<Proofs, Error> {
        let mut proofs = Proofs::default();
        let Some(Json::Object(sent)) = sent else { return Ok(proofs) };
        for (provider, data) in sent {
            let Some(identity_store) = identity_store(cx.engine(), provider) else { continue };
            match data {
                Json::Null => {}
                Json::Object(data) => {
                    let proof = identity_store.prove(cx, data, purpose).await?;
                    proofs.0.extend(proof.map(|proof| (provider.clone(), proof)));
                }
                _ => return Err(unsupported().into()),
            }
        }
        Ok(proofs)
    }

    /// Whether nothing was proved.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The users with these identities.
    pub(crate) fn owners(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|proof| proof.holder.as_deref())
    }

    /// The proved identities, in the canonical form of their providers.
    pub(crate) fn identities(&self) -> Vec<String> {
        self.0.values().map(|proof| proof.identity.clone()).collect()
    }

    /// The providers, separated by commas.
    pub(crate) fn names(&self) -> String {
        self.0.keys().map(String::as_str).collect::<Vec<_>>().join(",")
    }

    /// The longest session that they allow.
    pub(crate) fn longest_session(&self) -> Option<i64> {
        self.0.values().filter_map(|proof| proof.longest_session).min()
    }

    /// Consumes the proofs for a user, and returns the fields that the client should get.
    pub(crate) async fn consume(&self, tx: &Cx, user_id: &str) -> Result<JsonMap, Error> {
        let mut told = JsonMap::new();
        for proof in self.0.values() {
            told.extend(proof.consumer.consume(tx, user_id).await?);
        }
        Ok(told)
    }
}

/// The identity store of a provider, unless the engine stores its identities.
pub(super) fn identity_store<'a>(
    engine: &'a Engine,
    provider: &str,
) -> Option<&'a dyn ExternalIdentityStore> {
    engine.extension().provider(provider).and_then(AuthProvider::identity_store)
}
