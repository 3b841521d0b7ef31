//! Cloud functions.

use parse_model::{ClassName, Code, Json, JsonMap, ObjectId, Value};

use crate::cx::Cx;
use crate::effect::Effect;
use crate::error::Error;
use crate::extension::Entry;
use crate::read;
use crate::validator::{Validator, refused};

/// Calls a function. `None` serialises as `undefined`.
pub async fn call(cx: &Cx, name: &str, mut params: JsonMap) -> Result<Option<Json>, Error> {
    let Some(Entry { function, validator }) = cx.engine().function(name) else {
        let invalid = format!("Invalid function: \"{name}\"");
        let text = match cx.engine().extension().missing(name) {
            Some(why) => format!("{invalid}. {why}"),
            None => invalid,
        };
        return Err(Error::refused(Code::SCRIPT_FAILED, text));
    };
    if let Some(validator) = validator
        && !validator.admit(cx, &mut params).await?
    {
        return Ok(None);
    }
    let cx = cx.deeper()?;
    match function.effect() {
        Effect::Reads => function.call(&cx.read_only(), params).await,
        Effect::OwnTransactions => function.call(&cx, params).await,
        Effect::Writes => {
            let (function, params) = (&function, &params);
            cx.unit(|tx| async move { function.call(&tx, params.clone()).await }).await
        }
    }
}

impl Validator {
    /// Validates a call and fills in defaults. Returns whether to call the function at all.
    async fn admit(&self, cx: &Cx, params: &mut JsonMap) -> Result<bool, Error> {
        let caller = cx.caller();
        let is_called = !(self.skip_with_master_key && caller.is_master());
        if caller.is_master() && !self.validate_master_key {
            return Ok(is_called);
        }
        let has_roles =
            !self.require_any_user_roles.is_empty() || !self.require_all_user_roles.is_empty();
        if (self.require_user || has_roles) && caller.user.is_none() {
            return Err(refused("Validation failed. Please login to continue."));
        }
        if self.require_master && !caller.is_master() {
            return Err(refused(
                "Validation failed. Master key is required to complete this request.",
            ));
        }
        for (name, rule) in &self.fields {
            rule.check(name, params)?;
        }
        self.check_roles(cx)?;
        self.check_user(cx).await?;
        Ok(is_called)
    }

    fn check_roles(&self, cx: &Cx) -> Result<(), Error> {
        let has = |role: &String| cx.caller().principals.contains(&format!("role:{role}"));
        if !self.require_any_user_roles.is_empty() && !self.require_any_user_roles.iter().any(has) {
            return Err(refused("Validation failed. User does not match the required roles."));
        }
        if !self.require_all_user_roles.iter().all(has) {
            return Err(refused("Validation failed. User does not match all the required roles."));
        }
        Ok(())
    }

    async fn check_user(&self, cx: &Cx) -> Result<(), Error> {
        if self.require_user_keys.is_empty() {
            return Ok(());
        }
        let Some(id) = cx.caller().user_id() else {
            return Err(refused("Please login to make this request."));
        };
        let user = read::stored(cx, &ClassName::user(), &ObjectId::new(id)).await?;
        for key in &self.require_user_keys {
            let value = user.as_ref().and_then(|user| user.value(key));
            if value.is_none_or(|value| value == Value::Null) {
                return Err(refused(format!(
                    "Validation failed. Please set data for {key} on your account."
                )));
            }
        }
        Ok(())
    }
}
