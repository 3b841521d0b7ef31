//! Confirming e-mail addresses.

use parse_identity::token;
use parse_model::{
    ClassName, Code, FieldName, Filter, Json, JsonMap, Object, ObjectId, Op, Path, Refusal, Value,
};
use parse_store::{Mailed, RowAccess, Select};

use super::account::text;
use super::credential::is_given;
use crate::cx::Cx;
use crate::draft::Draft;
use crate::error::{Error, WhileDoing};
use crate::mail;
use crate::write::Admitted;

/// The columns of a link's secret and its expiry.
const SECRET: [&str; 2] = ["_email_verify_token", "_email_verify_token_expires_at"];

/// The effect of a write on a user's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum VerificationRequest {
    /// Nothing.
    #[default]
    No,
    /// A verification mail is sent.
    ByMail,
}

/// Marks a new address as unverified, and returns whether to send a verification mail. An address
/// from an external identity is the responsibility of its provider.
pub(super) fn begin(cx: &Cx, admitted: &mut Admitted, has_identity: bool) -> VerificationRequest {
    if admitted.draft.touches("email") && !admitted.draft.is_new {
        // A link that was sent to the old address must not verify the new one.
        for name in SECRET {
            admitted.set_internal(name, Value::Null);
        }
    }
    let settings = &cx.settings().account;
    if !settings.verify_user_emails || has_identity || text(admitted, "email").is_none() {
        return VerificationRequest::No;
    }
    let verified = FieldName::from_static("emailVerified");
    if !admitted.draft.changed.contains(&verified) {
        admitted.draft.ops.retain(|(path, _)| path.field != verified);
        admitted.draft.ops.push((Path::field(verified), Op::Set(Value::Bool(false))));
    }
    if settings.send_user_email_verification {
        return VerificationRequest::ByMail;
    }
    // Code that sends the link itself reads the secret from here.
    let life = settings.verification;
    let secret = token::mailed(cx.settings().mixed_fleet);
    let end = life.seconds.map_or(Value::Null, |life| Value::Date(cx.now().plus_seconds(life)));
    for (name, value) in SECRET.into_iter().zip([Value::Text(secret), end]) {
        admitted.set_internal(name, value);
    }
    VerificationRequest::No
}

impl VerificationRequest {
    /// Queues the mail, in the transaction of the write.
    pub(super) async fn post(self, cx: &Cx, user_id: &str) -> Result<(), Error> {
        match self {
            VerificationRequest::No => Ok(()),
            VerificationRequest::ByMail => {
                mail::post(cx, Mailed::Verification, Some(user_id)).await
            }
        }
    }
}

/// Refuses a user whose address is not verified, if the operator requires it. Server keys are
/// exempt.
pub(super) fn check(cx: &Cx, user: &Object, sent: &JsonMap) -> Result<(), Refusal> {
    let is_ignored =
        cx.caller().is_unrestricted() && sent.get("ignoreEmailVerification").is_some_and(is_given);
    if is_ignored || !cx.settings().account.keeps_unverified_out() || is_verified(user) {
        return Ok(());
    }
    Err(unverified())
}

/// 205: the address must be verified first.
pub(super) fn unverified() -> Refusal {
    Refusal::new(Code::EMAIL_NOT_FOUND, "User email is not verified.")
}

fn is_verified(user: &Object) -> bool {
    matches!(user.fields.get("emailVerified"), Some(Value::Bool(true)))
}

/// Sends another verification mail.
pub async fn request_verification(cx: &Cx, sent: &JsonMap) -> Result<(), Error> {
    mail::links(cx.engine())?;
    let email = address_in(sent)?;
    let hides = cx.settings().account.email_verify_success_on_invalid_email;
    let found = user_by(cx, Filter::equals(FieldName::from_static("email"), email)).await?;
    let user_id = match found {
        Some(user) if !is_verified(&user) => Some(user.id),
        Some(_) if !hides => {
            let text = format!("Email {email} is already verified.");
            return Err(Refusal::new(Code::OTHER_CAUSE, text).into());
        }
        None if !hides => {
            let text = format!("No user found with email {email}");
            return Err(Refusal::new(Code::EMAIL_NOT_FOUND, text).into());
        }
        _ => None,
    };
    send_again(cx, user_id).await
}

/// Queues a mail, or only a row: both take the same time.
async fn send_again(cx: &Cx, user_id: Option<ObjectId>) -> Result<(), Error> {
    let settings = &cx.settings().account;
    let is_sent = settings.verify_user_emails && settings.send_user_email_verification;
    let user_id = user_id.filter(|_| is_sent);
    mail::post(cx, Mailed::Verification, user_id.as_ref().map(ObjectId::as_str)).await
}

/// The same for a user of the page: by username, or by the secret of an invalid link. Returns
/// whether there was a user.
pub async fn resend(cx: &Cx, username: Option<&str>, secret: Option<&str>) -> Result<bool, Error> {
    let mut filter = Filter::everything();
    if let Some(name) = username {
        filter = filter.and(Filter::equals(FieldName::from_static("username"), name));
    }
    let mut is_known = true;
    if let Some(secret) = secret {
        let holder = parse_store::email_tokens::mailed_to(
            cx.db(),
            Mailed::Verification,
            &token::forms(secret),
        )
        .await
        .while_doing("looking up a link")?;
        let id = holder.map(|holder| holder.user_id);
        is_known = id.is_some();
        filter = filter.and(Filter::equals(
            FieldName::from_static("objectId"),
            id.unwrap_or_default().as_str(),
        ));
    }
    let user = if is_known { user_by(cx, filter).await? } else { None };
    let user = user.filter(|user| !is_verified(user));
    let is_found = user.is_some();
    send_again(cx, user.map(|user| user.id)).await?;
    Ok(is_found)
}

/// The result of following a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Followed {
    /// The address is confirmed.
    Confirmed,
    /// The link has expired.
    Expired,
    /// Unknown: it was used, replaced, or never sent.
    Unknown,
}

/// Verifies the address of the user of this secret. Of concurrent attempts one succeeds.
pub async fn verify_email(cx: &Cx, secret: &str) -> Result<Followed, Error> {
    let settings = &cx.settings().account;
    if !settings.verify_user_emails || secret.is_empty() {
        return Ok(Followed::Unknown);
    }
    let forms = token::forms(secret);
    let holder = parse_store::email_tokens::mailed_to(cx.db(), Mailed::Verification, &forms)
        .await
        .while_doing("looking up a link")?;
    let Some(holder) = holder else { return Ok(Followed::Unknown) };
    let must_expire = settings.verification.seconds.is_some();
    if holder.expires_at.map_or(must_expire, |end| end <= cx.now()) {
        return Ok(Followed::Expired);
    }
    let id = ObjectId::new(holder.user_id);
    let tx = cx.as_master().in_transaction()?;
    let outcome = async {
        let is_good = parse_store::email_tokens::consume(
            tx.db(),
            Mailed::Verification,
            id.as_str(),
            &forms,
            tx.now(),
            must_expire,
        )
        .await
        .while_doing("using a link")?;
        if !is_good {
            return Ok(Followed::Unknown);
        }
        let verified = JsonMap::from_iter([("emailVerified".to_owned(), Json::Bool(true))]);
        let mut draft = Draft::update(&tx, &ClassName::user(), &id, verified).await?;
        draft.before_save(&tx).await?;
        draft.admit(&tx).await?.store(&tx).await?;
        Ok(Followed::Confirmed)
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// The address in a request.
pub(super) fn address_in(sent: &JsonMap) -> Result<&str, Refusal> {
    let Some(email) = sent.get("email").filter(|email| is_given(email)) else {
        return Err(Refusal::new(Code::EMAIL_MISSING, "you must provide an email"));
    };
    email.as_str().ok_or_else(not_text)
}

/// 125: an address must be text.
pub(super) fn not_text() -> Refusal {
    Refusal::new(Code::INVALID_EMAIL_ADDRESS, "you must provide a valid email string")
}

/// The only user that a filter finds.
pub(super) async fn user_by(cx: &Cx, filter: Filter) -> Result<Option<Object>, Error> {
    let Some(class) = cx.class(&ClassName::user()) else { return Ok(None) };
    let mut select = Select::new(&filter, RowAccess::Everything);
    select.limit = Some(1);
    let found = parse_store::object::find(cx.db(), &class, &select)
        .await
        .while_doing("looking up a user")?;
    Ok(found.into_iter().next())
}
