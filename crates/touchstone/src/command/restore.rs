//! `touchstone restore`: an empty database and the place of files, filled from a backup.

use std::time::Instant;

use clap::Args;
use parse_blobs::Storage;
use parse_store::snapshot::Restoration;
use telemetry::error_chain::chain;

use super::Outcome;
use super::confirm::confirm;
use super::verify::checked;
use crate::backup::{
    Destination, IfMissing, Manifest, Progress, RestorePlan, Restored, Tools, fitting, obstacle,
    restore, size,
};
use crate::config::Config;

/// How many differences are listed.
const MOST: usize = 10;

/// The backup, and how it is restored.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The folder or bucket of the backups.
    from: String,
    /// The name of the backup. Default: the newest.
    #[arg(long, value_name = "NAME")]
    at: Option<String>,
    /// Check the backup and the database, and restore nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete everything in the database first, and overwrite files of the same names.
    #[arg(long)]
    replace: bool,
    /// Do not ask for confirmation before replacing.
    #[arg(long)]
    yes: bool,
    /// Keep the sessions and mailed links of the backup valid.
    #[arg(long)]
    keep_sessions: bool,
    #[command(flatten)]
    tools: Tools,
    /// Print problems and remaining steps only.
    #[arg(long)]
    quiet: bool,
}

/// Carries the command out.
pub(super) async fn execute(config: Config, asked: Restore) -> Result<Outcome, String> {
    let question = "Delete everything in the database and restore the backup?";
    if asked.replace && !asked.dry_run && !asked.yes && !confirm(question)? {
        return Err("nothing was restored".to_owned());
    }
    outbound::tls::install();
    let began = Instant::now();
    let mut progress = Progress::new(asked.quiet);
    let place = Destination::open(&asked.from, &config.files.backups, IfMissing::Refuse)?;
    let storage = Storage::open(&config.files.place)
        .map_err(|error| format!("the place of files cannot be opened: {error}"))?;
    let target = Restoration::open(&config.store).await.map_err(|error| chain(&error))?;
    // Sooner known than after reading a large backup.
    if let Some(obstacle) = obstacle(&target, asked.replace).await? {
        return Err(obstacle);
    }
    let name = place.chosen(asked.at.as_deref()).await?;
    let programs = asked.tools.on(&config.store)?;
    fitting(&target, &programs, &place.manifest(&name).await?).await?;
    let Some(manifest) = checked(&programs, &place, &name, &mut progress).await? else {
        return Ok(Outcome::Found);
    };
    if manifest.application_id != config.keys.application_id {
        progress.part(&format!(
            "warning: this is a backup of the application {}, and the settings are of {}",
            manifest.application_id, config.keys.application_id
        ));
    }
    if asked.dry_run {
        eprintln!("would restore {}; nothing was changed", summary(&manifest));
        return Ok(Outcome::Done);
    }
    let plan = RestorePlan {
        store: &config.store,
        target: &target,
        programs: &programs,
        storage: &storage,
        place: &place,
        manifest: &manifest,
        replaces: asked.replace,
        keeps_sessions: asked.keep_sessions,
    };
    let Restored { waiting, differences } = Box::pin(restore(&plan, &mut progress)).await?;
    progress.part(&format!(
        "restored {} in {:.1} s",
        summary(&manifest),
        began.elapsed().as_secs_f32()
    ));
    for line in left_to_do(waiting, &manifest, asked.keep_sessions) {
        eprintln!("left to do: {line}");
    }
    if differences.is_empty() {
        return Ok(Outcome::Done);
    }
    eprintln!("the database is not what was backed up; do not start a server on it:");
    differences.iter().take(MOST).for_each(|what| eprintln!("{what}"));
    if differences.len() > MOST {
        eprintln!("and {} more", differences.len() - MOST);
    }
    Ok(Outcome::Found)
}

fn summary(manifest: &Manifest) -> String {
    let rows: u64 = manifest.tables.iter().map(|table| table.rows).sum();
    format!(
        "{} of {}, {rows} rows in {} tables and {} files ({})",
        manifest.name,
        manifest.snapshot_at,
        manifest.tables.len(),
        manifest.files.count,
        size(manifest.files.bytes),
    )
}

fn left_to_do(waiting: i64, manifest: &Manifest, keeps_sessions: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if keeps_sessions {
        lines.push(
            "users are signed in as they were then, also those who were signed out since"
                .to_owned(),
        );
    }
    if waiting > 0 {
        lines.push(format!(
            "{waiting} messages wait in _touchstone.outbox and are sent when a server starts; empty \
             that table first if they were sent before"
        ));
    }
    if !manifest.files.missing.is_empty() {
        lines.push(format!(
            "{} files that the database knows of are not in the backup",
            manifest.files.missing.len()
        ));
    }
    lines.push(
        "keys and passwords of the settings are in no backup: use those that the server had, or \
         what it sealed with them cannot be opened"
            .to_owned(),
    );
    lines.push("start the server, and let `touchstone verify` look everything up".to_owned());
    lines
}
