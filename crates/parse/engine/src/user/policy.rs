//! The password policy.

use parse_identity::{PasswordPolicy, password};
use parse_model::{ClassName, Code, FieldName, FieldType, Filter, Json, Object, Refusal, Value};
use parse_store::{Columns, RowAccess, Select};

use super::account::text;
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::write::Admitted;

const HISTORY: &[(&str, FieldType)] =
    &[("_hashed_password", FieldType::String), ("_password_history", FieldType::Array)];

/// Whether a password is among the last ones of an account, as of a moment ago.
pub(super) struct LookedBack {
    hashes: Vec<String>,
    is_among: bool,
}

/// Compares a new password with the last ones, before the transaction that sets it, because each
/// comparison takes as long as hashing.
pub(super) async fn look_back(
    cx: &Cx,
    id: &str,
    password: &str,
) -> Result<Option<LookedBack>, Error> {
    let policy = &cx.settings().account.password;
    if policy.max_history == 0 {
        return Ok(None);
    }
    let Some((_, _, hashes)) = stored(cx, id).await?.and_then(|user| history(policy, user)) else {
        return Ok(None);
    };
    let is_among = password::is_among(password.to_owned(), hashes.clone()).await?;
    Ok(Some(LookedBack { hashes, is_among }))
}

/// Refuses a password that violates the policy, and stores what later checks need.
pub(super) async fn check(
    cx: &Cx,
    admitted: &mut Admitted,
    password: &str,
    looked_back: Option<LookedBack>,
) -> Result<(), Error> {
    let policy = &cx.settings().account.password;
    password::check_length(password)?;
    policy.check_shape(password)?;
    let stored = match admitted.draft.is_new {
        true => None,
        false if needs_stored(policy) => stored(cx, admitted.draft.id.as_str()).await?,
        false => None,
    };
    let field = |name: &str| {
        let old = || stored.as_ref()?.fields.get(name)?.as_text().map(str::to_owned);
        text(admitted, name).or_else(old)
    };
    let (username, email) = (field("username"), field("email"));
    if policy.do_not_allow_username
        && username.as_deref().is_some_and(|name| password.contains(name))
    {
        return Err(refused("Password cannot contain your username.").into());
    }
    policy.check_strength(password, [username, email]).await?;
    if let Some(stored) = stored.filter(|_| policy.max_history > 0) {
        check_history(policy, password, stored, looked_back, admitted).await?;
    }
    if policy.max_age_days.is_some() {
        let now = Value::Date(cx.now());
        admitted.set_internal("_password_changed_at", now);
    }
    Ok(())
}

fn needs_stored(policy: &PasswordPolicy) -> bool {
    policy.do_not_allow_username || policy.min_strength > 0 || policy.max_history > 0
}

async fn stored(cx: &Cx, id: &str) -> Result<Option<Object>, Error> {
    let Some(class) = cx.class(&ClassName::user()) else { return Ok(None) };
    let filter = Filter::equals(FieldName::from_static("objectId"), id);
    let mut select = Select::new(&filter, RowAccess::Everything);
    select.columns = Columns::WithInternal(HISTORY);
    let found =
        parse_store::object::find(cx.db(), &class, &select).await.while_doing("reading a user")?;
    Ok(found.into_iter().next())
}

/// Refuses one of the last passwords, and adds the current one to them.
async fn check_history(
    policy: &PasswordPolicy,
    password: &str,
    stored: Object,
    looked_back: Option<LookedBack>,
    admitted: &mut Admitted,
) -> Result<(), Error> {
    let Some((mut old, current, hashes)) = history(policy, stored) else { return Ok(()) };
    let is_among = match looked_back.filter(|seen| seen.hashes == hashes) {
        Some(seen) => seen.is_among,
        // It was changed since, or was not checked.
        None => password::is_among(password.to_owned(), hashes).await?,
    };
    if is_among {
        return Err(refused(format!(
            "New password should not be the same as last {} passwords.",
            policy.max_history
        ))
        .into());
    }
    let kept = policy.max_history.saturating_sub(2);
    old.drain(..old.len().saturating_sub(kept));
    old.push(current);
    let history = old.into_iter().map(Json::String).collect();
    admitted.set_internal("_password_history", Value::List(history));
    Ok(())
}

/// The hashes of previous passwords and the current one, and those of them that a new one must
/// differ from.
fn history(
    policy: &PasswordPolicy,
    mut stored: Object,
) -> Option<(Vec<String>, String, Vec<String>)> {
    let old: Vec<String> = match stored.fields.remove("_password_history") {
        Some(Value::List(items)) => {
            items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
        }
        _ => Vec::new(),
    };
    let Some(Value::Text(current)) = stored.fields.remove("_hashed_password") else {
        return None;
    };
    let mut hashes: Vec<String> = old.iter().take(policy.max_history - 1).cloned().collect();
    hashes.push(current.clone());
    Some((old, current, hashes))
}

fn refused(message: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(Code::VALIDATION_ERROR, message)
}
