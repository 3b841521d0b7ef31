//! Files that no object refers to.

use futures_util::TryStreamExt;
use parse_files::{Blobs, Listed};
use parse_model::Date;
use parse_store::FileReferences;

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};

/// Files checked at once.
const BATCH: usize = 1000;

/// The parameters of a cleanup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cleanup {
    /// Whether orphans are deleted.
    pub deletes: bool,
    /// Files stored after this time are skipped, because the object that refers to one may still be
    /// unwritten.
    pub before: Date,
}

/// The result of a cleanup so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CleanupReport {
    /// Number of files.
    pub seen: u64,
    /// Number of files that are too recent.
    pub young: u64,
    /// Number of files without a reference.
    pub orphans: u64,
    /// Their size in bytes.
    pub bytes: u64,
    /// Number of deleted ones.
    pub deleted: u64,
    /// Remains of interrupted uploads, which are deleted too.
    pub unfinished: u64,
}

/// Goes through the whole storage and reports every file without a reference.
///
/// References are collected once, as hashes, and files are streamed from the storage, so that
/// neither millions of files nor millions of objects are held in memory.
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
