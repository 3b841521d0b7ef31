//! Sessions: identifying the caller, and the class `_Session`.
//!
//! A session belongs to its user: other users can neither see nor change it, whatever its
//! permissions say. Only the client knows the token itself, see [`parse_identity::token`].

mod caller;
mod class;
mod open;
mod standing;

use parse_identity::{Caller, token};
use parse_model::query::{Constraint, Filter, Query};
use parse_model::{
    ClassName, Code, FieldName, JsonMap, Object, ObjectId, Path, Pointer, Refusal, Value,
};
use parse_store::{Invalidation, RowAccess};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::read;

pub(crate) use caller::{signed_in, without_session};
pub(crate) use class::{SessionClass, ended};
pub(crate) use open::{Opened, Opening, created_with};
pub use standing::{StandingCaller, invalidation_key};

/// The session of the caller.
pub async fn current(cx: &Cx) -> Result<JsonMap, Error> {
    let Some(user) = &cx.caller().user else {
        return Err(Refusal::new(Code::INVALID_SESSION_TOKEN, "Session token required.").into());
    };
    let id = ObjectId::new(user.session_id.as_str());
    match read::get(cx, &ClassName::session(), &id, Query::default()).await {
        Ok(session) => Ok(parse_model::wire::object_to_json(&session)),
        Err(error) if error.code() == Some(Code::OBJECT_NOT_FOUND) => {
            Err(Refusal::new(Code::INVALID_SESSION_TOKEN, "Session token not found.").into())
        }
        Err(error) => Err(error),
    }
}

/// A new session for a user with one of the kind that old clients created.
pub async fn upgrade(cx: &Cx) -> Result<JsonMap, Error> {
    let Some(user_id) = cx.caller().user_id() else {
        return Err(Refusal::new(Code::OBJECT_NOT_FOUND, "invalid session").into());
    };
    let opening = Opening {
        created_with: Some(created_with("upgrade", None)),
        installation_id: cx.caller().installation_id.clone(),
        ..Opening::after(cx, user_id)
    };
    let opened = opening.prepare(cx).await?.store(cx).await?;
    let own = signed_in(cx, user_id, &opened).await?;
    current(&own).await
}

/// Restricts a query about sessions to the caller's own, and converts tokens to their stored form.
fn only_own(cx: &Cx, query: &mut Query) -> Result<(), Refusal> {
    by_kept_token(&mut query.filter);
    if cx.caller().is_unrestricted() {
        return Ok(());
    }
    let Some(user_id) = cx.caller().user_id() else { return Err(no_session()) };
    check_token(&query.filter)?;
    let asked = std::mem::replace(&mut query.filter, Filter::everything());
    query.filter = asked.and(of_user(user_id));
    Ok(())
}

/// Whether an ACL can distinguish a user with this id from a role and from the public entry.
pub(crate) fn is_telling(user_id: &str) -> bool {
    !user_id.starts_with("role:") && user_id != "*"
}

/// A session for its owner: with the token if it is the current one. Other tokens cannot be
/// returned if only their digest is stored.
fn hide(caller: &Caller, session: &mut Object) {
    if caller.is_unrestricted() {
        return;
    }
    let Some(Value::Text(kept)) = session.fields.get_mut("sessionToken") else { return };
    match &caller.user {
        Some(user) if session.id == user.session_id.as_str() => {
            kept.clone_from(&user.session_token);
        }
        _ if token::is_digest(kept) => drop(session.fields.remove("sessionToken")),
        _ => {}
    }
}

/// Ends every session of a user, on every node, when the transaction commits.
pub async fn end_all(cx: &Cx, user_id: &str) -> Result<(), Error> {
    end_matching(cx, user_id, of_user(user_id)).await
}

/// Ends the sessions of a user except one, on every node, when the transaction commits.
pub async fn end_others(cx: &Cx, user_id: &str, kept: Option<&str>) -> Result<(), Error> {
    let Some(kept) = kept else { return end_all(cx, user_id).await };
    end_where(cx, user_id, Constraint::NotEqual(Value::from(kept))).await
}

/// Ends one session of a user.
pub(crate) async fn end_one(cx: &Cx, user_id: &str, session_id: &str) -> Result<(), Error> {
    end_where(cx, user_id, Constraint::Equal(Value::from(session_id))).await
}

async fn end_where(cx: &Cx, user_id: &str, id: Constraint) -> Result<(), Error> {
    let id = Filter::Field(Path::field(FieldName::from_static("objectId")), id);
    end_matching(cx, user_id, of_user(user_id).and(id)).await
}

async fn end_matching(cx: &Cx, user_id: &str, filter: Filter) -> Result<(), Error> {
    let tx = cx.in_transaction()?;
    let outcome = async {
        if let Some(class) = tx.class(&ClassName::session()) {
            parse_store::object::delete(tx.db(), &class, &filter, RowAccess::Everything)
                .await
                .while_doing("ending sessions")?;
        }
        tx.publish(Invalidation::User(user_id.to_owned())).await
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// The sessions of a user.
fn of_user(user_id: &str) -> Filter {
    let user = Pointer { class: ClassName::user(), id: user_id.to_owned() };
    Filter::equals(FieldName::from_static("user"), user)
}

/// Refuses actions for which a stolen session must not be enough, such as changing how an account
/// is signed in to, or where it is paid, unless the caller has signed in recently.
pub fn require_fresh(cx: &Cx) -> Result<(), Refusal> {
    let Some(seconds) = cx.settings().fresh_sign_in_seconds else { return Ok(()) };
    if cx.caller().is_unrestricted() {
        return Ok(());
    }
    let since = cx.now().plus_seconds(-seconds);
    let signed_in_at = cx.caller().user.as_ref().and_then(|user| user.signed_in_at);
    if signed_in_at.is_some_and(|at| at >= since) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::VALIDATION_ERROR,
        "FRESH_SIGN_IN: Sign in again to change this: your last sign-in was too long ago.",
    )
    .with_key("FRESH_SIGN_IN"))
}

/// 209: the caller is not signed in.
pub(crate) fn no_session() -> Refusal {
    Refusal::sensitive(Code::INVALID_SESSION_TOKEN, "Invalid session token")
}

/// Refuses comparisons of tokens other than equality, so that a token cannot be guessed piece by
/// piece.
fn check_token(filter: &Filter) -> Result<(), Refusal> {
    let mut is_guess = false;
    filter.walk(&mut |part| {
        if let Filter::Field(path, constraint) = part
            && path.field == "sessionToken"
        {
            is_guess |= !matches!(
                constraint,
                Constraint::Equal(_)
                    | Constraint::NotEqual(_)
                    | Constraint::In(_)
                    | Constraint::NotIn(_)
                    | Constraint::Exists(_)
            );
        }
    });
    if is_guess {
        return Err(Refusal::forbidden("Session tokens can only be compared as a whole."));
    }
    Ok(())
}

fn by_kept_token(filter: &mut Filter) {
    match filter {
        Filter::All(parts) | Filter::Any(parts) | Filter::Nor(parts) => {
            parts.iter_mut().for_each(by_kept_token);
        }
        Filter::Field(path, constraint) if is_token(path) => {
            let forms = |value: &Value| match value {
                Value::Text(token) => token::forms(token).into_iter().map(Value::Text).collect(),
                other => vec![other.clone()],
            };
            match constraint {
                Constraint::Equal(value @ Value::Text(_)) => {
                    *constraint = Constraint::In(forms(value));
                }
                Constraint::NotEqual(value @ Value::Text(_)) => {
                    *constraint = Constraint::NotIn(forms(value));
                }
                Constraint::In(values) | Constraint::NotIn(values) => {
                    *values = values.iter().flat_map(forms).collect();
                }
                _ => {}
            }
        }
        Filter::Field(..) | Filter::RelatedTo { .. } => {}
    }
}

fn is_token(path: &Path) -> bool {
    path.field == "sessionToken" && !path.is_nested()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_in_whichever_form_it_is_kept() {
        let mut filter =
            Filter::All(vec![Filter::equals(FieldName::from_static("sessionToken"), "r:a")]);
        by_kept_token(&mut filter);
        let Filter::All(parts) = filter else { panic!("all") };
        let [Filter::Field(_, Constraint::In(forms))] = parts.as_slice() else { panic!("in") };
        assert!(forms.contains(&Value::from("r:a")));
        assert!(forms.contains(&Value::from(token::kept("r:a", false))));
    }

    #[test]
    fn other_fields_are_asked_for_as_they_are() {
        let asked = Filter::equals(FieldName::from_static("installationId"), "r:a");
        let mut filter = asked.clone();
        by_kept_token(&mut filter);
        assert_eq!(filter, asked);
    }
}
