//! Signing up, and signing in with an external identity, which is the same request.

use parse_model::query::{Constraint, Filter};
use parse_model::{ClassName, Code, FieldName, Json, JsonMap, Object, Op, Path, Refusal, Value};
use parse_store::{RowAccess, Select};

use super::account::{Secrets, check_verified, claim_names, own_acl, set_password, settle_names};
use super::credential::{is_given, is_locked_out};
use super::log_in::{before_login, user_json};
use super::verification::{self, VerificationRequest};
use super::{policy, sign_up_limit};
use crate::auth_data::{self, AuthData, Proofs, Proven};
use crate::cx::Cx;
use crate::draft::{Draft, Saved};
use crate::error::{Error, WhileDoing};
use crate::session::{self, Opened, Opening, created_with};
use crate::write::Admitted;

/// Creates a user, or signs in the one with a proved identity.
pub(super) async fn sign_up(cx: &Cx, mut body: JsonMap, proofs: Proofs) -> Result<Saved, Error> {
    let mut secrets = Secrets::take(cx, &mut body);
    check_credentials(&body, &secrets)?;
    let has_identity = secrets.has_identity();
    let given = match secrets.auth_data.take() {
        None => None,
        Some(json) if is_given(&json) => Some(AuthData::parse(json)?.of_engine(cx.engine())),
        Some(_) => return Err(auth_data::unsupported().into()),
    };
    let mut proven = None;
    if let Some(given) = given.as_ref().filter(|given| !given.is_empty() || !proofs.is_empty()) {
        proven = match identify(cx, given, &proofs).await? {
            Identified::User(user) => return log_in(cx, given, &proofs, *user).await,
            Identified::Unlinked(proven) => Some(proven),
        };
    }
    check_verified(cx, &body)?;
    let password = secrets.password()?;
    let mut draft = Draft::create(cx, &ClassName::user(), body)?;
    draft.proven = proofs.identities();
    if !session::is_telling(draft.id.as_str()) {
        return Err(Refusal::forbidden("Invalid object ID.").into());
    }
    let providers = proven.as_ref().map(|proven| all_names(proven, &proofs));
    let proven = proven.filter(|proven| !proven.entries.is_empty());
    let response = proven.map(|proven| keep_identities(&mut draft, proven));
    draft.before_save(cx).await?;
    let mut admitted = draft.admit(cx).await?;
    if let Some(response) = response {
        admitted.add_to_answer("authDataResponse", Json::Object(response));
    }
    if let Some(password) = &password {
        policy::check(cx, &mut admitted, password, None).await?;
    }
    settle_names(cx, &mut admitted).await?;
    sign_up_limit::charge(cx)?;
    let asked = verification::begin(cx, &mut admitted, has_identity);
    if let Some(password) = password {
        set_password(cx, &mut admitted, password).await?;
    }
    let acl = admitted.draft.acl.take();
    admitted.draft.acl = Some(own_acl(acl, admitted.draft.id.as_str(), cx.settings()));
    let is_linking = cx.caller().user.is_some() && given.is_some();
    let is_kept_out = !is_linking && cx.settings().account.keeps_unverified_out();
    let session = (!is_linking && !is_kept_out && needs_session(cx))
        .then(|| first_session(cx, &admitted, providers, &proofs));
    let mut saved = store(cx, admitted, session, &proofs, asked).await?;
    if is_kept_out && cx.settings().account.prevent_signup_with_unverified_email {
        saved.refusal = Some(verification::unverified());
    }
    Ok(saved)
}

fn all_names(proven: &Proven, proofs: &Proofs) -> String {
    let names = [proven.names(), proofs.names()];
    names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(",")
}

fn first_session(
    cx: &Cx,
    admitted: &Admitted,
    providers: Option<String>,
    proofs: &Proofs,
) -> Opening {
    let created_with = match providers {
        // Parse Server calls this a log-in too.
        Some(names) => created_with("login", Some(&names)),
        None => created_with("signup", Some("password")),
    };
    Opening {
        created_with: Some(created_with),
        installation_id: cx.caller().installation_id.clone(),
        longest: proofs.longest_session(),
        ..Opening::of(admitted.draft.id.as_str())
    }
}

/// Writes the user, their first session and their mail in one transaction.
async fn store(
    cx: &Cx,
    admitted: Admitted,
    session: Option<Opening>,
    proofs: &Proofs,
    asked: VerificationRequest,
) -> Result<Saved, Error> {
    let session = match session {
        Some(session) => Some(session.prepare(cx).await?),
        None => None,
    };
    let tx = cx.in_transaction()?;
    let outcome = async {
        claim_names(&tx, &admitted).await?;
        let mut saved = admitted.store(&tx).await?;
        saved.body.extend(proofs.consume(&tx, saved.id.as_str()).await?);
        if let Some(session) = session {
            let opened = session.store(&tx).await?;
            saved.body.insert("sessionToken".to_owned(), Json::from(opened.token));
        }
        asked.post(&tx, saved.id.as_str()).await?;
        Ok(saved)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Without an external identity, a username and a password are required.
fn check_credentials(body: &JsonMap, secrets: &Secrets) -> Result<(), Refusal> {
    if secrets.auth_data.as_ref().is_some_and(AuthData::is_usable) {
        return Ok(());
    }
    let is_text =
        |value: Option<&Json>| value.and_then(Json::as_str).is_some_and(|text| !text.is_empty());
    if !is_text(body.get("username")) {
        return Err(Refusal::new(Code::USERNAME_MISSING, "bad or missing username"));
    }
    if !is_text(secrets.password.as_ref()) {
        return Err(Refusal::new(Code::PASSWORD_MISSING, "password is required"));
    }
    Ok(())
}

/// Stores identities with a new user. Returns their providers' data for the client.
fn keep_identities(draft: &mut Draft, proven: Proven) -> JsonMap {
    let (kept, response) = proven.into_new();
    let field = Path::field(FieldName::from_static("authData"));
    draft.ops.push((field, Op::Set(Value::Map(kept))));
    response
}

/// Whether the server itself signs a user up, so that no client uses a session.
pub(super) fn is_cloud(cx: &Cx) -> bool {
    match cx.caller().installation_id.as_deref() {
        Some(id) => id == "cloud",
        None => cx.caller().is_unrestricted(),
    }
}

/// Whether a client will use a session.
fn needs_session(cx: &Cx) -> bool {
    !is_cloud(cx) && cx.caller().audience.is_none()
}

/// The owner of proved identities.
enum Identified {
    /// A user.
    User(Box<Object>),
    /// The proofs are valid, and the identities belong to no user yet.
    Unlinked(Proven),
}

async fn identify(cx: &Cx, given: &AuthData, proofs: &Proofs) -> Result<Identified, Error> {
    let mut owners = owners(cx, given, proofs).await?;
    let caller = cx.caller().user_id();
    let is_anothers = |holder: &Object| caller.is_some_and(|id| holder.id != *id);
    if owners.len() > 1 || owners.iter().any(is_anothers) {
        // Checked anyway: a caller who cannot prove an identity does not learn that it is taken.
        auth_data::verify(cx, given, owners.first()).await?;
        return Err(auth_data::already_used().into());
    }
    if let Some(user) = owners.pop() {
        return Ok(Identified::User(Box::new(user)));
    }
    let own = match caller {
        Some(id) => {
            crate::read::stored(cx, &ClassName::user(), &parse_model::ObjectId::new(id)).await?
        }
        None => None,
    };
    Ok(Identified::Unlinked(auth_data::verify(cx, given, own.as_ref()).await?))
}

/// The users with one of these identities who may sign in.
pub(super) async fn owners(
    cx: &Cx,
    given: &AuthData,
    proofs: &Proofs,
) -> Result<Vec<Object>, Error> {
    let mut ids = given.owners(cx).await?;
    ids.extend(proofs.owners().map(str::to_owned));
    let Some(class) = cx.class(&ClassName::user()).filter(|_| !ids.is_empty()) else {
        return Ok(Vec::new());
    };
    let ids = ids.into_iter().map(Value::Text).collect();
    let filter =
        Filter::Field(Path::field(FieldName::from_static("objectId")), Constraint::In(ids));
    let select = Select::new(&filter, RowAccess::Everything);
    let mut users = parse_store::object::find(cx.db(), &class, &select)
        .await
        .while_doing("looking up a user")?;
    if !cx.caller().is_unrestricted() {
        users.retain(|user| !is_locked_out(user.acl.as_ref()));
    }
    Ok(users)
}

/// Signs a user in with an identity. For a caller who is that user, it is only updated.
async fn log_in(cx: &Cx, given: &AuthData, proofs: &Proofs, user: Object) -> Result<Saved, Error> {
    before_login(cx, &user).await?;
    let stored = auth_data::of(&user);
    auth_data::check_additional(cx.engine(), given, &stored)?;
    let is_signed_in = cx.caller().user.is_some();
    let to_prove = if is_signed_in { given.news(&stored) } else { given.clone() };
    let mut response = None;
    if !to_prove.is_empty() {
        if is_signed_in {
            session::require_fresh(cx)?;
        }
        let proven = auth_data::verify(cx, &to_prove, Some(&user)).await?;
        auth_data::save(cx, &user, &proven).await?;
        response = Some(proven.response);
    }
    let mut body = if is_signed_in || !needs_session(cx) {
        settle(cx, proofs, &user).await?;
        user_json(cx, cx, &user.id).await?
    } else {
        let opening = Opening {
            created_with: Some(created_with("login", Some(&given.names))),
            installation_id: cx.caller().installation_id.clone(),
            longest: proofs.longest_session(),
            ..Opening::of(user.id.as_str())
        };
        let opened = open(cx, opening, proofs).await?;
        let own = session::signed_in(cx, user.id.as_str(), &opened).await?;
        let mut body = user_json(cx, &own, &user.id).await?;
        body.insert("sessionToken".to_owned(), Json::from(opened.token));
        body
    };
    if let Some(response) = response {
        body.insert("authDataResponse".to_owned(), Json::Object(response));
    }
    Ok(Saved { is_new: false, has_location: true, id: user.id, body, change: None, refusal: None })
}

/// Opens a session and consumes its proofs, in one transaction.
async fn open(cx: &Cx, opening: Opening, proofs: &Proofs) -> Result<Opened, Error> {
    let user_id = opening.user_id.clone();
    let session = opening.prepare(cx).await?;
    if proofs.is_empty() {
        return session.store(cx).await;
    }
    let tx = cx.in_transaction()?;
    let outcome = async {
        proofs.consume(&tx, &user_id).await?;
        session.store(&tx).await
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Consumes proofs for a user who needs no session.
async fn settle(cx: &Cx, proofs: &Proofs, user: &Object) -> Result<(), Error> {
    if proofs.is_empty() {
        return Ok(());
    }
    let tx = cx.in_transaction()?;
    let outcome = proofs.consume(&tx, user.id.as_str()).await;
    tx.finish_for(cx, outcome).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn checked(body: Json) -> Option<Code> {
        let mut body = body.as_object().unwrap().clone();
        let secrets =
            Secrets { password: body.remove("password"), auth_data: body.remove("authData") };
        check_credentials(&body, &secrets).err().map(|refusal| refusal.code)
    }

    #[test]
    fn without_an_identity_a_name_and_a_password_are_needed() {
        let name = Some(Code::USERNAME_MISSING);
        assert_eq!(checked(json!({})), name);
        assert_eq!(checked(json!({"password": "p"})), name);
        assert_eq!(checked(json!({"username": {"$ne": ""}, "password": "p"})), name);
        assert_eq!(checked(json!({"username": "u"})), Some(Code::PASSWORD_MISSING));
        assert_eq!(checked(json!({"username": "u", "password": 5})), Some(Code::PASSWORD_MISSING));
        assert_eq!(checked(json!({"username": "u", "password": "p"})), None);
        assert_eq!(checked(json!({"authData": {"proof": {}}})), name);
        assert_eq!(checked(json!({"authData": {"proof": {"id": "x"}}})), None);
    }
}
