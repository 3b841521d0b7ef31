//! What files in a folder and files in a bucket have in common.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore};
use parse_files::{BlobInfo, ByteStream, FileError};
use parse_model::{Code, Date};

/// A file in a storage: which one, and where in it.
pub(crate) type ObjectLocation = (Arc<dyn ObjectStore>, Path);

pub(crate) fn info(meta: &ObjectMeta) -> BlobInfo {
    BlobInfo { size: meta.size, etag: meta.e_tag.clone(), modified: modified(meta) }
}

pub(crate) fn modified(meta: &ObjectMeta) -> Date {
    Date::from_millis(meta.last_modified.timestamp_millis())
}

pub(crate) fn is_absent(error: &object_store::Error) -> bool {
    use object_store::Error::{InvalidPath, NotFound};
    matches!(error, NotFound { .. } | InvalidPath { .. })
}

pub(crate) fn failed(
    doing: &'static str,
    error: impl std::error::Error + Send + Sync + 'static,
) -> FileError {
    FileError::Failed { doing, source: Box::new(error) }
}

pub(crate) fn taken() -> FileError {
    FileError::refused(Code::FILE_SAVE_ERROR, "A file of this name exists already.")
}

/// Bytes in parts of one size, but for the last. Some buckets take no others.
pub(crate) struct Parts {
    bytes: ByteStream,
    left: Bytes,
}

impl Parts {
    pub(crate) fn of(bytes: ByteStream) -> Parts {
        Parts { bytes, left: Bytes::new() }
    }

    /// The next part, not copied; empty at the end.
    pub(crate) async fn next(&mut self, size: usize) -> Result<Vec<Bytes>, FileError> {
        let mut part = Vec::new();
        let mut missing = size;
        loop {
            let taken = self.left.split_to(missing.min(self.left.len()));
            missing -= taken.len();
            if !taken.is_empty() {
                part.push(taken);
            }
            if missing == 0 {
                return Ok(part);
            }
            match self.bytes.try_next().await? {
                Some(more) => self.left = more,
                None => return Ok(part),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::*;

    #[tokio::test]
    async fn parts_are_of_one_size_but_for_the_last() {
        let pieces =
            ["a", "bcdef", "", "gh", "i"].map(|piece| Ok(Bytes::from_static(piece.as_bytes())));
        let mut parts = Parts::of(stream::iter(pieces).boxed());
        for expected in ["abcd", "efgh", "i", ""] {
            let part = parts.next(4).await.unwrap().concat();
            assert_eq!(String::from_utf8(part).unwrap(), expected);
        }
    }
}
