//! Signing in and out.

use parse_model::query::Query;
use parse_model::{ClassName, Code, Date, Json, JsonMap, Object, ObjectId, Refusal};
use parse_store::RowAccess;

use super::credential::{Authenticated, Credentials, is_given};
use super::with_token;
use crate::auth_data::{self, AuthData, Proven};
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::read;
use crate::session::{self, Opening, created_with};

/// Signs a user in with username and password.
pub async fn log_in(cx: &Cx, sent: JsonMap) -> Result<JsonMap, Error> {
    let authenticated = Credentials::parse(&sent)?.authenticate(cx, &sent).await?;
    let Authenticated { user, password_changed_at } = authenticated;
    let given = match sent.get("authData").filter(|json| is_given(json)) {
        Some(json) => Some(of_password(cx, AuthData::parse(json.clone())?)?),
        None => None,
    };
    let stored = auth_data::of(&user);
    auth_data::check_additional(
        cx.engine(),
        given.as_ref().unwrap_or(&AuthData::default()),
        &stored,
    )?;
    let proven = match &given {
        Some(given) => Some(auth_data::verify(cx, given, Some(&user)).await?),
        None => None,
    };
    check_age(cx, &user, password_changed_at).await?;
    before_login(cx, &user).await?;
    if let Some(proven) = &proven {
        auth_data::save(cx, &user, proven).await?;
    }
    let opening = Opening {
        created_with: Some(created_with("login", Some("password"))),
        installation_id: cx.caller().installation_id.clone(),
        ..Opening::of(user.id.as_str())
    };
    let opened = opening.prepare(cx).await?.store(cx).await?;
    let own = session::signed_in(cx, user.id.as_str(), &opened).await?;
    if let Some(triggers) = cx.engine().triggers(&ClassName::user(), TriggerKind::AfterLogin) {
        triggers.after_login(&own, &user).await?;
    }
    let mut body = user_json(cx, &own, &user.id).await?;
    body.insert("sessionToken".to_owned(), Json::from(opened.token));
    if let Some(Proven { response, .. }) = proven {
        body.insert("authDataResponse".to_owned(), Json::Object(response));
    }
    Ok(body)
}

/// Identities sent with a password. One that its provider stores is linked after the sign-in, not
/// with it.
fn of_password(cx: &Cx, given: AuthData) -> Result<AuthData, Refusal> {
    let sent = given.entries.len();
    let given = given.of_engine(cx.engine());
    if given.entries.len() == sent { Ok(given) } else { Err(auth_data::unsupported()) }
}

/// Refuses an expired password. The age of one that was set before the policy counts from now.
async fn check_age(cx: &Cx, user: &Object, changed_at: Option<Date>) -> Result<(), Error> {
    let Some(days) = cx.settings().account.password.max_age_days else { return Ok(()) };
    let Some(changed_at) = changed_at else {
        return parse_store::email_tokens::start_password_age(cx.db(), user.id.as_str(), cx.now())
            .await
            .while_doing("dating a password");
    };
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds of so many days fit")]
    let age = (days * 86_400_000.0) as i64;
    if changed_at.millis().saturating_add(age) < cx.now().millis() {
        let text = "Your password has expired. Please reset your password.";
        return Err(Refusal::new(Code::OBJECT_NOT_FOUND, text).into());
    }
    Ok(())
}

/// Calls the `beforeLogin` triggers of `_User`.
pub(super) async fn before_login(cx: &Cx, user: &Object) -> Result<(), Error> {
    match cx.engine().triggers(&ClassName::user(), TriggerKind::BeforeLogin) {
        Some(triggers) => triggers.before_login(cx, user).await,
        None => Ok(()),
    }
}

/// The user's own record as they can see it, or only its existence.
///
/// `own` is the request as that user. Server keys see what they always see.
pub(super) async fn user_json(cx: &Cx, own: &Cx, id: &ObjectId) -> Result<JsonMap, Error> {
    let reader = if cx.caller().is_unrestricted() { cx } else { own };
    match read::get(reader, &ClassName::user(), id, Query::default()).await {
        Ok(user) => Ok(parse_model::wire::object_to_json(&user)),
        Err(Error::Refused(_)) => {
            Ok(JsonMap::from_iter([("objectId".to_owned(), Json::from(id.as_str()))]))
        }
        Err(error) => Err(error),
    }
}

/// Signs the operator in as another user.
pub async fn log_in_as(cx: &Cx, params: JsonMap) -> Result<JsonMap, Error> {
    if !cx.caller().is_master() {
        return Err(Refusal::forbidden("master key is required").into());
    }
    if cx.caller().is_read_only() {
        return Err(Refusal::forbidden(
            "read-only masterKey isn't allowed to login as another user.",
        )
        .into());
    }
    let Some(id) = params.get("userId").filter(|id| is_given(id)) else {
        return Err(Refusal::new(
            Code::INVALID_VALUE,
            "userId must not be empty, null, or undefined",
        )
        .into());
    };
    let id = ObjectId::new(id.as_str().unwrap_or_default());
    let Some(mut user) = read::stored(cx, &ClassName::user(), &id).await? else {
        return Err(Refusal::new(Code::OBJECT_NOT_FOUND, "user not found").into());
    };
    let opening = Opening {
        created_with: Some(created_with("login", Some("masterkey"))),
        installation_id: cx.caller().installation_id.clone(),
        ..Opening::of(id.as_str())
    };
    let opened = opening.prepare(cx).await?.store(cx).await?;
    super::hide(cx.engine(), cx.caller(), &mut user);
    read::with_addresses(cx, &mut user);
    Ok(with_token(&user, &opened.token))
}

/// Checks a name and a password without signing the user in.
pub async fn verify_password(cx: &Cx, sent: JsonMap) -> Result<JsonMap, Error> {
    let user = Credentials::parse(&sent)?.authenticate(cx, &sent).await?.user;
    let own = session::without_session(cx, user.id.as_str()).await?;
    user_json(cx, &own, &user.id).await
}

/// Ends the caller's session.
pub async fn log_out(cx: &Cx) -> Result<(), Error> {
    let Some(user) = &cx.caller().user else { return Ok(()) };
    let name = ClassName::session();
    let id = ObjectId::new(user.session_id.as_str());
    let (Some(class), Some(session)) = (cx.class(&name), read::stored(cx, &name, &id).await?)
    else {
        return Ok(());
    };
    let filter = parse_model::Filter::equals(
        parse_model::FieldName::from_static("objectId"),
        session.id.as_str(),
    );
    let tx = cx.in_transaction()?;
    let outcome = async {
        let ended = parse_store::object::delete(tx.db(), &class, &filter, RowAccess::Everything)
            .await
            .while_doing("ending a session")?;
        if ended > 0 {
            tx.publish(session::ended(&session)).await?;
        }
        Ok(ended)
    }
    .await;
    if tx.finish_for(cx, outcome).await? == 0 {
        // Another request was first, and has published the invalidation.
        return Ok(());
    }
    // Parse clients expect this trigger on `_Session`.
    let engine = cx.engine();
    let triggers = engine.triggers(&ClassName::user(), TriggerKind::AfterLogout);
    match triggers.or_else(|| engine.triggers(&name, TriggerKind::AfterLogout)) {
        Some(triggers) => triggers.after_logout(cx, &session).await,
        None => Ok(()),
    }
}

/// The caller's own record, with their token.
pub async fn me(cx: &Cx) -> Result<JsonMap, Error> {
    let Some(user) = &cx.caller().user else { return Err(session::no_session().into()) };
    let id = ObjectId::new(user.id.as_str());
    match read::get(cx, &ClassName::user(), &id, Query::default()).await {
        Ok(found) => Ok(with_token(&found, &user.session_token)),
        Err(error) if error.code() == Some(Code::OBJECT_NOT_FOUND) => {
            Err(session::no_session().into())
        }
        Err(error) => Err(error),
    }
}
