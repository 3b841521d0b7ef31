//! Deletion of files, by a caller with the master key.

use parse_files::{Blobs, StoredName};
use parse_model::Code;

use super::address;
use super::draft::SavedFile;
use super::triggers::triggers;
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;

/// Deletes a file and its row.
pub async fn delete(cx: &Cx, blobs: &dyn Blobs, name: StoredName) -> Result<(), Error> {
    let url = address(cx, name.as_str());
    let file = SavedFile { name, url, size: None };
    if let Some(triggers) = triggers(cx, TriggerKind::BeforeDelete) {
        triggers.before_delete(cx, &file).await?;
    }
    if !blobs.delete(&file.name).await? {
        return Err(Error::refused(Code::FILE_DELETE_ERROR, "Could not delete file."));
    }
    parse_store::file::forget(cx.db(), file.name.as_str())
        .await
        .while_doing("forgetting a file")?;
    if let Some(triggers) = triggers(cx, TriggerKind::AfterDelete) {
        triggers.after_delete(cx, &file).await?;
    }
    Ok(())
}
