//! `touchstone backup`: the database at one moment and all files, to a folder or a bucket.

use std::time::{Duration, Instant};

use clap::Args;
use nix::sys::stat::{Mode, umask};
use parse_blobs::{Storage, folder_name};
use parse_engine::{Clock, SystemClock};
use parse_model::Json;
use serde_json::json;

use super::{Outcome, print};
use crate::backup::{
    Destination, IfMissing, Manifest, Plan, Progress, Tools, dry_run, make, prune, size,
};
use crate::config::Config;

/// The destination, and how the backup is made.
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// A folder, or a bucket: s3://bucket/prefix, gs://bucket/prefix or az://container/prefix.
    to: String,
    /// Print the number of rows and files to copy, and copy nothing.
    #[arg(long)]
    dry_run: bool,
    /// The number of backups to keep. Older ones are removed, with files that no other backup has.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    /// A PostgreSQL snapshot that another session has exported and holds.
    #[arg(long, value_name = "ID")]
    snapshot: Option<String>,
    /// Back up even if the files folder is not the one used before.
    #[arg(long)]
    accept_new_folder: bool,
    #[command(flatten)]
    tools: Tools,
    /// Print problems only.
    #[arg(long)]
    quiet: bool,
    /// Print JSON: {"backup", "rows", "tables", "files", "missingFiles"}.
    #[arg(long, conflicts_with = "dry_run")]
    json: bool,
}

/// Carries the command out. If files are missing, the exit code is 3 and older backups remain.
pub(super) async fn execute(config: Config, backup: Backup) -> Result<Outcome, String> {
    // A user who can read a backup can read every account: only its owner may.
    umask(Mode::from_bits_truncate(0o077));
    outbound::tls::install();
    let began = Instant::now();
    let if_missing = if backup.dry_run { IfMissing::Refuse } else { IfMissing::Make };
    let place = match Destination::open(&backup.to, &config.files.backups, if_missing) {
        // A folder that is not there holds no earlier backup, which is all a dry run would ask it.
        Err(_) if backup.dry_run => Destination::nowhere(&backup.to),
        opened => opened?,
    };
    let storage = Storage::open(&config.files.place)
        .map_err(|error| format!("the place of files cannot be opened: {error}"))?;
    let plan = Plan {
        store: &config.store,
        programs: &backup.tools.on(&config.store)?,
        storage: &storage,
        place: &place,
        name: name(&SystemClock.now().iso()),
        application_id: &config.keys.application_id,
        is_product: config.is_product,
        snapshot: backup.snapshot.as_deref(),
        folder: folder_name(&config.files.place).filter(|_| !backup.accept_new_folder),
    };
    if backup.dry_run {
        let extent = dry_run(&plan).await?;
        eprintln!(
            "would copy about {} rows in {} tables ({} on disk) and {} files ({}), of which {} are in {} already; nothing was written",
            extent.about_rows,
            extent.tables,
            size(extent.bytes),
            extent.files,
            size(extent.file_bytes),
            extent.known,
            place.called(),
        );
        return Ok(Outcome::Done);
    }
    let mut progress = Progress::new(backup.quiet);
    let made = Box::pin(make(&plan, &mut progress)).await?;
    print_summary(&made, began.elapsed(), &mut progress);
    if backup.json {
        print(&format!("{}\n", as_json(&made)))?;
    }
    if let Some(problem) = made.files.problem() {
        // In the log of a nightly run this must be seen, so it is printed in any case.
        let kept = backup.keep.map_or("", |_| ". Older backups are kept");
        eprintln!("{problem}{kept}");
        return Ok(Outcome::Found);
    }
    if let Some(keep) = backup.keep {
        let removed = prune(&place, keep as usize).await?;
        progress.part(&removed);
    }
    Ok(Outcome::Done)
}

/// Says what was made.
fn print_summary(made: &Manifest, took: Duration, progress: &mut Progress) {
    let rows: u64 = made.tables.iter().map(|table| table.rows).sum();
    progress.part(&format!(
        "backup {} is complete: {rows} rows in {} tables and {} files in {:.1} s",
        made.name,
        made.tables.len(),
        made.files.count,
        took.as_secs_f32(),
    ));
}

fn as_json(made: &Manifest) -> Json {
    let rows: u64 = made.tables.iter().map(|table| table.rows).sum();
    json!({
        "backup": made.name, "rows": rows, "tables": made.tables.len(), "files": made.files.count,
        "missingFiles": made.files.missing.len(),
    })
}

/// A moment as a name that any file system and any bucket takes: `20261117T162005Z`.
fn name(iso: &str) -> String {
    let seconds = iso.split('.').next().unwrap_or(iso);
    seconds.chars().filter(char::is_ascii_alphanumeric).chain(['Z']).collect()
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_backup_is_called_by_the_moment_it_began() {
        assert_eq!(name("2026-11-17T16:20:05.123Z"), "20261117T162005Z");
    }
}
