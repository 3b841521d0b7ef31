//! Recomputing a season file: every hash, every standing, every amount and the root.

use std::io::BufRead;

use alloy_primitives::{B256, hex};
use feedback_model::ledger::{Auditor, Hash, Head, PublicEntry};
use feedback_model::standing::Standing;

use super::broken::Broken;
use super::line::{CheckpointLine, EndLine, FORMAT, PayoutLine, SeasonLine, StandingLine};
use super::payout_check::compare_payout;
use super::reader::Reader;
use super::standings::Sums;

/// Values from outside the file, because a forged file can be consistent in itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outside {
    /// Checkpoints: the position of an entry and its hash.
    pub checkpoints: Vec<(u64, Hash)>,
    /// The root in the contract.
    pub root: Option<B256>,
}

/// The verified values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The season.
    pub season: SeasonLine,
    /// How many checkpoints were recomputed.
    pub checkpoints: u64,
    /// How many standings were recomputed.
    pub standings: u64,
    /// The payout, if there was one.
    pub payout: Option<PayoutLine>,
    /// The SHA-256 of the file.
    pub sha256: Hash,
}

/// Recomputes a file.
pub fn verify(from: impl BufRead, outside: &Outside) -> Result<Verified, Broken> {
    let mut reader = Reader::open(from)?;
    let season: SeasonLine = reader.expect("season")?;
    if season.format != FORMAT {
        return Err(Broken::at(1, format!("unknown format: expected {FORMAT}")));
    }
    let Ledger { sums, checkpoints } = ledger(&mut reader, &season, outside)?;
    let standings = sums.standings();
    compare_standings(&mut reader, &standings)?;
    let payout = match reader.next_if("payout")? {
        Some(read) => {
            let (line, payout) = (read.number, read.parse::<PayoutLine>()?);
            compare_payout(&mut reader, line, &payout, &season, &standings)?;
            Some(payout)
        }
        None => None,
    };
    let (lines, before) = reader.so_far();
    let end: EndLine = reader.expect("end")?;
    let at_end = |problem: &str| Broken::at(lines + 1, problem);
    if end.lines != lines || Hash::parse(&hex::encode(before)) != Some(end.sha256) {
        return Err(at_end("the file is not the one that was written"));
    }
    let root = payout.as_ref().map(|payout| payout.root.as_str());
    if outside.root.is_some_and(|known| root != Some(known.to_string().as_str())) {
        return Err(at_end("the root is not the one that is known from elsewhere"));
    }
    let sha256 = Hash::parse(&hex::encode(reader.end()?)).unwrap_or(Hash::ZERO);
    let standings = standings.len() as u64;
    Ok(Verified { season, checkpoints, standings, payout, sha256 })
}

/// The result of reading the entries.
struct Ledger {
    sums: Sums,
    checkpoints: u64,
}

/// Reads the entries and checkpoints.
fn ledger(
    reader: &mut Reader<impl BufRead>,
    season: &SeasonLine,
    outside: &Outside,
) -> Result<Ledger, Broken> {
    let mut auditor = Auditor::begin(season.number, Head::START);
    let mut found = Ledger { sums: Sums::default(), checkpoints: 0 };
    let (mut sum, mut last_checkpoint, mut known) = (0i64, 0, 0);
    while let Some(read) = reader.next_if("entry")? {
        let line = read.number;
        let entry: PublicEntry = read.parse()?;
        auditor
            .take_public(&entry)
            .map_err(|fault| Broken::at(line, format!("entry {}: {fault}", entry.seq)))?;
        sum = sum
            .checked_add(entry.amount)
            .ok_or_else(|| Broken::at(line, "the sum is too large"))?;
        found.sums.take(&entry);
        for (_, hash) in outside.checkpoints.iter().filter(|(seq, _)| *seq == entry.seq) {
            known += 1;
            if *hash != entry.hash {
                let problem = format!("entry {} differs from the given checkpoint", entry.seq);
                return Err(Broken::at(line, problem));
            }
        }
        if let Some(read) = reader.next_if("checkpoint")? {
            let line = read.number;
            let kept: CheckpointLine = read.parse()?;
            let found_here = (season.number, entry.seq, entry.hash, entry.seq, sum);
            if (kept.season, kept.seq, kept.hash, kept.entries, kept.sum) != found_here {
                return Err(Broken::at(line, "the checkpoint is not what a recount gives"));
            }
            found.checkpoints += 1;
            last_checkpoint = entry.seq;
        }
    }
    let head = auditor.head();
    if (season.entries, season.sum, season.final_hash) != (head.seq, sum, head.hash) {
        return Err(Broken::at(1, "the ledger does not end where the season says it does"));
    }
    if last_checkpoint != head.seq {
        return Err(Broken::at(1, "there is no checkpoint at the end of the ledger"));
    }
    if known < outside.checkpoints.len() {
        return Err(Broken::at(1, "the ledger ends before a given checkpoint"));
    }
    Ok(found)
}

/// Checks that all persons with points have the standings that follow from the entries.
fn compare_standings(
    reader: &mut Reader<impl BufRead>,
    standings: &[Standing],
) -> Result<(), Broken> {
    let mut rank = 0;
    for standing in standings {
        let told: StandingLine = reader.expect("standing")?;
        rank += u64::from(told.eligible);
        let expected = StandingLine {
            rank: told.eligible.then_some(rank),
            eligible: told.eligible,
            person_id: standing.person.as_str().to_owned(),
            total: standing.total,
            high_count: standing.high_count,
            last_seq: standing.last_seq,
        };
        if told != expected {
            let line = reader.so_far().0;
            let problem =
                format!("the standing of {} is not what the ledger gives", told.person_id);
            return Err(Broken::at(line, problem));
        }
    }
    match reader.next_if("standing")? {
        Some(more) => Err(Broken::at(more.number, "a person is listed here who has no points")),
        None => Ok(()),
    }
}
