//! Users: signing up, signing in, and the class `_User`.

mod account;
mod attempt;
mod challenge;
mod class;
mod credential;
mod log_in;
mod policy;
mod reset;
mod sign_up;
mod sign_up_limit;
mod update;
mod verification;

use parse_identity::Caller;
use parse_model::{ClassName, Code, Json, JsonMap, Object, ObjectId, Refusal, Value};

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::Error;
use crate::{session, write};

pub use account::is_made_up_name;
pub use attempt::reset_failures;
pub use challenge::challenge;
pub(crate) use class::UserClass;
pub use log_in::{log_in, log_in_as, log_out, me, verify_password};
pub use reset::{check_reset_link, request_reset, reset_password};
pub use sign_up_limit::SignUpLimit;
pub use verification::{Followed, request_verification, resend, verify_email};

/// Deletes a user and ends their sessions.
async fn delete(cx: &Cx, id: &ObjectId) -> Result<(), Error> {
    let tx = cx.in_transaction()?;
    let outcome = delete_in(&tx, id).await;
    let outcome = tx.finish_for(cx, outcome).await;
    outcome.map_err(|error| as_insufficient(cx, error))
}

async fn delete_in(cx: &Cx, id: &ObjectId) -> Result<(), Error> {
    write::delete_object(cx, &ClassName::user(), id).await?;
    session::end_all(cx, id.as_str()).await
}

/// A user for the caller: external identities are visible to the user, in the form of each
/// provider, and unchanged with the master key.
fn hide(engine: &Engine, caller: &Caller, user: &mut Object) {
    let is_own = caller.user_id() == Some(user.id.as_str());
    if !is_own && !caller.is_unrestricted() {
        user.fields.remove("authData");
        return;
    }
    let Some(Value::Map(identities)) = user.fields.get_mut("authData") else { return };
    identities.retain(|_, data| !data.is_null());
    if !caller.is_unrestricted() {
        for (provider, data) in identities.iter_mut() {
            if let (Some(known), Json::Object(stored)) =
                (engine.extension().provider(provider), &data)
            {
                *data = Json::Object(known.client_view(stored));
            }
        }
    }
    if identities.is_empty() {
        user.fields.remove("authData");
    }
}

/// The user as JSON with a token, as clients expect it after signing in.
fn with_token(user: &Object, token: &str) -> JsonMap {
    let mut body = parse_model::wire::object_to_json(user);
    body.insert("sessionToken".to_owned(), Json::from(token));
    body
}

/// Whether there is neither a signed-in user nor a key.
fn is_nobody(cx: &Cx) -> bool {
    cx.caller().user.is_none() && !cx.caller().is_unrestricted()
}

/// Converts the error for a user that the caller may not change to "insufficient authentication".
fn as_insufficient(cx: &Cx, error: Error) -> Error {
    if error.code() == Some(Code::OBJECT_NOT_FOUND) && !cx.caller().is_unrestricted() {
        return insufficient().into();
    }
    error
}

/// 206: the caller must be signed in as that user.
fn insufficient() -> Refusal {
    Refusal::sensitive(Code::SESSION_MISSING, "Insufficient auth.")
}
