//! `touchstone verify`: the ledgers and every promise, counted again; or a backup, read through; or
//! a season file, recomputed.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use feedback::recount::{Contradiction, LedgerRecount, contradictions, ledgers};
use parse_store::snapshot::Snapshot;
use serde_json::json;
use telemetry::error_chain::chain;

use super::Outcome;
use super::season_file::{KeptCheckpoint, KnownRoot, SeasonFile};
use crate::backup::{Destination, IfMissing, Manifest, Programs, Progress, Tools, check};
use crate::config::Config;

/// How many contradictions of one invariant are printed.
const MOST: usize = 20;

/// What is verified.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// A season file, or a folder or bucket of backups. Default: the database.
    #[arg(value_name = "SOURCE")]
    backup: Option<String>,
    /// The name of the backup. Default: the newest.
    #[arg(long, value_name = "NAME", requires = "backup")]
    at: Option<String>,
    /// A checkpoint of the season that you kept: the number of an entry and its hash.
    #[arg(long, value_name = "SEQ:HASH", requires = "backup")]
    checkpoint: Vec<KeptCheckpoint>,
    /// The Merkle root that the paying contract holds.
    #[arg(long, value_name = "HASH", requires = "backup")]
    root: Option<KnownRoot>,
    #[command(flatten)]
    tools: Tools,
    /// Print JSON: {"ledgers", "contradictions"}, or {"backup", "whole", "missingFiles"} for a backup.
    #[arg(long)]
    json: bool,
    /// Print problems only.
    #[arg(long)]
    quiet: bool,
}

impl Verify {
    /// The season file that is meant, if one is. It is checked without settings.
    pub(super) fn season_file(&self) -> Option<SeasonFile> {
        let path = PathBuf::from(self.backup.as_deref()?);
        path.is_file().then(|| SeasonFile {
            path,
            checkpoints: self.checkpoint.clone(),
            root: self.root,
            is_json: self.json,
            is_quiet: self.quiet,
        })
    }
}

/// Carries the command out. The exit code is 3 if there are problems.
pub(super) async fn execute(config: Config, verify: Verify) -> Result<Outcome, String> {
    outbound::tls::install();
    if verify.root.is_some() || !verify.checkpoint.is_empty() {
        return Err(
            "--checkpoint and --root are for a season file, and there is no such file".to_owned()
        );
    }
    let mut progress = Progress::new(verify.quiet);
    if let Some(backup) = &verify.backup {
        let place = Destination::open(backup, &config.files.backups, IfMissing::Refuse)?;
        let name = place.chosen(verify.at.as_deref()).await?;
        let found = checked(&verify.tools.on(&config.store)?, &place, &name, &mut progress).await?;
        let missing = found.as_ref().map(|manifest| &manifest.files);
        if verify.json {
            let missing = missing.map_or(0, |files| files.missing.len());
            let answer =
                json!({ "backup": name, "whole": found.is_some(), "missingFiles": missing });
            writeln!(std::io::stdout(), "{answer}").map_err(|error| error.to_string())?;
        }
        if let Some(problem) = found.as_ref().and_then(|manifest| manifest.files.problem()) {
            eprintln!("{problem}");
            return Ok(Outcome::Found);
        }
        return Ok(if found.is_some() { Outcome::Done } else { Outcome::Found });
    }
    if !config.is_product {
        return Err("the profile parse has no ledgers; name a backup to have it checked".to_owned());
    }
    let began = Instant::now();
    let snapshot = Snapshot::take(&config.store, None).await.map_err(|error| chain(&error))?;
    let unreadable = |error| {
        let reason = chain(&error);
        format!("{reason}. If this database is of an older version, run `touchstone migrate` first")
    };
    let ledgers = ledgers(&snapshot).await.map_err(unreadable)?;
    let rule = |rule: &str| progress.at(|| rule.to_owned());
    let broken = contradictions(&snapshot, MOST, rule).await.map_err(unreadable)?;
    if verify.json {
        let answer = json!({ "ledgers": ledgers, "contradictions": broken });
        writeln!(std::io::stdout(), "{answer}").map_err(|error| error.to_string())?;
    }
    for line in report(&ledgers, &broken) {
        progress.part(&line);
    }
    let wrong = problems(&ledgers, &broken);
    if wrong.is_empty() {
        progress.part(&format!(
            "everything holds: {} entries and every promise in {:.1} s",
            ledgers.iter().map(|ledger| ledger.entries).sum::<u64>(),
            began.elapsed().as_secs_f32()
        ));
        return Ok(Outcome::Done);
    }
    for line in wrong {
        eprintln!("{line}");
    }
    Ok(Outcome::Found)
}

/// Reads a backup through. `None` if it is damaged, which is printed then.
pub(super) async fn checked(
    programs: &Programs,
    place: &Destination,
    name: &str,
    progress: &mut Progress,
) -> Result<Option<Manifest>, String> {
    match check(programs, place, name, progress).await? {
        Ok(manifest) => Ok(Some(manifest)),
        Err(damaged) => {
            eprintln!("the backup {name} is damaged and must not be used:");
            damaged.iter().for_each(|what| eprintln!("{what}"));
            Ok(None)
        }
    }
}

fn named(ledger: &LedgerRecount) -> String {
    match ledger.end.season {
        Some(season) => format!("points, season {season}"),
        None => "record of administrators".to_owned(),
    }
}

fn report(ledgers: &[LedgerRecount], broken: &[Contradiction]) -> Vec<String> {
    let holds = ledgers.iter().filter(|ledger| ledger.broken.is_none()).map(|ledger| {
        let head = ledger.end.hash.get(..16).unwrap_or_default();
        format!("{}: {} entries hold, the last is {head}…", named(ledger), ledger.entries)
    });
    let mut lines: Vec<String> = holds.collect();
    if broken.is_empty() {
        lines.push("every promise holds".to_owned());
    }
    lines
}

fn problems(ledgers: &[LedgerRecount], broken: &[Contradiction]) -> Vec<String> {
    let of_ledgers = ledgers.iter().filter_map(|ledger| {
        let problem = ledger.broken.as_ref()?;
        Some(format!("{} breaks after {} entries: {problem}", named(ledger), ledger.entries))
    });
    let of_promises =
        broken.iter().map(|one| format!("not true: {} ({} of {})", one.rule, one.what, one.of));
    of_ledgers.chain(of_promises).collect()
}
