//! `touchstone verify <season file>`: every hash, standing, amount and the root, recomputed from the
//! file alone, without settings and without a database.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::str::FromStr;

use feedback_model::ledger::Hash;
use payout::season_file::{Outside, Verified, verify};
use payout::{B256, decimal};
use serde_json::json;

use super::Outcome;
use super::outcome::print;

/// A checkpoint that was kept elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct KeptCheckpoint(u64, Hash);

impl FromStr for KeptCheckpoint {
    type Err = String;

    fn from_str(text: &str) -> Result<KeptCheckpoint, String> {
        let wrong = || "a checkpoint is the number of an entry, a colon and its hash".to_owned();
        let (seq, hash) = text.split_once(':').ok_or_else(wrong)?;
        let hash = Hash::parse(&hash.to_ascii_lowercase()).ok_or_else(wrong)?;
        Ok(KeptCheckpoint(seq.parse().map_err(|_| wrong())?, hash))
    }
}

/// A root that is known from elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownRoot(B256);

impl FromStr for KnownRoot {
    type Err = String;

    fn from_str(text: &str) -> Result<KnownRoot, String> {
        let root = text.parse().map_err(|_| "a root is 0x and 64 hexadecimal digits".to_owned())?;
        Ok(KnownRoot(root))
    }
}

/// A season file to be verified.
#[derive(Debug)]
pub(super) struct SeasonFile {
    pub(super) path: PathBuf,
    pub(super) checkpoints: Vec<KeptCheckpoint>,
    pub(super) root: Option<KnownRoot>,
    pub(super) is_json: bool,
    pub(super) is_quiet: bool,
}

impl SeasonFile {
    /// Recomputes it and prints what is wrong. The process then ends with 3.
    pub(super) fn verify(self) -> Result<Outcome, String> {
        let file = File::open(&self.path)
            .map_err(|error| format!("{} cannot be read: {error}", self.path.display()))?;
        let outside = Outside {
            checkpoints: self.checkpoints.iter().map(|kept| (kept.0, kept.1)).collect(),
            root: self.root.map(|root| root.0),
        };
        match verify(BufReader::new(file), &outside) {
            Ok(found) => {
                if self.is_json {
                    print(&format!("{}\n", as_json(&found)))?;
                } else if !self.is_quiet {
                    print(&self.report(&found))?;
                }
                Ok(Outcome::Done)
            }
            Err(broken) => {
                if self.is_json {
                    let told =
                        json!({ "ok": false, "line": broken.line, "problem": broken.problem });
                    print(&format!("{told}\n"))?;
                }
                eprintln!("{} does not hold: {broken}", self.path.display());
                Ok(Outcome::Found)
            }
        }
    }

    fn report(&self, found: &Verified) -> String {
        let season = &found.season;
        let mut lines = vec![
            format!(
                "ledger     season {}, {} entries, {} checkpoints, last hash {}",
                season.number, season.entries, found.checkpoints, season.final_hash
            ),
            format!("standings  {} people", found.standings),
        ];
        match &found.payout {
            Some(payout) => {
                let tokens = |amount| decimal::whole_tokens(amount, payout.token.decimals);
                lines.push(format!(
                    "amounts    {} people, sum {} of {} {}",
                    payout.leaf_count,
                    tokens(payout.sum),
                    tokens(payout.pool),
                    payout.token.symbol
                ));
                lines.push(format!("root       {}", payout.root));
            }
            None => lines.push("no payout".to_owned()),
        }
        lines.push(format!("file       SHA-256 {}", found.sha256));
        lines.push(match (self.checkpoints.len(), self.root) {
            (0, None) => "Everything holds within the file. Give --checkpoint or --root to compare it with what you know from elsewhere.".to_owned(),
            (checkpoints, root) => format!(
                "Everything holds, also compared with {checkpoints} kept checkpoints and {}.",
                if root.is_some() { "a known root" } else { "no root" }
            ),
        });
        lines.join("\n") + "\n"
    }
}

fn as_json(found: &Verified) -> serde_json::Value {
    let payout = found.payout.as_ref();
    json!({
        "ok": true, "season": found.season.number, "entries": found.season.entries, "finalHash": found.season.final_hash,
        "checkpoints": found.checkpoints, "standings": found.standings, "sha256": found.sha256,
        "leafCount": payout.map(|payout| payout.leaf_count), "sum": payout.map(|payout| payout.sum.to_string()),
        "root": payout.map(|payout| &payout.root),
    })
}
