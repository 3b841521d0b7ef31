//! The ways to sign in: one for our own app, and one per family as old clients know them.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{
    AuthAttempt, AuthProvider, Cx, Error, ExternalIdentityStore, Proof, ProofPurpose, Verified,
};
use parse_model::{Json, JsonMap};
use wallet::Family;

use crate::account;
use crate::class::Kind;
use crate::proof::{Sent, prove};
use crate::refused::{switched_off, unproved, unsupported};
use crate::shared::Shared;

/// The provider of our own app.
pub(crate) const WALLET: &str = "wallet";

/// A way to sign in.
pub(crate) struct Provider {
    shared: Arc<Shared>,
    /// The family, for a provider of the old clients.
    kind: Option<&'static Kind>,
}

impl Provider {
    /// Takes `{family, address, message, signature}`.
    pub(crate) fn of_app(shared: &Arc<Shared>) -> Provider {
        Provider { shared: Arc::clone(shared), kind: None }
    }

    /// Takes `{id, data, signature}`.
    pub(crate) fn of_old_clients(shared: &Arc<Shared>, kind: &'static Kind) -> Provider {
        Provider { shared: Arc::clone(shared), kind: Some(kind) }
    }

    fn read<'a>(&self, data: &'a JsonMap) -> Result<Sent<'a>, Error> {
        let text = |name: &str| data.get(name).and_then(Json::as_str).ok_or_else(unproved);
        let Some(kind) = self.kind else {
            let family = Family::named(text("family")?).ok_or_else(unproved)?;
            return Ok(Sent {
                family,
                address: text("address")?,
                text: text("message")?,
                signature: text("signature")?,
            });
        };
        let sent = Sent {
            family: kind.family,
            address: text("id")?,
            text: text("data")?,
            signature: text("signature")?,
        };
        if sent.text == sent.signature {
            return Err(unsupported(
                "This wallet sent its text unsigned, which proves nothing. Sign in with a wallet that signs.",
            ));
        }
        Ok(sent)
    }
}

#[async_trait]
impl ExternalIdentityStore for Provider {
    async fn prove(
        &self,
        cx: &Cx,
        data: &JsonMap,
        purpose: ProofPurpose<'_>,
    ) -> Result<Option<Proof>, Error> {
        if !self.shared.options.is_on() {
            return Err(switched_off());
        }
        if let (ProofPurpose::Link(user_id), Some(kind)) = (purpose, self.kind)
            && repeats(cx, kind, user_id, data).await?
        {
            return Ok(None);
        }
        let sent = self.read(data)?;
        self.shared.options.check(sent.family)?;
        prove(&self.shared, cx, &sent, purpose).await.map(Some)
    }
}

/// Whether what was sent is what a user is shown of an address of theirs. Clients send all that
/// they know again when they link another.
async fn repeats(
    cx: &Cx,
    kind: &'static Kind,
    user_id: &str,
    data: &JsonMap,
) -> Result<bool, Error> {
    let id = data.get("id").and_then(Json::as_str);
    let Some(id) = id.filter(|_| data.len() == 1) else { return Ok(false) };
    let all = account::all(cx, user_id).await?;
    Ok(account::of_kind(&all, kind).any(|linked| linked.id == id))
}

#[async_trait]
impl AuthProvider for Provider {
    async fn verify(&self, _cx: &Cx, _attempt: &AuthAttempt<'_>) -> Result<Verified, Error> {
        // Identities are kept here, so nothing is ever left to verify.
        Err(switched_off())
    }

    fn identity_store(&self) -> Option<&dyn ExternalIdentityStore> {
        Some(self)
    }

    /// Whatever an adopted database holds, neither a signature nor a signed text leaves it.
    fn client_view(&self, stored: &JsonMap) -> JsonMap {
        stored
            .iter()
            .filter(|(name, _)| *name == "id")
            .map(|(n, v)| (n.clone(), v.clone()))
            .collect()
    }
}
