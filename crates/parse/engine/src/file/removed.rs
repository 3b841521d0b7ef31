//! Deletes the bytes of files whose referring row was deleted.
//!
//! The row is deleted in a transaction, bytes are not. The code that deletes the row marks the
//! file, and its bytes are deleted after the commit.

use parse_files::{Blobs, StoredName};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

/// Files read at once.
const BATCH: i64 = 100;

/// Deletes the bytes of every marked file, and returns their number.
pub async fn delete_removed(cx: &Cx, blobs: &dyn Blobs) -> Result<u64, Error> {
    let mut deleted = 0;
    loop {
        let names = parse_store::file::removed(cx.db(), BATCH).await;
        let names = names.while_doing("looking for files that are to go")?;
        if names.is_empty() {
            return Ok(deleted);
        }
        for name in names {
            if let Ok(stored) = StoredName::checked(&name) {
                // Another node may have been faster.
                deleted += u64::from(blobs.delete(&stored).await?);
            }
            parse_store::file::forget(cx.db(), &name).await.while_doing("forgetting a file")?;
        }
    }
}
