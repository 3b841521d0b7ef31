//! `touchstone doctor`: what is wrong with a server and what it stands on, and what to do.

use std::io::Write;

use clap::Args;
use parse_blobs::Storage;
use parse_engine::{Clock, Extension, SystemClock};
use serde_json::json;

use super::Outcome;
use crate::config::Config;
use crate::doctor::{Finding, Severity, examined};

/// How problems are printed.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// Print JSON: {"findings": [{"severity", "about", "what", "why", "advice"}]}.
    #[arg(long)]
    json: bool,
}

/// Carries the command out. The exit code is 3 if a finding is wrong.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    doctor: Doctor,
) -> Result<Outcome, String> {
    outbound::tls::install();
    let storage = Storage::open(&config.files.place)
        .map_err(|error| format!("the place of files cannot be opened: {error}"))?;
    let now = SystemClock.now().millis();
    let examined = examined(&config, &storage, extension.migrations(), now);
    let mut found = Box::pin(examined).await;
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let page = match doctor.json {
        true => format!("{}\n", json!({ "findings": found })),
        false => found.iter().map(finding_text).chain([summary(&found)]).collect(),
    };
    std::io::stdout().write_all(page.as_bytes()).map_err(|error| error.to_string())?;
    let is_wrong = found.iter().any(|finding| finding.severity == Severity::Wrong);
    Ok(if is_wrong { Outcome::Found } else { Outcome::Done })
}

fn finding_text(finding: &Finding) -> String {
    let Finding { severity, about, what, why, advice } = finding;
    let mark = match severity {
        Severity::Wrong => "wrong ",
        Severity::Advice => "advice",
    };
    format!("{mark}  {about}: {what}\n        why: {why}\n        do:  {advice}\n")
}

fn summary(found: &[Finding]) -> String {
    let wrong = found.iter().filter(|finding| finding.severity == Severity::Wrong).count();
    match (wrong, found.len() - wrong) {
        (0, 0) => "nothing was found\n".to_owned(),
        (wrong, advice) => format!("{wrong} wrong, {advice} to think about\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_says_what_why_and_what_to_do() {
        let found = [Finding::wrong("clock", "it is late", "sessions end early", "set it")];
        assert_eq!(
            finding_text(&found[0]),
            "wrong   clock: it is late\n        why: sessions end early\n        do:  set it\n"
        );
        assert_eq!(summary(&found), "1 wrong, 0 to think about\n");
        assert_eq!(summary(&[]), "nothing was found\n");
    }
}
