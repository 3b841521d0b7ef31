//! What rules that live elsewhere do around a write: outside its transaction, and after its commit.
//!
//! Only inside somebody else's transaction, as in a transactional batch or a function that writes, are
//! they waited for while it is held.

use std::sync::Arc;

use parse_model::{Action, ClassName, FieldName, Filter, Object, ObjectId};
use parse_store::Select;

use super::answer;
use crate::access;
use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::{Error, WhileDoing};
use crate::extension::{Moment, Rules};
use crate::read::not_found_for_delete;

/// Tells rules elsewhere of a write, and lets them change what the caller is told. The write has
/// happened: what goes wrong here goes to the log.
pub(super) async fn after_save(
    cx: &Cx,
    class: &ClassName,
    mut saved: Saved,
) -> Result<Saved, Error> {
    let Some(mut change) = saved.change.take() else { return Ok(saved) };
    let Some(rules) = cx.engine().distant_rules(class, Moment::AfterSave) else {
        return Ok(saved);
    };
    let written = change.after.clone();
    match rules.after_save(&cx.deeper()?, &mut change).await {
        Ok(()) => answer::after_rules(&mut saved.body, &written, *change),
        Err(error) => tracing::warn!(%class, %error, "an afterSave webhook failed"),
    }
    Ok(saved)
}

/// A removal that rules elsewhere want to know of.
pub(super) struct Removal {
    stored: Object,
    after: Option<Arc<dyn Rules>>,
}

impl Removal {
    /// Lets rules elsewhere refuse; nothing if there are none.
    pub(super) async fn begin(
        cx: &Cx,
        name: &ClassName,
        id: &ObjectId,
    ) -> Result<Option<Removal>, Error> {
        let distant = |moment| cx.engine().distant_rules(name, moment);
        let (before, after) = (distant(Moment::BeforeDelete), distant(Moment::AfterDelete));
        if before.is_none() && after.is_none() {
            return Ok(None);
        }
        let Some(class) = cx.class(name) else { return Ok(None) };
        let mut filter = Filter::equals(FieldName::known("objectId"), id.as_str());
        if let Some(own) = access::may(cx.caller(), &class, Action::Delete, false)? {
            filter = filter.and(own);
        }
        let select = Select::new(&filter, cx.writable());
        let found = parse_store::object::find(cx.db(), &class, &select)
            .await
            .while_doing("reading an object")?;
        let stored = found.into_iter().next().ok_or_else(not_found_for_delete)?;
        if let Some(rules) = before {
            rules.before_delete(&cx.deeper()?, &stored).await?;
        }
        Ok(Some(Removal { stored, after }))
    }

    /// Tells rules elsewhere that it has happened.
    pub(super) async fn finish(self, cx: &Cx) -> Result<(), Error> {
        match self.after {
            Some(rules) => rules.after_delete(&cx.deeper()?, &self.stored).await,
            None => Ok(()),
        }
    }
}
