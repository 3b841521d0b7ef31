//! The transaction of a write, and webhook triggers before and after it.

use parse_model::{ClassName, ObjectId};

use super::webhook::{self, Removal};
use crate::cx::Cx;
use crate::draft::Saved;
use crate::error::Error;
use crate::extension::TriggerKind;

const SAVING: [TriggerKind; 2] = [TriggerKind::BeforeSave, TriggerKind::AfterSave];
const REMOVING: [TriggerKind; 2] = [TriggerKind::BeforeDelete, TriggerKind::AfterDelete];

/// A save in progress.
pub(crate) struct Save<'a> {
    cx: &'a Cx,
    class: &'a ClassName,
    tx: Cx,
}

impl<'a> Save<'a> {
    /// Begins a transaction if the triggers of the class need one.
    pub(crate) fn begin(cx: &'a Cx, class: &'a ClassName) -> Result<Save<'a>, Error> {
        Ok(Save { cx, class, tx: cx.for_write(class, SAVING)? })
    }

    /// The context of the save.
    pub(crate) fn tx(&self) -> &Cx {
        &self.tx
    }

    /// Ends the transaction, and calls the webhook triggers after a save.
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

/// A delete in progress.
pub(crate) struct Delete<'a> {
    cx: &'a Cx,
    class: &'a ClassName,
    tx: Cx,
    webhook: Option<Removal>,
}

impl<'a> Delete<'a> {
    /// Calls the webhook triggers, which may refuse, and begins a transaction if the triggers of
    /// the class need one.
    pub(crate) async fn begin(
        cx: &'a Cx,
        class: &'a ClassName,
        id: &ObjectId,
    ) -> Result<Delete<'a>, Error> {
        let webhook = Removal::begin(cx, class, id).await?;
        Ok(Delete { cx, class, tx: cx.for_write(class, REMOVING)?, webhook })
    }

    /// The context of the delete.
    pub(crate) fn tx(&self) -> &Cx {
        &self.tx
    }

    /// Ends the transaction, and calls the webhook triggers after a delete.
    pub(crate) async fn finish(self, done: Result<(), Error>) -> Result<(), Error> {
        self.tx.finish_for(self.cx, done).await?;
        self.cx.wake_changes_of(self.class);
        match self.webhook {
            Some(removal) => removal.finish(self.cx).await,
            None => Ok(()),
        }
    }
}
