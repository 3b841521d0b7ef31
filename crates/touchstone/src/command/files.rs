//! `touchstone files`: copies files, and lists and deletes those that no object refers to.

use std::io::{IsTerminal, Write};

use clap::{Args, Subcommand};
use parse_engine::file::{Cleanup, CleanupReport, cleanup};
use parse_engine::{Clock, Extension, SystemClock};
use parse_files::Listed;
use parse_identity::Caller;
use parse_model::Date;
use serde_json::json;
use telemetry::error_chain::chain;

use super::Outcome;
use super::confirm::confirm;
use super::file_copy::{self, FileCopy};
use crate::config::{Config, duration_with_unit};
use crate::start;

/// The commands for files.
#[derive(Debug, Subcommand)]
pub(super) enum Files {
    /// Copy files from a folder to the configured place.
    ///
    /// Files that are there already are skipped, so the command can be repeated.
    #[command(after_help = examples!(
        "touchstone files copy --from /var/lib/touchstone/files --dry-run",
        "touchstone files copy --from /var/lib/touchstone/files"
    ))]
    Copy(FileCopy),
    /// List or delete files that no object refers to.
    #[command(after_help = examples!(
        "touchstone files orphans",
        "touchstone files orphans --delete --older-than 7d --yes"
    ))]
    Orphans(Orphans),
}

/// The arguments of `files orphans`.
#[derive(Debug, Args)]
pub(super) struct Orphans {
    /// Delete them, and the remains of interrupted uploads on disk.
    #[arg(long)]
    delete: bool,
    /// Skip files younger than this, such as 90m, 24h or 7d.
    #[arg(long, value_name = "AGE", default_value = "24h", value_parser = age)]
    older_than: i64,
    /// Do not ask for confirmation.
    #[arg(long)]
    yes: bool,
    /// Print the totals only.
    #[arg(long)]
    quiet: bool,
    /// Print JSON lines: {"name", "size", "modified"} for each file.
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Files,
) -> Result<Outcome, String> {
    match command {
        Files::Copy(copy) => file_copy::execute(config, &copy).await,
        Files::Orphans(orphans) => Box::pin(find_orphans(config, extension, &orphans)).await,
    }
}

async fn find_orphans(
    config: Config,
    extension: Extension,
    orphans: &Orphans,
) -> Result<Outcome, String> {
    let &Orphans { delete, older_than, yes, quiet, json: is_json } = orphans;
    let question = "Delete the files that no object refers to?";
    if delete && !yes && !confirm(question)? {
        return Err("nothing was deleted".to_owned());
    }
    let clock = SystemClock;
    let before = Date::from_millis(clock.now().millis() - older_than);
    let app = match delete {
        true => start::started(config, extension).await?,
        false => start::started_unchanged(config, extension).await?,
    };
    let cx = app.engine.cx(Caller::master());
    let mut is_first = std::io::stdout().is_terminal();
    let tell = |report: &CleanupReport, orphans: &[Listed]| {
        if !quiet {
            let mut out = std::io::stdout().lock();
            for orphan in orphans {
                let Listed { name, size, modified, .. } = orphan;
                let (name, modified) = (name.as_str(), modified.iso());
                let line = match is_json {
                    true => json!({ "name": name, "size": size, "modified": modified }).to_string(),
                    false => format!("{name}\t{size}\t{modified}"),
                };
                if std::mem::take(&mut is_first) && !is_json {
                    let _ = writeln!(out, "NAME\tSIZE\tMODIFIED");
                }
                let _ = writeln!(out, "{line}");
            }
        }
        eprintln!("{} files read, {} orphans found", report.seen, report.orphans);
    };
    let report =
        cleanup(&cx, &app.http.state.files, Cleanup { deletes: delete, before }, tell).await;
    let report = report.map_err(|error| chain(&error))?;
    eprintln!("{}", summary(&report, delete));
    Ok(Outcome::Done)
}

fn summary(report: &CleanupReport, is_deleting: bool) -> String {
    let CleanupReport { seen, young, orphans, bytes, deleted, unfinished } = report;
    let found = format!(
        "{seen} files: {orphans} that no object refers to ({bytes} bytes), {young} too young to say"
    );
    if is_deleting {
        format!("{found}; deleted {deleted}, and {unfinished} unfinished uploads")
    } else {
        format!("{found}; nothing was deleted, --delete does that")
    }
}

/// An age such as `24h`, in milliseconds.
fn age(text: &str) -> Result<i64, String> {
    duration_with_unit(text).ok_or_else(|| {
        format!("invalid age \"{text}\": expected a number and a unit, such as 90m, 24h or 7d")
    })
}
