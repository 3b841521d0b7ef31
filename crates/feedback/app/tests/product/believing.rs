//! A way to sign in without proof. The real proofs of wallets are tested where they are checked.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{
    AuthAttempt, AuthProvider, Cx, Error, Extension, ExternalIdentityStore, Proof, ProofConsumer,
    ProofPurpose, Verified,
};
use parse_model::{Json, JsonMap};

/// The extension with such a way beside its own.
pub(crate) fn believing(extension: Extension) -> Extension {
    extension.with_provider("wallet", Believing)
}

/// Accepts every claimed account.
struct Believing;

#[async_trait]
impl ExternalIdentityStore for Believing {
    async fn prove(
        &self,
        _cx: &Cx,
        data: &JsonMap,
        _purpose: ProofPurpose<'_>,
    ) -> Result<Option<Proof>, Error> {
        let identity = data.get("account").and_then(Json::as_str).map(str::to_owned);
        let proof = |identity| Proof {
            identity,
            holder: None,
            longest_session: None,
            consumer: Arc::new(Believing),
        };
        Ok(identity.map(proof))
    }
}

#[async_trait]
impl ProofConsumer for Believing {
    async fn consume(&self, _tx: &Cx, _user_id: &str) -> Result<JsonMap, Error> {
        Ok(JsonMap::new())
    }
}

#[async_trait]
impl AuthProvider for Believing {
    async fn verify(&self, _cx: &Cx, _attempt: &AuthAttempt<'_>) -> Result<Verified, Error> {
        unreachable!("it keeps its identities itself")
    }

    fn identity_store(&self) -> Option<&dyn ExternalIdentityStore> {
        Some(self)
    }
}
