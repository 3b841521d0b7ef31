//! Webhook triggers around a write: outside its transaction, and after its commit.
//!
//! Only inside an outer transaction, as in a transactional batch or a function that writes, are
//! they awaited while it is open.

use std::sync::Arc;

use parse_identity::access;
use parse_model::{Action, ClassName, FieldName, Filter, Object, ObjectId};
use parse_store::Select;

use super::answer;
use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::{Error, WhileDoing};
use crate::extension::{TriggerKind, Triggers};
use crate::read::not_found_for_delete;

/// Calls the `afterSave` webhook, which may change the reply. The write has happened: what goes
/// wrong here goes to the log.
pub(super) async fn after_save(
    cx: &Cx,
    class: &ClassName,
    mut saved: Saved,
) -> Result<Saved, Error> {
    let Some(mut change) = saved.change.take() else { return Ok(saved) };
    let Some(triggers) = cx.engine().webhook_triggers(class, TriggerKind::AfterSave) else {
        return Ok(saved);
    };
    let written = change.after.clone();
    match triggers.after_save(&cx.deeper()?, &mut change).await {
        Ok(()) => answer::after_triggers(&mut saved.body, &written, *change),
        Err(error) => tracing::warn!(%class, %error, "afterSave webhook failed"),
    }
    Ok(saved)
}

/// A delete with webhook triggers.
pub(super) struct Removal {
    stored: Object,
    after: Option<Arc<dyn Triggers>>,
}

impl Removal {
    /// Calls the `beforeDelete` webhook, which may refuse; `None` if there are no webhooks.
    pub(super) async fn begin(
        cx: &Cx,
        name: &ClassName,
        id: &ObjectId,
    ) -> Result<Option<Removal>, Error> {
        let webhook = |trigger| cx.engine().webhook_triggers(name, trigger);
        let (before, after) =
            (webhook(TriggerKind::BeforeDelete), webhook(TriggerKind::AfterDelete));
        if before.is_none() && after.is_none() {
            return Ok(None);
        }
        let Some(class) = cx.class(name) else { return Ok(None) };
        let mut filter = Filter::equals(FieldName::from_static("objectId"), id.as_str());
        if let Some(own) = access::check_clp(cx.caller(), &class, Action::Delete, false)? {
            filter = filter.and(own);
        }
        let select = Select::new(&filter, cx.writable());
        let found = parse_store::object::find(cx.db(), &class, &select)
            .await
            .while_doing("reading an object")?;
        let stored = found.into_iter().next().ok_or_else(not_found_for_delete)?;
        if let Some(triggers) = before {
            triggers.before_delete(&cx.deeper()?, &stored).await?;
        }
        Ok(Some(Removal { stored, after }))
    }

    /// Calls the `afterDelete` webhook.
    pub(super) async fn finish(self, cx: &Cx) -> Result<(), Error> {
        match self.after {
            Some(triggers) => triggers.after_delete(&cx.deeper()?, &self.stored).await,
            None => Ok(()),
        }
    }
}
