//! The season file in parts. Each part is read separately, so the whole file is never held in
//! memory.

use feedback_model::ledger::{Entry, PublicEntry};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use payout::decimal;
use payout::season_file::line::{
    CheckpointLine, FORMAT, LeafLine, Line, PayeeLine, SeasonLine, StandingLine,
};

use super::payees::ClosedSeason;
use super::stored::{Export, Payee, payees_sql};
use feedback_core::command_context::CommandContext;

/// Lines of a part.
const LINES: usize = 1000;

/// A part of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeasonChunk {
    /// The season and its first entries, or the entries after a position.
    Entries(usize),
    /// Standings after a position.
    Standings(usize),
    /// The rules of the payout and the first payees, or the payees after a position.
    Payees(usize),
    /// Leaves from an index on.
    Leaves(usize),
    /// The last line.
    End,
}

/// The parts of a season's file.
pub(super) fn pieces(season: &ClosedSeason, export: &Export) -> Vec<SeasonChunk> {
    let steps = |count: usize| (0..count.max(1)).step_by(LINES);
    let entries = usize::try_from(season.entries).unwrap_or(usize::MAX);
    let mut pieces: Vec<SeasonChunk> = steps(entries).map(SeasonChunk::Entries).collect();
    pieces.extend(steps(export.people).map(SeasonChunk::Standings));
    pieces.extend(steps(export.people).map(SeasonChunk::Payees));
    pieces.extend(steps(export.leaf_count).map(SeasonChunk::Leaves));
    pieces.push(SeasonChunk::End);
    pieces
}

/// The text of a part. That of the end is stored.
pub(super) async fn text(
    ctx: &CommandContext,
    season: &ClosedSeason,
    export: &Export,
    piece: SeasonChunk,
) -> Result<String, Error> {
    match piece {
        SeasonChunk::Entries(after) => entries(ctx, season, after).await,
        SeasonChunk::Standings(after) => {
            let payees = payees(ctx, export, after).await?;
            Ok(payees.iter().map(|payee| standing(season, payee).text).collect())
        }
        SeasonChunk::Payees(after) => {
            let mut text = String::new();
            if after == 0 {
                text.push_str(&Line::of("payout", &export.line()?).text);
            }
            let payees = payees(ctx, export, after).await?;
            text.extend(payees.iter().map(|payee| decision(season, payee).text));
            Ok(text)
        }
        SeasonChunk::Leaves(first) => {
            let leaves = leaves(ctx, export, first, LINES).await?;
            Ok(leaves
                .iter()
                .filter_map(|payee| leaf(season, payee))
                .map(|line| line.text)
                .collect())
        }
        SeasonChunk::End => Ok(super::stored::source(ctx, &export.id).await?.end_line),
    }
}

async fn entries(
    ctx: &CommandContext,
    season: &ClosedSeason,
    after: usize,
) -> Result<String, Error> {
    let mut text = String::new();
    if after == 0 {
        let line = SeasonLine {
            format: FORMAT.to_owned(),
            number: season.number,
            name: season.name.clone(),
            starts_at: season.starts_at,
            ends_at: season.ends_at,
            entries: season.entries,
            sum: season.sum,
            final_hash: feedback_model::ledger::Hash::parse(season.hash())
                .unwrap_or(feedback_model::ledger::Hash::ZERO),
        };
        text.push_str(&Line::of("season", &line).text);
    }
    let range = || {
        let last = i64::try_from(after + LINES).unwrap_or(i64::MAX);
        [Bind::from(f64::from(season.number)), Bind::Int(after as i64), Bind::Int(last)]
    };
    let entries: Vec<Entry> = ctx.rows(&Sql::fixed(ENTRIES, range())).await?;
    let checkpoints: Vec<CheckpointLine> = ctx.rows(&Sql::fixed(CHECKPOINTS, range())).await?;
    let mut due = checkpoints.iter().peekable();
    for entry in &entries {
        text.push_str(&Line::of("entry", &PublicEntry::of(entry, season.salt())).text);
        while let Some(kept) = due.next_if(|kept| kept.seq == entry.seq) {
            text.push_str(&Line::of("checkpoint", kept).text);
        }
    }
    Ok(text)
}

const ENTRIES: &str = r#"select _touchstone.ledger_entry(e) from "PointsEntry" e
where e."season" = $1::float8 and e."seq" > $2::int8 and e."seq" <= $3::int8 order by e."seq""#;

const CHECKPOINTS: &str = r#"select jsonb_build_object('season', "season"::int, 'seq', "seq"::bigint, 'hash', "hash", 'entries', "entries"::bigint,
    'sum', "sum"::bigint, 'at', _touchstone.in_millis("at"))
from "LedgerCheckpoint" where "season" = $1::float8 and "seq" > $2::int8 and "seq" <= $3::int8 order by "seq""#;

/// Some of the payees, in the order of the standings.
async fn payees(ctx: &CommandContext, export: &Export, after: usize) -> Result<Vec<Payee>, Error> {
    let sql = payees_sql!("p.place > $2::int8 order by p.place limit 1000");
    ctx.rows(&Sql::fixed(sql, [Bind::from(&*export.id), Bind::Int(after as i64)])).await
}

/// This many paid persons, in the order of their indexes.
pub(super) async fn leaves(
    ctx: &CommandContext,
    export: &Export,
    first: usize,
    count: usize,
) -> Result<Vec<Payee>, Error> {
    let sql = payees_sql!("p.leaf_index >= $2::int8 order by p.leaf_index limit $3::int8");
    let binds = [Bind::from(&*export.id), Bind::Int(first as i64), Bind::Int(count as i64)];
    ctx.rows(&Sql::fixed(sql, binds)).await
}

fn standing(season: &ClosedSeason, payee: &Payee) -> Line {
    let line = StandingLine {
        rank: payee.rank,
        eligible: payee.eligible,
        person_id: season.salted(&payee.person),
        total: payee.total,
        high_count: payee.high_count,
        last_seq: payee.last_seq,
    };
    Line::of("standing", &line)
}

fn decision(season: &ClosedSeason, payee: &Payee) -> Line {
    let line = PayeeLine {
        person_id: season.salted(&payee.person),
        decision: payee.decision,
        why: payee.why,
        address: payee.address.clone(),
    };
    Line::of("payee", &line)
}

fn leaf(season: &ClosedSeason, payee: &Payee) -> Option<Line> {
    let line = LeafLine {
        index: payee.leaf_index? as u64,
        person_id: season.salted(&payee.person),
        address: payee.address.clone()?,
        points: payee.total,
        amount: decimal::parse(&payee.amount)?,
    };
    Some(Line::of("leaf", &line))
}
