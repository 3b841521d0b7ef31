//! Files whose bytes go, because what referred to them was deleted.
//!
//! The row that refers to a file is deleted in a transaction, bytes are not: the code that deletes
//! the row marks the file, and the bytes follow once that is committed.

use parse_files::{Blobs, StoredName};

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

/// How many files are asked for at once.
const BATCH: i64 = 100;

/// Deletes the bytes of every file that is marked, and says how many there were.
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
                // Another node may have been quicker.
                deleted += u64::from(blobs.delete(&stored).await?);
            }
            parse_store::file::forget(cx.db(), &name).await.while_doing("forgetting a file")?;
        }
    }
}
