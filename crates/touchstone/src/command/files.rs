//! `touchstone files`: what an operator does with files from a shell.

use std::io::Write;

use clap::Subcommand;
use parse_engine::file::{Cleanup, CleanupReport, cleanup};
use parse_engine::{Clock, Extension, SystemClock};
use parse_files::Listed;
use parse_identity::Caller;
use parse_model::Date;
use telemetry::error_chain::chain;

use super::Outcome;
use crate::config::Config;
use crate::start;

/// What can be done with files.
#[derive(Debug, Subcommand)]
pub(super) enum Files {
    /// Find the files that no object refers to. Without --delete it only says which.
    Orphans {
        /// Delete them, and what cut-off uploads have left on disk.
        #[arg(long)]
        delete: bool,
        /// Leave files alone that are younger than this: 90m, 24h, 7d.
        #[arg(long, value_name = "AGE", default_value = "24h", value_parser = age)]
        older_than: i64,
        /// Say how many there are, without their names.
        #[arg(long)]
        quiet: bool,
    },
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Files,
) -> Result<Outcome, String> {
    let Files::Orphans { delete, older_than, quiet } = command;
    let clock = SystemClock;
    let before = Date::from_millis(clock.now().millis() - older_than);
    let app = start::started(config, extension).await?;
    let cx = app.engine.cx(Caller::master());
    let tell = |report: &CleanupReport, orphans: &[Listed]| {
        if !quiet {
            let mut out = std::io::stdout().lock();
            for orphan in orphans {
                let _ =
                    writeln!(out, "{}\t{}\t{}", orphan.name, orphan.size, orphan.modified.iso());
            }
        }
        eprintln!("looked at {} files, found {} orphans", report.seen, report.orphans);
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
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: i64 = match &text[number.len()..] {
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        "d" => 24 * 60 * 60 * 1000,
        _ => return Err("expected an age such as 90m, 24h or 7d".to_owned()),
    };
    let number: i64 = number.parse().map_err(|_| "expected an age such as 24h".to_owned())?;
    number.checked_mul(unit).filter(|age| *age >= 0).ok_or_else(|| "that is no age".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_units() {
        assert_eq!(age("90m"), Ok(5_400_000));
        assert_eq!(age("24h"), Ok(86_400_000));
        assert_eq!(age("7d"), Ok(604_800_000));
        for bad in ["", "7", "h", "-1h", "1w", "99999999999999999d"] {
            assert!(age(bad).is_err(), "{bad}");
        }
    }
}
