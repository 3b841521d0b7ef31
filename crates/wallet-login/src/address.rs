//! The address classes: removing an object takes the address from its account.

use async_trait::async_trait;
use parse_engine::{Cx, Error, Moment, Rules};
use parse_model::{Object, Value};

use crate::account;
use crate::class::Kind;

/// The rules of one address class.
pub(crate) struct AddressRules(pub(crate) &'static Kind);

#[async_trait]
impl Rules for AddressRules {
    fn moments(&self) -> &[Moment] {
        &[Moment::BeforeDelete, Moment::AfterDelete]
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        match owner(stored) {
            Some(user_id) if !cx.caller().is_unrestricted() => {
                account::check_not_last(cx, user_id).await
            }
            _ => Ok(()),
        }
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        match owner(stored) {
            Some(user_id) => account::detached(cx, self.0, user_id).await,
            None => Ok(()),
        }
    }
}

fn owner(stored: &Object) -> Option<&str> {
    match stored.fields.get("user") {
        Some(Value::Pointer(user)) => Some(user.id.as_str()),
        _ => None,
    }
}
