//! The class `_User` in reads and writes.

use async_trait::async_trait;
use parse_identity::Caller;
use parse_model::{ClassName, Code, JsonMap, Object, ObjectId, Refusal};
use parse_store::Invalidation;

use super::sign_up::sign_up;
use super::{delete, hide, is_nobody, update};
use crate::auth_data::Proofs;
use crate::cx::Cx;
use crate::draft::Saved;
use crate::engine::Engine;
use crate::error::Error;
use crate::extension::ProofPurpose;
use crate::extension::system_class::SystemClass;
use crate::session;
use crate::write::{Delete, Save};

/// The class `_User`.
pub(crate) struct UserClass;

#[async_trait]
impl SystemClass for UserClass {
    /// Identities are proved before a transaction is opened.
    async fn create(&self, cx: &Cx, body: JsonMap) -> Result<Saved, Error> {
        let gathered = || Proofs::gather(cx, body.get("authData"), ProofPurpose::SignIn);
        let proofs = gathered().await?;
        if proofs.is_empty() {
            return create(cx, body, proofs).await;
        }
        match create(cx, body.clone(), proofs).await {
            // Another request with the same identity was first. Both are the same user, so this one
            // signs in: by repeating it, or the whole unit if this is part of one.
            Err(error) if is_overtaken(cx, &error) => {
                if cx.db().is_transaction() {
                    cx.note_overtaken();
                    return Err(error);
                }
                let proofs = gathered().await?;
                create(cx, body, proofs).await
            }
            outcome => outcome,
        }
    }

    async fn update(&self, cx: &Cx, id: &ObjectId, body: JsonMap) -> Result<Saved, Error> {
        let mut proofs = Proofs::default();
        if body.contains_key("authData") && !is_nobody(cx) {
            // Before any proof, because proving is expensive and reveals whose an identity is.
            session::require_fresh(cx)?;
            let purpose = ProofPurpose::Link(id.as_str());
            proofs = Proofs::gather(cx, body.get("authData"), purpose).await?;
        }
        let class = ClassName::user();
        let save = Save::begin(cx, &class)?;
        let saved = update::update(save.tx(), id, body, proofs).await;
        save.finish(saved).await
    }

    async fn delete(&self, cx: &Cx, id: &ObjectId) -> Result<(), Error> {
        // A caller without a session is refused before any webhook is called.
        if is_nobody(cx) {
            let refusal = Refusal::new(Code::SESSION_MISSING, "Insufficient auth to delete user");
            return Err(refusal.into());
        }
        let class = ClassName::user();
        let removal = Delete::begin(cx, &class, id).await?;
        let done = delete(removal.tx(), id).await;
        removal.finish(done).await
    }

    fn manages_own_transactions(&self) -> bool {
        true
    }

    fn purge_notice(&self) -> Option<Invalidation> {
        Some(Invalidation::Everything)
    }

    fn makes_acl(&self) -> bool {
        true
    }

    fn hide(&self, engine: &Engine, caller: &Caller, user: &mut Object) {
        hide(engine, caller, user);
    }

    fn hides(&self) -> bool {
        true
    }

    fn hide_included(&self, cx: &Cx, user: &mut Object) {
        if !cx.caller().is_unrestricted() {
            user.fields.remove("authData");
        }
    }
}

async fn create(cx: &Cx, body: JsonMap, proofs: Proofs) -> Result<Saved, Error> {
    let class = ClassName::user();
    let save = Save::begin(cx, &class)?;
    let saved = sign_up(save.tx(), body, proofs).await;
    save.finish(saved).await
}

fn is_overtaken(cx: &Cx, error: &Error) -> bool {
    error.code() == Some(Code::ACCOUNT_ALREADY_LINKED) && cx.caller().user.is_none()
}
