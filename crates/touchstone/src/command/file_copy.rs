//! `touchstone files copy`: copies the files of a folder to the place that is configured.

use std::path::{Path, PathBuf};

use clap::Args;
use futures_util::{StreamExt, TryStreamExt};
use parse_blobs::{Storage, StorageLocation};
use parse_files::{Blobs, Listed, NewBlob};
use parse_model::JsonMap;
use telemetry::error_chain::chain;

use super::Outcome;
use crate::backup::{Progress, size};
use crate::config::Config;

/// Files that are copied at the same time.
const AT_ONCE: usize = 8;

/// The arguments of the command.
#[derive(Debug, Args)]
pub(super) struct FileCopy {
    /// The folder to copy from.
    #[arg(long, value_name = "FOLDER")]
    from: PathBuf,
    /// List what would be copied, and copy nothing.
    #[arg(long)]
    dry_run: bool,
    /// Print errors only.
    #[arg(long)]
    quiet: bool,
}

#[derive(Default)]
struct Counts {
    copied: u64,
    present: u64,
    bytes: u64,
}

/// Carries the command out. It can be repeated: files that are there already are not copied again.
pub(super) async fn execute(config: Config, copy: &FileCopy) -> Result<Outcome, String> {
    let target = &config.files.place;
    let from = folder(&copy.from, target)?;
    let open = |location| {
        Storage::open(location).map_err(|error| format!("the files cannot be opened: {error}"))
    };
    let (source, target) = (open(&from)?, open(target)?);
    if !copy.dry_run {
        target.prepare().await?;
    }
    let mut progress = Progress::new(copy.quiet);
    let mut counts = Counts::default();
    let copies = source.list().map(|listed| async {
        let file = listed.map_err(|error| chain(&error))?;
        copy_one(&source, &target, &file, copy.dry_run).await.map(|is_new| (is_new, file.size))
    });
    let mut copies = std::pin::pin!(copies.buffer_unordered(AT_ONCE));
    while let Some((is_new, bytes)) = copies.try_next().await? {
        *if is_new { &mut counts.copied } else { &mut counts.present } += 1;
        counts.bytes += if is_new { bytes } else { 0 };
        progress.at(|| format!("files: {} copied, {} present", counts.copied, counts.present));
    }
    let verb = if copy.dry_run { "to copy" } else { "copied" };
    let Counts { copied, present, bytes } = counts;
    progress.part(&format!("files: {copied} {verb} ({}), {present} present", size(bytes)));
    Ok(Outcome::Done)
}

/// The folder as a place of files, if it exists and is not the configured place itself.
fn folder(from: &Path, target: &StorageLocation) -> Result<StorageLocation, String> {
    let real = std::fs::canonicalize(from)
        .map_err(|error| format!("cannot read the folder {}: {error}", from.display()))?;
    if let StorageLocation::Disk { folder, .. } = target
        && std::fs::canonicalize(folder).is_ok_and(|folder| folder == real)
    {
        return Err(format!(
            "{} is the configured folder of files: set files_url, or another files_directory",
            from.display()
        ));
    }
    Ok(StorageLocation::Disk { folder: real, max_use: None })
}

/// Copies a file. `false` if a file of this name and size is there.
async fn copy_one(
    source: &Storage,
    target: &Storage,
    file: &Listed,
    is_dry_run: bool,
) -> Result<bool, String> {
    let name = file.name.as_str();
    let failed = |error| format!("the file {name}: {}", chain(&error));
    if let Some(there) = target.head(&file.name).await.map_err(failed)? {
        return match there.size == file.size {
            true => Ok(false),
            false => Err(format!(
                "the file {name} has {} bytes in the folder and {} at the target: delete one of them",
                file.size, there.size
            )),
        };
    }
    if is_dry_run {
        return Ok(true);
    }
    // Deleted since it was listed.
    let Some(blob) = source.get(&file.name, None).await.map_err(failed)? else { return Ok(false) };
    let new = NewBlob {
        bytes: blob.bytes,
        content_type: None,
        metadata: JsonMap::new(),
        tags: JsonMap::new(),
    };
    let stored = target.put(&file.name, new).await.map_err(failed)?;
    match stored == file.size {
        true => Ok(true),
        false => Err(format!("the file {name} has {} bytes, but {stored} were stored", file.size)),
    }
}
