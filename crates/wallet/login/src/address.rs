//! The address classes: removing an object takes the address from its account.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{Cx, Error, TriggerKind, Triggers, session};
use parse_model::{Object, Value};

use crate::class::Kind;
use crate::shared::Shared;
use crate::{account, rest};

/// The triggers of one address class.
pub(crate) struct AddressRules {
    shared: Arc<Shared>,
    kind: &'static Kind,
}

impl AddressRules {
    pub(crate) fn of(shared: &Arc<Shared>, kind: &'static Kind) -> AddressRules {
        AddressRules { shared: Arc::clone(shared), kind }
    }
}

#[async_trait]
impl Triggers for AddressRules {
    fn kinds(&self) -> &[TriggerKind] {
        &[TriggerKind::BeforeDelete, TriggerKind::AfterDelete]
    }

    async fn before_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        match owner(stored) {
            Some(user_id) if !cx.caller().is_unrestricted() => {
                session::require_fresh(cx)?;
                account::check_not_last(cx, user_id).await
            }
            _ => Ok(()),
        }
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        let Some(user_id) = owner(stored) else { return Ok(()) };
        // An address that the operator unlinks is free at once: that is how a wallet is released
        // early.
        if !cx.caller().is_unrestricted()
            && let Some(identity) = account::identity_of(self.kind, stored.id.as_str())
        {
            rest::begin(cx, &identity, user_id, self.shared.options.rest_days).await?;
        }
        account::detached(cx, self.kind, user_id).await
    }
}

fn owner(stored: &Object) -> Option<&str> {
    match stored.fields.get("user") {
        Some(Value::Pointer(user)) => Some(user.id.as_str()),
        _ => None,
    }
}
