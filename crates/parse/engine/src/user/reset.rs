//! Password reset by a mailed link.

use parse_identity::token;
use parse_model::query::Constraint;
use parse_model::{
    ClassName, Code, FieldName, Filter, JsonMap, Object, ObjectId, Path, Refusal, Value,
};
use parse_store::{Mailed, MailedTo};

use super::account::set_password;
use super::attempt;
use super::credential::is_given;
use super::update::{After, MAILED, store_password};
use super::verification::{not_text, user_by};
use super::{policy, verification};
use crate::cx::Cx;
use crate::draft::Draft;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use crate::mail;

/// Sends a password reset link: to an address, or to the owner of an expired link.
///
/// Callers cannot learn whether a user has the address, not even from the response time, unless the
/// operator allows it.
pub async fn request_reset(cx: &Cx, sent: &JsonMap) -> Result<(), Error> {
    mail::links(cx.engine())?;
    let user = match sent.get("token").filter(|token| is_given(token)) {
        Some(token) => {
            let Some(secret) = token.as_str() else {
                return Err(Refusal::new(Code::INVALID_VALUE, "token must be a string").into());
            };
            let user = whose_link_ended(cx, secret).await?;
            // A user without an address must be found by another one.
            let is_reachable = user.as_ref().is_some_and(|user| user.fields.get("email").is_some());
            match sent.get("email").filter(|_| !is_reachable) {
                Some(email) => by_address(cx, email.as_str().ok_or_else(not_text)?).await?,
                None if is_reachable => user,
                None => return Err(not_text().into()),
            }
        }
        None => by_address(cx, verification::address_in(sent)?).await?,
    };
    if let Some(user) = &user
        && let Some(triggers) =
            cx.engine().triggers(&ClassName::user(), TriggerKind::BeforePasswordResetRequest)
    {
        triggers.before_password_reset_request(cx, user).await?;
    }
    if user.is_none() && !cx.settings().account.reset_password_success_on_invalid_email {
        let text = "A user with that email does not exist.";
        return Err(Refusal::new(Code::OBJECT_NOT_FOUND, text).into());
    }
    mail::post(cx, Mailed::Reset, user.as_ref().map(|user| user.id.as_str())).await
}

/// The user with an address, or with a username that is one.
async fn by_address(cx: &Cx, email: &str) -> Result<Option<Object>, Error> {
    let is = |field: &'static str| Filter::equals(FieldName::from_static(field), email);
    let has_none =
        Filter::Field(Path::field(FieldName::from_static("email")), Constraint::Exists(false));
    user_by(cx, Filter::Any(vec![is("email"), is("username").and(has_none)])).await
}

async fn whose_link_ended(cx: &Cx, secret: &str) -> Result<Option<Object>, Error> {
    let holder = holder(cx, secret).await?;
    let ended = holder.filter(|holder| holder.expires_at.is_some_and(|end| end < cx.now()));
    match ended {
        Some(MailedTo { user_id, .. }) => {
            user_by(cx, Filter::equals(FieldName::from_static("objectId"), user_id.as_str())).await
        }
        None => Ok(None),
    }
}

async fn holder(cx: &Cx, secret: &str) -> Result<Option<MailedTo>, Error> {
    if secret.is_empty() {
        return Ok(None);
    }
    parse_store::email_tokens::mailed_to(cx.db(), Mailed::Reset, &token::forms(secret))
        .await
        .while_doing("looking up a link")
}

/// The user of a link, if it is valid.
async fn good_holder(cx: &Cx, secret: &str) -> Result<ObjectId, Error> {
    let holder = holder(cx, secret).await?.ok_or_else(invalid)?;
    if holder.expires_at.is_some_and(|end| end < cx.now()) {
        return Err(Error::refused(Code::OTHER_CAUSE, "The password reset link has expired"));
    }
    Ok(ObjectId::new(holder.user_id))
}

/// Returns whether a link is valid.
pub async fn check_reset_link(cx: &Cx, secret: &str) -> Result<(), Error> {
    good_holder(cx, secret).await.map(drop)
}

/// Sets the password of the user of this secret. Of concurrent attempts one succeeds. A refused
/// password leaves the secret unchanged.
pub async fn reset_password(cx: &Cx, secret: &str, password: String) -> Result<(), Error> {
    let id = good_holder(cx, secret).await?;
    let master = cx.as_master();
    let mut draft = Draft::update(&master, &ClassName::user(), &id, JsonMap::new()).await?;
    draft.before_save(&master).await?;
    let mut admitted = draft.admit(&master).await?;
    policy::check(&master, &mut admitted, &password, None).await?;
    for name in MAILED {
        admitted.set_internal(name, Value::Null);
    }
    if cx.settings().account.lockout.is_some_and(|lockout| lockout.unlock_on_password_reset) {
        for name in ["_failed_login_count", "_account_lockout_expires_at"] {
            admitted.set_internal(name, Value::Null);
        }
    }
    set_password(&master, &mut admitted, password).await?;
    let tx = master.in_transaction()?;
    let outcome = async {
        let forms = token::forms(secret);
        let now = tx.now();
        let is_good = parse_store::email_tokens::consume(
            tx.db(),
            Mailed::Reset,
            id.as_str(),
            &forms,
            now,
            false,
        )
        .await
        .while_doing("using a link")?;
        if !is_good {
            return Err(invalid().into());
        }
        attempt::reset_failures(&tx, id.as_str()).await?;
        store_password(&tx, admitted, After::default()).await
    }
    .await;
    tx.finish_for(&master, outcome).await?;
    cx.engine().invalidate(&parse_store::Invalidation::User(id.as_str().to_owned()));
    Ok(())
}

fn invalid() -> Refusal {
    Refusal::new(Code::OTHER_CAUSE, "Failed to reset password: username / email / token is invalid")
}
