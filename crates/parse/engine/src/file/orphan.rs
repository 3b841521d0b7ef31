//! Files that no object refers to.

use futures_util::TryStreamExt;
use parse_files::{Blobs, Listed};
use parse_model::Date;
use parse_store::FileReferences;

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

/// How many files are asked about at once.
const BATCH: usize = 1000;

/// What a cleanup is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cleanup {
    /// Whether what is found is deleted.
    pub deletes: bool,
    /// Files stored after this moment are left alone: the object that will refer to one is perhaps
    /// still being written.
    pub before: Date,
}

/// What a cleanup has seen so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CleanupReport {
    /// Files that were looked at.
    pub seen: u64,
    /// Files that were too young to be judged.
    pub young: u64,
    /// Files that no object refers to.
    pub orphans: u64,
    /// How many bytes those have.
    pub bytes: u64,
    /// How many of them were deleted.
    pub deleted: u64,
    /// Remains of uploads that a process did not live to finish, deleted too.
    pub unfinished: u64,
}

/// Goes through the whole storage and tells of every file that no object refers to.
///
/// References are gathered once, as hashes, and files are listed as the storage hands them out, so
/// that neither millions of files nor millions of objects are held in memory.
pub async fn cleanup(
    cx: &Cx,
    blobs: &dyn Blobs,
    options: Cleanup,
    mut tell: impl FnMut(&CleanupReport, &[Listed]) + Send,
) -> Result<CleanupReport, Error> {
    let references = FileReferences::gather(cx.in_transaction()?.db())
        .await
        .while_doing("gathering the files that objects refer to")?;
    let mut report = CleanupReport::default();
    let mut listing = blobs.list().try_chunks(BATCH);
    while let Some(batch) = listing.try_next().await.map_err(|error| error.1)? {
        report.seen += batch.len() as u64;
        let orphans = unreferenced(&references, batch, options.before, &mut report);
        for orphan in &orphans {
            report.orphans += 1;
            report.bytes += orphan.size;
            if options.deletes && blobs.delete(&orphan.name).await? {
                parse_store::file::forget(cx.db(), orphan.name.as_str())
                    .await
                    .while_doing("forgetting a file")?;
                report.deleted += 1;
            }
        }
        tell(&report, &orphans);
    }
    if options.deletes {
        report.unfinished = blobs.discard_unfinished(options.before).await?;
    }
    Ok(report)
}

fn unreferenced(
    references: &FileReferences,
    batch: Vec<Listed>,
    before: Date,
    report: &mut CleanupReport,
) -> Vec<Listed> {
    let (mut old, young): (Vec<Listed>, Vec<Listed>) =
        batch.into_iter().partition(|file| file.modified < before);
    report.young += young.len() as u64;
    old.retain(|file| !references.contains(file.name.as_str()));
    old
}
