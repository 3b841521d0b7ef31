//! Username and password.

use std::sync::Arc;

use parse_model::query::Filter;
use parse_model::{
    Acl, Class, ClassName, Code, Date, FieldName, FieldType, Json, JsonMap, Object, Refusal, Value,
};
use parse_store::{Columns, RowAccess, Select};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::user::attempt::Attempt;
use crate::user::verification;
use parse_identity::password::{self, Scheme};

const INTERNAL: &[(&str, FieldType)] =
    &[("_hashed_password", FieldType::String), ("_password_changed_at", FieldType::Date)];

/// A user with a valid password.
#[derive(Debug)]
pub(super) struct Authenticated {
    pub(super) user: Object,
    /// When the password was set, if known.
    pub(super) password_changed_at: Option<Date>,
}

/// The sent credentials.
#[derive(Debug)]
pub(super) struct Credentials {
    username: Option<String>,
    email: Option<String>,
    password: String,
}

impl Credentials {
    /// Parses the credentials.
    pub(super) fn parse(sent: &JsonMap) -> Result<Credentials, Refusal> {
        let given = |name: &str| sent.get(name).filter(|value| is_given(value));
        let (username, email) = (given("username"), given("email"));
        if username.is_none() && email.is_none() {
            return Err(Refusal::new(Code::USERNAME_MISSING, "username/email is required."));
        }
        let Some(password) = given("password") else {
            return Err(Refusal::new(Code::PASSWORD_MISSING, "password is required."));
        };
        let text = |value: &Json| value.as_str().map(str::to_owned).ok_or_else(wrong);
        Ok(Credentials {
            username: username.map(text).transpose()?,
            email: email.map(text).transpose()?,
            password: text(password)?,
        })
    }

    /// The username or e-mail address.
    fn name(&self) -> &str {
        self.username.as_deref().or(self.email.as_deref()).unwrap_or_default()
    }

    /// The user with these credentials, if they may sign in.
    pub(super) async fn authenticate(
        self,
        cx: &Cx,
        sent: &JsonMap,
    ) -> Result<Authenticated, Error> {
        password::check_length(&self.password)?;
        let class = cx.class(&ClassName::user()).ok_or_else(wrong)?;
        let mut user = self.look_up(cx, &class).await?;
        let hash = match user.as_mut().and_then(|user| user.fields.remove("_hashed_password")) {
            Some(Value::Text(hash)) if !hash.is_empty() => Some(hash),
            _ => None,
        };
        let scheme = Scheme::current(cx.settings().mixed_fleet);
        // The permit comes first: a request that gets none does not count as an attempt.
        let turn = password::turn().await?;
        let attempt = Attempt::begin(cx, user.as_ref(), self.name()).await?;
        let password = self.password;
        if !turn.verify(password.clone(), hash.clone(), scheme).await? {
            return Err(attempt.failed(cx).await?.into());
        }
        attempt.succeeded(cx).await?;
        let Some((mut user, hash)) = user.zip(hash) else { return Err(wrong().into()) };
        if is_locked_out(user.acl.as_ref()) && !cx.caller().is_master() {
            return Err(wrong().into());
        }
        verification::check(cx, &user, sent)?;
        if scheme.supersedes(&hash) {
            rehash(cx, &user, password, &hash, scheme).await;
        }
        let password_changed_at = match user.fields.remove("_password_changed_at") {
            Some(Value::Date(date)) => Some(date),
            _ => None,
        };
        Ok(Authenticated { user, password_changed_at })
    }

    async fn look_up(&self, cx: &Cx, class: &Arc<Class>) -> Result<Option<Object>, Error> {
        let is =
            |field: &'static str, value: &str| Filter::equals(FieldName::from_static(field), value);
        let filter = match (&self.username, &self.email) {
            (Some(name), Some(email)) => is("username", name).and(is("email", email)),
            (None, Some(email)) => is("email", email),
            (Some(name), None) => Filter::Any(vec![is("username", name), is("email", name)]),
            (None, None) => return Ok(None),
        };
        let mut select = Select::new(&filter, RowAccess::Everything);
        select.columns = Columns::WithInternal(INTERNAL);
        select.limit = Some(2);
        let mut found = parse_store::object::find(cx.db(), class, &select)
            .await
            .while_doing("looking up a user")?;
        if found.len() > 1 {
            // One user's name may be another user's address. The name counts.
            let name = self.username.as_deref();
            found.retain(|user| user.fields.get("username").and_then(Value::as_text) == name);
        }
        Ok(found.into_iter().next())
    }
}

/// Stores the password with a better hash. The log-in continues if that fails.
async fn rehash(cx: &Cx, user: &Object, password: String, old: &str, scheme: Scheme) {
    let replaced = async {
        let new = password::hash(password, scheme).await?;
        parse_store::user_queries::replace_hash(cx.db(), user.id.as_str(), old, &new)
            .await
            .while_doing("replacing a hash")
    };
    if let Err(error) = replaced.await {
        tracing::warn!(%error, user = user.id.as_str(), "password not rehashed");
    }
}

/// A user with an empty ACL cannot sign in.
pub(super) fn is_locked_out(acl: Option<&Acl>) -> bool {
    let is_empty = |list: &Option<Vec<String>>| list.as_ref().is_none_or(Vec::is_empty);
    acl.is_some_and(|acl| is_empty(&acl.read) && is_empty(&acl.write))
}

/// The same error for every reason, so that callers cannot learn which names exist.
pub(super) fn wrong() -> Refusal {
    Refusal::new(Code::OBJECT_NOT_FOUND, "Invalid username/password.")
}

/// Whether the value is truthy in JavaScript.
pub(super) fn is_given(value: &Json) -> bool {
    match value {
        Json::Null | Json::Bool(false) => false,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Bool(true) | Json::Array(_) | Json::Object(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(json: Json) -> Refusal {
        Credentials::parse(json.as_object().unwrap()).unwrap_err()
    }

    #[test]
    fn a_name_or_an_address_comes_before_the_password() {
        assert_eq!(refused(json!({})).code, Code::USERNAME_MISSING);
        assert_eq!(refused(json!({"password": "p"})).code, Code::USERNAME_MISSING);
        assert_eq!(refused(json!({"username": "", "password": "p"})).code, Code::USERNAME_MISSING);
        assert_eq!(refused(json!({"username": "u"})).code, Code::PASSWORD_MISSING);
        assert_eq!(refused(json!({"email": "e", "password": ""})).code, Code::PASSWORD_MISSING);
    }

    #[test]
    fn what_is_no_text_is_a_wrong_password() {
        for bad in [
            json!({"username": 5, "password": "p"}),
            json!({"username": "u", "password": {"$ne": ""}}),
            json!({"username": {"$ne": ""}, "password": "p"}),
            json!({"email": true, "password": "p"}),
        ] {
            assert_eq!(refused(bad.clone()), wrong(), "{bad}");
        }
    }

    #[test]
    fn an_empty_acl_locks_out_and_no_acl_does_not() {
        assert!(is_locked_out(Some(&Acl::master_only())));
        assert!(!is_locked_out(None));
        let mut acl = Acl::master_only();
        acl.allow("u");
        assert!(!is_locked_out(Some(&acl)));
    }
}
