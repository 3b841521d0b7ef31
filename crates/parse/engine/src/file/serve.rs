//! Downloads: permissions, the file, and the response headers.

use parse_files::{BlobInfo, Blobs, StoredName};
use parse_model::JsonMap;

use super::policy;
use super::triggers::{Served, triggers};
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;

/// A file that the caller can download.
#[derive(Debug, Clone)]
pub struct FoundFile {
    /// Its facts from the storage.
    pub info: BlobInfo,
    /// The response headers.
    pub served: Served,
}

/// Finds a file that the caller can download.
pub async fn find(
    cx: &Cx,
    blobs: &dyn Blobs,
    name: StoredName,
) -> Result<Option<FoundFile>, Error> {
    let name = asked_for(cx, name).await?;
    let Some(info) = blobs.head(&name).await? else { return Ok(None) };
    let mut served = Served { name, is_download: false, headers: Vec::new() };
    if let Some(triggers) = triggers(cx, TriggerKind::AfterFind) {
        triggers.after_find(cx, &mut served).await?;
    }
    Ok(Some(FoundFile { info, served }))
}

/// The metadata of a file, under the same permissions as the file. Empty for files that others have
/// stored, and for missing files.
pub async fn metadata(cx: &Cx, blobs: &dyn Blobs, name: StoredName) -> Result<JsonMap, Error> {
    let Some(file) = find(cx, blobs, name).await? else { return Ok(JsonMap::new()) };
    let known = parse_store::file::find(cx.db(), file.served.name.as_str())
        .await
        .while_doing("reading what is known of a file")?;
    Ok(match known {
        Some((metadata, tags)) => {
            let mut answer = JsonMap::new();
            answer.insert("metadata".to_owned(), metadata.into());
            if !tags.is_empty() {
                answer.insert("tags".to_owned(), tags.into());
            }
            answer
        }
        None => JsonMap::new(),
    })
}

async fn asked_for(cx: &Cx, mut name: StoredName) -> Result<StoredName, Error> {
    policy::may_download(cx).await?;
    if let Some(triggers) = triggers(cx, TriggerKind::BeforeFind) {
        triggers.before_find(cx, &mut name).await?;
    }
    Ok(name)
}
