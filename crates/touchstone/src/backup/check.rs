//! Whether a backup is what was written: every checksum, every row counted again, every file.

use std::collections::{HashMap, HashSet};
use std::process::Stdio;

use futures_util::TryStreamExt;
use parse_store::snapshot::RowDigest;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::process::ChildStdin;

use super::destination::Destination;
use super::files::bytes_of;
use super::manifest::{KeptFile, Manifest};
use super::member::{Pieces, content, documents};
use super::progress::{Progress, size};
use super::script::{quoted, rows_by_table};
use super::tools::{Programs, Running, major};

/// Reads all of a backup and compares it with what it says of itself; tells everything that is
/// damaged.
pub(crate) async fn check(
    programs: &Programs,
    place: &Destination,
    name: &str,
    progress: &mut Progress,
) -> Result<Result<Manifest, Vec<String>>, String> {
    let manifest = place.manifest(name).await?;
    let why = format!("the backup was written by pg_dump {}", manifest.pg_dump);
    programs.at_least("pg_restore", major(&manifest.pg_dump), &why).await?;
    let mut damaged = Vec::new();
    match counted(programs, place, &manifest, progress).await {
        Err(problem) => damaged.push(problem),
        Ok(found) => {
            let none = RowDigest::default();
            for table in &manifest.tables {
                let digest = found.get(&quoted(&table.schema, &table.name)).unwrap_or(&none);
                if !table.are(digest) {
                    damaged.push(format!("{} has other rows than were counted", table.called()));
                }
            }
        }
    }
    let mut bytes = manifest.database.bytes;
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
    let rows: u64 = manifest.tables.iter().map(|table| table.rows).sum();
    progress.part(&format!("the backup {name} is whole: {rows} rows, {} read", size(bytes)));
    Ok(Ok(manifest))
}

/// Has `pg_restore` write the rows out, and counts them.
async fn counted(
    programs: &Programs,
    place: &Destination,
    manifest: &Manifest,
    progress: &mut Progress,
) -> Result<HashMap<String, RowDigest>, String> {
    let mut command = programs.command("pg_restore");
    command.args(["--data-only", "--file=-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = Running::start("pg_restore", command)?;
    let input = running.child.stdin.take().ok_or("pg_restore has no input")?;
    let output = running.child.stdout.take().ok_or("pg_restore has no output")?;
    let pieces = content(place, &manifest.name, &manifest.database).await?;
    let all: u64 = manifest.tables.iter().map(|table| table.rows).sum();
    let output = BufReader::with_capacity(1 << 18, output);
    let counted = async {
        let tell = |rows| progress.at(|| format!("row {rows} of {all}"));
        let found = rows_by_table(output, tell).await;
        found.map_err(|error| format!("pg_restore cannot be read: {error}"))
    };
    let ((), found) = tokio::try_join!(fed(pieces, input, |_| {}), counted)?;
    let read = running.end().await;
    read.map_err(|problem| format!("{} is damaged: {problem}", manifest.database.path))?;
    Ok(found)
}

/// Gives a program all pieces to read. One that has ended early says why at its end, unless the
/// pieces themselves are damaged.
pub(super) async fn fed(
    mut pieces: Pieces,
    mut input: ChildStdin,
    mut tell: impl FnMut(u64),
) -> Result<(), String> {
    let (mut is_open, mut bytes) = (true, 0);
    while let Some(piece) = pieces.try_next().await? {
        is_open = is_open && input.write_all(&piece).await.is_ok();
        bytes += piece.len() as u64;
        tell(bytes);
    }
    // A write that fails is reported at the end of the program.
    let _ = input.shutdown().await;
    Ok(())
}

async fn read_through(place: &Destination, file: &KeptFile) -> Result<(), String> {
    let mut bytes = bytes_of(place, file).await?;
    while bytes.try_next().await?.is_some() {}
    Ok(())
}
