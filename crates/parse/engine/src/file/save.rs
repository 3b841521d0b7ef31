//! Uploads, from the permission check to the row that is written last.

use std::io::ErrorKind;

use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, TryStreamExt, stream};
use parse_files::{
    Blobs, ByteStream, Directory, FileError, FileName, NewBlob, StoredName, at_most,
    content_type_of, extension_of,
};
use parse_model::{Code, Json, JsonMap, Refusal};
use parse_store::StoredFile;

use super::draft::{FileDraft, SavedFile};
use super::triggers::triggers;
use super::{address, policy};
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;
use parse_identity::id::random_bytes;

/// Bytes that are inspected to detect the type of a file.
const HEAD: usize = 8 * 1024;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// An upload.
pub struct Upload {
    /// The proposed name.
    pub name: String,
    /// The announced content type.
    pub content_type: Option<String>,
    /// The metadata.
    pub metadata: JsonMap,
    /// The tags.
    pub tags: JsonMap,
    /// The requested folder.
    pub directory: Option<Json>,
    /// The announced size.
    pub size: Option<u64>,
    /// The bytes.
    pub bytes: ByteStream,
}

/// Stores a file. After an error nothing of it is left.
pub async fn save(cx: &Cx, blobs: &dyn Blobs, upload: Upload) -> Result<SavedFile, Error> {
    policy::may_upload(cx).await?;
    let settings = &cx.settings().files;
    let name = FileName::checked(&upload.name)?;
    if !cx.caller().is_master() {
        settings.extensions.check(&name, upload.content_type.as_deref())?;
    }
    let directory = upload.directory.as_ref().map(|sent| directory(cx, sent)).transpose()?;
    cx.settings().keyword_denylist.check(&upload.metadata)?;
    cx.settings().keyword_denylist.check(&upload.tags)?;
    let (head, bytes) = peeked(upload.bytes).await?;
    if head.is_empty() {
        return Err(Error::refused(Code::FILE_SAVE_ERROR, "Invalid file upload."));
    }
    let mut draft = FileDraft {
        name,
        content_type: upload.content_type,
        metadata: upload.metadata,
        tags: upload.tags,
        directory,
        size: upload.size,
        instead: None,
    };
    if let Some(triggers) = triggers(cx, TriggerKind::BeforeSave) {
        triggers.before_save(cx, &mut draft).await?;
    }
    let saved = match draft.instead.take() {
        Some(saved) => saved,
        None => Box::pin(stored(cx, blobs, draft, &head, bytes)).await?,
    };
    if let Some(triggers) = triggers(cx, TriggerKind::AfterSave) {
        triggers.after_save(cx, &saved).await?;
    }
    Ok(saved)
}

fn directory(cx: &Cx, sent: &Json) -> Result<Directory, Refusal> {
    if cx.caller().is_master() {
        return Directory::checked(sent);
    }
    Err(Refusal::new(Code::OPERATION_FORBIDDEN, "Directory can only be set using the Master Key."))
}

async fn stored(
    cx: &Cx,
    blobs: &dyn Blobs,
    mut draft: FileDraft,
    head: &[u8],
    bytes: ByteStream,
) -> Result<SavedFile, Error> {
    let settings = &cx.settings().files;
    let bytes = match &settings.content {
        Some(content_rules) if !cx.caller().is_master() => {
            let uploader = cx.caller().user_id().unwrap_or_default();
            let (name, content_type, bytes) =
                content_rules.admit(uploader, &draft.name, head, bytes).await?;
            (draft.name, draft.content_type) = (name, Some(content_type));
            bytes
        }
        _ => {
            (draft.name, draft.content_type) = completed(draft.name, draft.content_type);
            bytes
        }
    };
    let owner = cx.caller().user_id().map(str::to_owned);
    let bytes = within_allowance(cx, owner.as_deref(), bytes).await?;
    let random = (!settings.preserve_file_name).then(random_bytes);
    let name = StoredName::issue(&draft.name, draft.directory.as_ref(), random);
    let new = NewBlob {
        bytes,
        content_type: draft.content_type.clone(),
        metadata: draft.metadata.clone(),
        tags: draft.tags.clone(),
    };
    let size = blobs.put(&name, new).await.map_err(|error| not_stored(error, &draft.name))?;
    let row = StoredFile {
        name: name.as_str().to_owned(),
        owner,
        size,
        content_type: draft.content_type,
        metadata: draft.metadata,
        tags: draft.tags,
        created_at: cx.now(),
    };
    let recorded = parse_store::file::record(cx.db(), &row).await;
    if let Err(error) = recorded.while_doing("writing down a file") {
        // Bytes without a row would never be deleted.
        if let Err(second) = blobs.delete(&name).await {
            tracing::error!(%name, error = %second, "orphaned file not deleted");
        }
        return Err(error);
    }
    let url = address(cx, name.as_str());
    Ok(SavedFile { name, url, size: Some(size) })
}

/// Completes a name without an extension from its type, and otherwise derives the type from the
/// extension.
fn completed(name: FileName, said: Option<String>) -> (FileName, Option<String>) {
    if !name.extension().is_empty() {
        let known = content_type_of(name.as_str()).map(str::to_owned);
        return (name, known.or(said));
    }
    match said.as_deref().and_then(extension_of) {
        Some(extension) => (name.with_extension(extension), said),
        None => (name, said),
    }
}

/// A storage error is internal: the cause is logged, and the client learns only that it happened.
fn not_stored(error: FileError, name: &FileName) -> Error {
    match error {
        FileError::Failed { doing, source } => {
            tracing::error!(doing, reason = %source, "file storage failed");
            if is_disk_full(&*source) {
                return Error::NoRoom;
            }
            let problem = format!("Could not store file: {}.", name.as_str());
            Error::refused(Code::FILE_SAVE_ERROR, problem)
        }
        refused => refused.into(),
    }
}

/// Whether the disk is full, anywhere in the chain of causes.
fn is_disk_full(source: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(source);
    while let Some(error) = cause {
        let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if matches!(kind, Some(ErrorKind::StorageFull | ErrorKind::QuotaExceeded)) {
            return true;
        }
        cause = error.source();
    }
    false
}

/// The first bytes, and the whole stream.
async fn peeked(mut bytes: ByteStream) -> Result<(Bytes, ByteStream), FileError> {
    let mut head = BytesMut::new();
    while head.len() < HEAD {
        match bytes.try_next().await? {
            Some(more) => head.extend_from_slice(&more),
            None => break,
        }
    }
    let head = head.freeze();
    let all = stream::once(std::future::ready(Ok(head.clone()))).chain(bytes).boxed();
    Ok((head, all))
}

/// The stream, limited to what the caller may still upload today.
async fn within_allowance(
    cx: &Cx,
    owner: Option<&str>,
    bytes: ByteStream,
) -> Result<ByteStream, Error> {
    let (Some(allowed), Some(owner)) = (cx.settings().files.daily_bytes, owner) else {
        return Ok(bytes);
    };
    let since = parse_model::Date::from_millis(cx.now().millis() - DAY_MILLIS);
    let used = parse_store::file::uploaded_since(cx.db(), owner, since)
        .await
        .while_doing("adding up what was uploaded")?;
    let left = allowed.saturating_sub(used);
    if left == 0 {
        return Err(over_allowance().into());
    }
    Ok(at_most(bytes, left, over_allowance))
}

fn over_allowance() -> FileError {
    let problem = "No more uploads today: the daily allowance is used up.";
    FileError::refused(Code::EXCEEDED_QUOTA, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed_as(name: &str, said: Option<&str>) -> (String, Option<String>) {
        let (name, said) = completed(FileName::checked(name).unwrap(), said.map(str::to_owned));
        (name.as_str().to_owned(), said)
    }

    #[test]
    fn a_name_without_an_extension_gets_the_one_of_its_type() {
        let json = Some("application/json".to_owned());
        assert_eq!(completed_as("a", Some("application/json")), ("a.json".to_owned(), json));
        assert_eq!(completed_as("a", None), ("a".to_owned(), None));
        let odd = Some("x/unheard-of".to_owned());
        assert_eq!(completed_as("a", Some("x/unheard-of")), ("a".to_owned(), odd));
    }

    #[test]
    fn an_extension_says_more_than_the_client() {
        let png = Some("image/png".to_owned());
        assert_eq!(completed_as("a.png", Some("text/html")), ("a.png".to_owned(), png));
        let said = Some("text/x-odd".to_owned());
        assert_eq!(
            completed_as("a.unheardof", Some("text/x-odd")),
            ("a.unheardof".to_owned(), said)
        );
    }

    #[tokio::test]
    async fn looking_at_the_first_bytes_takes_none_away() {
        let parts =
            [Bytes::from(vec![1; 5000]), Bytes::from(vec![2; 5000]), Bytes::from_static(&[3])];
        let bytes = stream::iter(parts.clone().map(Ok)).boxed();
        let (head, all) = peeked(bytes).await.unwrap();
        assert_eq!(head.len(), 10_000);
        let all: Vec<Bytes> = all.try_collect().await.unwrap();
        assert_eq!(all.concat(), parts.concat());
    }
}
