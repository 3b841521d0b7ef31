//! Whether a backup is what was written: every checksum, every row counted again, every file.

use std::collections::HashSet;

use futures_util::TryStreamExt;
use parse_store::snapshot::RowDigest;

use super::files::bytes_of;
use super::manifest::{KeptFile, Manifest, ShapeLine, TableRows};
use super::member::{content, documents};
use super::place::Place;
use super::progress::{Progress, size};

/// Reads all of a backup and compares it with what it says of itself; tells everything that is
/// damaged.
pub(crate) async fn check(
    place: &Place,
    name: &str,
    progress: &mut Progress,
) -> Result<Result<Manifest, Vec<String>>, String> {
    let manifest = place.manifest(name).await?;
    let mut damaged = Vec::new();
    if let Err(problem) = documents::<ShapeLine>(place, name, &manifest.shape).await {
        damaged.push(problem);
    }
    let (mut rows, mut bytes) = (0, manifest.shape.bytes);
    for (at, table) in manifest.tables.iter().enumerate() {
        match counted(place, name, table).await {
            Ok(digest) if digest.sum() == table.sum && digest.rows() == table.rows => {
                rows += digest.rows();
            }
            Ok(_) => damaged.push(format!("{} has other rows than were counted", table.called())),
            Err(problem) => damaged.push(problem),
        }
        bytes += table.member.bytes;
        progress.at(|| format!("table {} of {}, {rows} rows", at + 1, manifest.tables.len()));
    }
    let mut seen = HashSet::new();
    match documents::<KeptFile>(place, name, &manifest.files.list).await {
        Err(problem) => damaged.push(problem),
        Ok(kept) => {
            for file in kept {
                // Two names may have the same bytes, which lie there once.
                if !seen.insert(file.sha256.clone()) {
                    continue;
                }
                if let Err(problem) = read_through(place, &file).await {
                    damaged.push(format!("{} ({problem})", file.name));
                }
                bytes += file.bytes;
                progress.at(|| format!("file {} of {}", seen.len(), manifest.files.count));
            }
        }
    }
    if !damaged.is_empty() {
        return Ok(Err(damaged));
    }
    progress.part(&format!("the backup {name} is whole: {rows} rows, {} read", size(bytes)));
    Ok(Ok(manifest))
}

async fn counted(place: &Place, name: &str, table: &TableRows) -> Result<RowDigest, String> {
    let mut pieces = content(place, name, &table.member).await?;
    let mut digest = RowDigest::default();
    while let Some(piece) = pieces.try_next().await? {
        digest.take(&piece);
    }
    Ok(digest)
}

async fn read_through(place: &Place, file: &KeptFile) -> Result<(), String> {
    let mut bytes = bytes_of(place, file).await?;
    while bytes.try_next().await?.is_some() {}
    Ok(())
}
