//! Changing a user.

use parse_model::{
    ClassName, Code, FieldName, Filter, Json, JsonMap, Object, ObjectId, Refusal, Value,
};
use parse_store::{RowAccess, Select};

use super::account::{Secrets, check_verified, claim_names, hash_password, set_hash, settle_names};
use super::credential::is_given;
use super::sign_up::{is_cloud, owners};
use super::verification::{self, VerificationRequest};
use super::{as_insufficient, insufficient, is_nobody, policy};
use crate::auth_data::{self, AuthData, Proofs, Proven};
use crate::cx::Cx;
use crate::draft::{Draft, Saved};
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::mail::{self, AccountChange};
use crate::session::{self, Opening, created_with};
use crate::write::{self, Admitted};

/// Mailed tokens that must not outlive the password or the address.
pub(super) const MAILED: [&str; 2] = ["_perishable_token", "_perishable_token_expires_at"];

/// The fields by which an account is signed in to or recovered.
const SIGNED_IN_BY: [&str; 3] = ["password", "email", "authData"];

/// Changes a user. A new password ends their sessions and creates a new one for the caller.
pub(super) async fn update(
    cx: &Cx,
    id: &ObjectId,
    body: JsonMap,
    proofs: Proofs,
) -> Result<Saved, Error> {
    if is_nobody(cx) {
        return Err(cannot_modify(cx, id).into());
    }
    change(cx, id, body, proofs).await.map_err(|error| as_insufficient(cx, error))
}

/// If triggers need the object, Parse Server reads it first and returns "not found".
fn cannot_modify(cx: &Cx, id: &ObjectId) -> Refusal {
    if cx.engine().triggers(&ClassName::user(), TriggerKind::BeforeSave).is_some() {
        return insufficient();
    }
    Refusal::sensitive(Code::SESSION_MISSING, format!("Cannot modify user {id}."))
}

async fn change(cx: &Cx, id: &ObjectId, mut body: JsonMap, proofs: Proofs) -> Result<Saved, Error> {
    if proofs.owners().any(|holder| *id != *holder) {
        return Err(auth_data::already_used().into());
    }
    if SIGNED_IN_BY.iter().any(|field| write::names(&body, field)) {
        session::require_fresh(cx)?;
    }
    let mut secrets = Secrets::take(cx, &mut body);
    let has_identity = secrets.has_identity();
    let linked = match secrets.auth_data.take() {
        None => None,
        Some(json) if is_given(&json) => {
            link(cx, id, &AuthData::parse(json)?.of_engine(cx.engine())).await?
        }
        Some(_) => return Err(auth_data::unsupported().into()),
    };
    check_verified(cx, &body)?;
    let password = secrets.password()?;
    // Before the object is read inside a locking transaction, because hashing takes time.
    let (hash, looked_back) = match &password {
        Some(password) => (
            Some(hash_password(cx, password.clone()).await?),
            policy::look_back(cx, id.as_str(), password).await?,
        ),
        None => (None, None),
    };
    let mut draft = Draft::update(cx, &ClassName::user(), id, body).await?;
    draft.proven = proofs.identities();
    if let Some(Linked { proven, .. }) = &linked {
        draft.ops.extend(auth_data::changes(&proven.entries));
    }
    draft.before_save(cx).await?;
    let mut admitted = draft.admit(cx).await?;
    if let Some(Linked { proven, .. }) = &linked {
        admitted.add_to_answer("authDataResponse", Json::Object(proven.response.clone()));
    }
    if let Some(password) = &password {
        policy::check(cx, &mut admitted, password, looked_back).await?;
    }
    settle_names(cx, &mut admitted).await?;
    let asked = verification::begin(cx, &mut admitted, has_identity);
    let told = told_of(cx, &admitted, password.is_some()).await?;
    if let Some(acl) = admitted.draft.acl.as_mut().filter(|_| !cx.caller().is_unrestricted()) {
        acl.allow(id.as_str());
    }
    if password.is_some() || admitted.draft.touches("email") {
        for name in MAILED {
            admitted.set_internal(name, Value::Null);
        }
    }
    let after = After { linked, asked, proofs, told };
    // Boxed, because this is rare and should not enlarge the future of every change.
    let Some(hash) = hash else {
        return Box::pin(store_linked(cx, admitted, after)).await;
    };
    set_hash(&mut admitted, hash);
    Box::pin(store_password(cx, admitted, after)).await
}

/// What is written in the transaction of a user's change.
#[derive(Default)]
pub(super) struct After {
    linked: Option<Linked>,
    asked: VerificationRequest,
    proofs: Proofs,
    /// The mail about it: its kind and address.
    told: Option<(AccountChange, String)>,
}

/// The previous address of an account whose address or password was changed, to notify its owner:
/// an attacker who took over the account must not be the only one who knows.
async fn told_of(
    cx: &Cx,
    admitted: &Admitted,
    is_password: bool,
) -> Result<Option<(AccountChange, String)>, Error> {
    let change = match (admitted.draft.touches("email"), is_password) {
        (true, _) => AccountChange::Email,
        (false, true) => AccountChange::Password,
        (false, false) => return Ok(None),
    };
    if !cx.settings().account.mail_account_changes || mail::links(cx.engine()).is_err() {
        return Ok(None);
    }
    let stored = crate::read::stored(cx, &ClassName::user(), &admitted.draft.id).await?;
    let before = stored.as_ref().and_then(|user| user.fields.get("email")).and_then(Value::as_text);
    Ok(before.filter(|to| !to.is_empty()).map(|to| (change, to.to_owned())))
}

async fn store(cx: &Cx, admitted: Admitted, after: After) -> Result<Saved, Error> {
    let After { linked, asked, proofs, told } = after;
    let linked = linked.filter(Linked::is_bound);
    let is_renamed = ["username", "email"].iter().any(|name| admitted.draft.touches(name));
    let is_alone =
        linked.is_none() && asked == VerificationRequest::No && proofs.is_empty() && told.is_none();
    if is_alone && !is_renamed {
        return admitted.store(cx).await;
    }
    let tx = cx.in_transaction()?;
    let outcome = async {
        if let Some(linked) = linked {
            linked.lock(&tx).await?;
        }
        claim_names(&tx, &admitted).await?;
        let mut saved = admitted.store(&tx).await?;
        saved.body.extend(proofs.consume(&tx, saved.id.as_str()).await?);
        asked.post(&tx, saved.id.as_str()).await?;
        if let Some((change, to)) = told {
            mail::post_change(&tx, change, saved.id.as_str(), &to).await?;
        }
        Ok(saved)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Writes a change without a new password. A user who links an identity gets a new session for the
/// current one, because a session with fewer rights must not gain more.
async fn store_linked(cx: &Cx, admitted: Admitted, after: After) -> Result<Saved, Error> {
    let caller = cx.caller();
    let rotated = match &caller.user {
        Some(user) if !after.proofs.is_empty() && admitted.draft.id == user.id.as_str() => user,
        _ => return store(cx, admitted, after).await,
    };
    let opening = Opening {
        created_with: Some(created_with("login", Some(&after.proofs.names()))),
        installation_id: caller.installation_id.clone(),
        longest: after.proofs.longest_session(),
        ..Opening::of(&rotated.id)
    };
    let session = opening.prepare(cx).await?;
    let tx = cx.in_transaction()?;
    let outcome = async {
        let mut saved = store(&tx, admitted, after).await?;
        let opened = session.store(&tx).await?;
        session::end_one(&tx, &rotated.id, &rotated.session_id).await?;
        saved.body.insert("sessionToken".to_owned(), Json::from(opened.token));
        Ok(saved)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Writes a new password, with its effects on the user's sessions.
pub(super) async fn store_password(
    cx: &Cx,
    admitted: Admitted,
    after: After,
) -> Result<Saved, Error> {
    let user_id = admitted.draft.id.as_str().to_owned();
    let mut session = None;
    if !cx.caller().is_unrestricted() && !is_cloud(cx) {
        let providers = after.linked.as_ref().map(|linked| linked.proven.names());
        let opening = Opening {
            created_with: providers.map(|names| created_with("login", Some(&names))),
            installation_id: cx.caller().installation_id.clone(),
            ..Opening::after(cx, &user_id)
        };
        session = Some(opening.prepare(cx).await?);
    }
    let tx = cx.in_transaction()?;
    let outcome = async {
        let mut saved = store(&tx, admitted, after).await?;
        if cx.settings().revoke_session_on_password_reset {
            session::end_all(&tx, &user_id).await?;
        }
        if let Some(session) = session {
            let opened = session.store(&tx).await?;
            saved.body.insert("sessionToken".to_owned(), Json::from(opened.token));
        }
        Ok(saved)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Identities that were proved for a user.
struct Linked {
    proven: Proven,
    /// The user at the time of the proof.
    user: Object,
}

impl Linked {
    /// Whether the stored form depends on the previous one.
    fn is_bound(&self) -> bool {
        self.proven.is_bound_to(&self.user)
    }

    /// Locks the user until the transaction ends, and checks that the proofs are still valid.
    async fn lock(&self, tx: &Cx) -> Result<(), Error> {
        let class = tx.class(&ClassName::user()).ok_or_else(Refusal::not_found)?;
        let filter = Filter::equals(FieldName::from_static("objectId"), self.user.id.as_str());
        let mut select = Select::new(&filter, RowAccess::Everything);
        select.for_update = true;
        let found = parse_store::object::find(tx.db(), &class, &select)
            .await
            .while_doing("holding a user")?;
        let now = found.first().ok_or_else(Refusal::not_found)?;
        self.proven.check_unchanged(&self.user, now).map_err(Error::from)
    }
}

/// Proves the new ones among the sent identities of a user.
async fn link(cx: &Cx, id: &ObjectId, given: &AuthData) -> Result<Option<Linked>, Error> {
    if given.is_empty() {
        return Ok(None);
    }
    let owners = owners(cx, given, &Proofs::default()).await?;
    if owners.len() > 1 || owners.iter().any(|holder| holder.id != *id) {
        // Checked anyway: a caller who cannot prove an identity does not learn that it is taken.
        auth_data::verify(cx, given, owners.first()).await?;
        return Err(auth_data::already_used().into());
    }
    let stored = crate::read::stored(cx, &ClassName::user(), id).await?;
    let user = stored.ok_or_else(Refusal::not_found)?;
    let is_own = cx.caller().is_master() || cx.caller().user_id() == Some(id.as_str());
    let news = if owners.is_empty() { given.clone() } else { given.news(&auth_data::of(&user)) };
    if news.is_empty() {
        return Ok(None);
    }
    let proven = auth_data::verify(cx, &news, is_own.then_some(&user)).await?;
    Ok(Some(Linked { proven, user }))
}
