//! File triggers of an application.

use std::sync::Arc;

use async_trait::async_trait;
use parse_files::StoredName;

use super::draft::{FileDraft, SavedFile};
use crate::cx::Cx;
use crate::error::Error;
use crate::extension::{Extension, TriggerKind};

/// File triggers, called by the engine around uploads, downloads and deletions.
#[async_trait]
pub trait FileTriggers: Send + Sync {
    /// The kinds of trigger implemented, of those around saving, deleting and finding.
    fn kinds(&self) -> &'static [TriggerKind];

    /// May refuse a file, change its metadata, or replace it by another one.
    async fn before_save(&self, _cx: &Cx, _file: &mut FileDraft) -> Result<(), Error> {
        Ok(())
    }

    /// A file was stored. An `Err` is returned to the client, but the file stays.
    async fn after_save(&self, _cx: &Cx, _file: &SavedFile) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse a deletion.
    async fn before_delete(&self, _cx: &Cx, _file: &SavedFile) -> Result<(), Error> {
        Ok(())
    }

    /// A file was deleted.
    async fn after_delete(&self, _cx: &Cx, _file: &SavedFile) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse a download, or replace it by another file.
    async fn before_find(&self, _cx: &Cx, _name: &mut StoredName) -> Result<(), Error> {
        Ok(())
    }

    /// May refuse a download, or change how the file is served.
    async fn after_find(&self, _cx: &Cx, _served: &mut Served) -> Result<(), Error> {
        Ok(())
    }
}

impl Extension {
    /// Adds the file triggers. There is at most one set of them.
    #[must_use]
    pub fn with_file_triggers(mut self, triggers: impl FileTriggers + 'static) -> Extension {
        self.implementations.set::<dyn FileTriggers>(Arc::new(triggers));
        self.has_cloud_code = true;
        self
    }

    /// The file triggers.
    pub fn file_triggers(&self) -> Option<&dyn FileTriggers> {
        self.implementations.only::<dyn FileTriggers>().map(|triggers| &**triggers)
    }
}

/// The response of a download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Served {
    /// The file.
    pub name: StoredName,
    /// Whether browsers should save it instead of showing it.
    pub is_download: bool,
    /// Additional response headers. An invalid one is dropped.
    pub headers: Vec<(String, String)>,
}

/// The file triggers, if they include this kind.
pub(super) fn triggers(cx: &Cx, trigger: TriggerKind) -> Option<&dyn FileTriggers> {
    let triggers = cx.engine().extension().file_triggers()?;
    triggers.kinds().contains(&trigger).then_some(triggers)
}
