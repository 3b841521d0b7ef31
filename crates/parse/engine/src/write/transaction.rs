//! The transaction of a write, and the triggers elsewhere before and after it.

use parse_model::{ClassName, ObjectId};

use super::webhook::{self, Removal};
use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::Error;
use crate::extension::TriggerKind;

const SAVING: [TriggerKind; 2] = [TriggerKind::BeforeSave, TriggerKind::AfterSave];
const REMOVING: [TriggerKind; 2] = [TriggerKind::BeforeDelete, TriggerKind::AfterDelete];

/// A save on its way.
pub(crate) struct Save<'a> {
    cx: &'a Cx,
    class: &'a ClassName,
    tx: Cx,
}

impl<'a> Save<'a> {
    /// Begins the transaction that the triggers of the class ask for, if they do.
    pub(crate) fn begin(cx: &'a Cx, class: &'a ClassName) -> Result<Save<'a>, Error> {
        Ok(Save { cx, class, tx: cx.for_write(class, SAVING)? })
    }

    /// Where the save happens.
    pub(crate) fn tx(&self) -> &Cx {
        &self.tx
    }

    /// Ends the transaction, and tells triggers elsewhere of what was saved.
    pub(crate) async fn finish(self, saved: Result<Saved, Error>) -> Result<Saved, Error> {
        let saved = self.tx.finish_for(self.cx, saved).await?;
        self.cx.wake_changes_of(self.class);
        let mut saved = webhook::after_save(self.cx, self.class, saved).await?;
        match saved.refusal.take() {
            Some(refusal) => Err(refusal.into()),
            None => Ok(saved),
        }
    }
}

/// A delete on its way.
pub(crate) struct Delete<'a> {
    cx: &'a Cx,
    class: &'a ClassName,
    tx: Cx,
    webhook: Option<Removal>,
}

impl<'a> Delete<'a> {
    /// Lets triggers elsewhere refuse, and begins the transaction that the triggers of the class
    /// ask for.
    pub(crate) async fn begin(
        cx: &'a Cx,
        class: &'a ClassName,
        id: &ObjectId,
    ) -> Result<Delete<'a>, Error> {
        let webhook = Removal::begin(cx, class, id).await?;
        Ok(Delete { cx, class, tx: cx.for_write(class, REMOVING)?, webhook })
    }

    /// Where the delete happens.
    pub(crate) fn tx(&self) -> &Cx {
        &self.tx
    }

    /// Ends the transaction, and tells triggers elsewhere of what was removed.
    pub(crate) async fn finish(self, done: Result<(), Error>) -> Result<(), Error> {
        self.tx.finish_for(self.cx, done).await?;
        self.cx.wake_changes_of(self.class);
        match self.webhook {
            Some(removal) => removal.finish(self.cx).await,
            None => Ok(()),
        }
    }
}
