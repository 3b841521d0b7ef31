//! Verifying the ledger of a season, entry by entry.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::ledger::{Entry, Hash, Head, Salt, in_chain};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;

/// Entries read at once.
const PAGE: usize = 5000;

/// The ledger of a season at a point in time.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Checkpoint {
    seq: u64,
    hash: Hash,
    entries: u64,
    sum: i64,
    at: String,
}

/// The result.
#[derive(Debug)]
pub struct LedgerVerification {
    entries: u64,
    sum: i64,
    head: Head,
    /// Whether the chain is complete, every seal is valid, and every checkpoint equals the
    /// recomputed value.
    pub is_sound: bool,
    checkpoints: Vec<Checkpoint>,
}

/// The start of the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifyFrom {
    /// From its first entry.
    Start,
    /// The last checkpoint. The count and the sum of earlier entries must still match it.
    Checkpoint,
}

/// Verifies the ledger of a season.
pub async fn verify(
    ctx: &CommandContext,
    season: u32,
    from: VerifyFrom,
) -> Result<LedgerVerification, Error> {
    let checkpoints = checkpoints(ctx, season).await?;
    let start = Head::start(salt(ctx, season).await?);
    let kept = match from {
        VerifyFrom::Start => None,
        VerifyFrom::Checkpoint => checkpoints.last(),
    };
    let mut found = match kept {
        None => LedgerVerification {
            entries: 0,
            sum: 0,
            head: start,
            is_sound: true,
            checkpoints: Vec::new(),
        },
        Some(kept) => LedgerVerification {
            entries: kept.entries,
            sum: kept.sum,
            head: start.after(kept.seq, kept.hash),
            is_sound: is_as_kept(ctx, season, kept).await?,
            checkpoints: Vec::new(),
        },
    };
    let due: BTreeMap<u64, &Checkpoint> = checkpoints
        .iter()
        .filter(|one| one.seq > found.head.seq)
        .map(|one| (one.seq, one))
        .collect();
    loop {
        let page = page(ctx, season, found.head.seq).await?;
        for entry in &page {
            found.take(season, entry, due.get(&entry.seq).copied());
        }
        if page.len() < PAGE {
            break;
        }
    }
    found.is_sound &= is_end(ctx, season, found.head).await?;
    Ok(LedgerVerification { checkpoints, ..found })
}

impl LedgerVerification {
    fn take(&mut self, season: u32, entry: &Entry, checkpoint: Option<&Checkpoint>) {
        let follows = in_chain(season, self.head, entry).is_ok();
        self.entries += 1;
        self.sum += entry.draft.amount;
        self.head = self.head.after(entry.seq, entry.hash);
        let is_as_kept = checkpoint.is_none_or(|kept| {
            (kept.hash, kept.entries, kept.sum) == (entry.hash, self.entries, self.sum)
        });
        self.is_sound &= follows && is_as_kept;
    }
}

/// The salt of a season. `None` without a ledger.
async fn salt(ctx: &CommandContext, season: u32) -> Result<Salt, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(salt) from _touchstone.ledger_head where season = $1::int8",
        [Bind::from(i64::from(season))],
    );
    Ok(ctx.row(&sql).await?.unwrap_or(Salt::NONE))
}

async fn page(ctx: &CommandContext, season: u32, after: u64) -> Result<Vec<Entry>, Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.ledger_entry(e) from "PointsEntry" e
        where e."season" = $1::float8 and e."seq" > $2::int8 order by e."seq" limit 5000"#,
        [Bind::from(f64::from(season)), Bind::Int(after.cast_signed())],
    );
    ctx.rows(&sql).await
}

async fn checkpoints(ctx: &CommandContext, season: u32) -> Result<Vec<Checkpoint>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('seq', "seq", 'hash', "hash", 'entries', "entries", 'sum', "sum", 'at', _touchstone.iso("at"))
        from "LedgerCheckpoint" where "season" = $1::float8 order by "seq""#,
        [Bind::from(f64::from(season))],
    );
    ctx.rows(&sql).await
}

/// Whether the entries of a checkpoint still have its count, sum and last hash.
async fn is_as_kept(ctx: &CommandContext, season: u32, kept: &Checkpoint) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*) = $3::int8 and coalesce(sum(e."amount"), 0) = $4::int8
            and max(e."hash") filter (where e."seq" = $2::int8) = $5::text)
        from "PointsEntry" e where e."season" = $1::float8 and e."seq" <= $2::int8"#,
        [
            Bind::from(f64::from(season)),
            Bind::Int(kept.seq.cast_signed()),
            Bind::Int(kept.entries.cast_signed()),
            kept.sum.into(),
            kept.hash.to_string().into(),
        ],
    );
    Ok(ctx.row::<Option<bool>>(&sql).await?.flatten() == Some(true))
}

/// Whether the chain ends at the head. Entries may have been appended since.
async fn is_end(ctx: &CommandContext, season: u32, head: Head) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(head.seq >= $2::int8 and (head.seq > $2::int8 or head.hash = $3::text))
        from _touchstone.ledger_head head where head.season = $1::int8",
        [
            Bind::from(i64::from(season)),
            Bind::Int(head.seq.cast_signed()),
            head.hash.to_string().into(),
        ],
    );
    Ok(ctx.row::<bool>(&sql).await?.unwrap_or(head.seq == 0))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LedgerVerifyParams {
    season: u32,
}

pub(crate) struct LedgerVerify;

#[async_trait]
impl Query for LedgerVerify {
    const NAME: &'static str = "ledgerVerify";
    const WHO: Who = Who::Member;
    type Params = LedgerVerifyParams;
    type Answer = Json;

    /// Administrators verify the whole ledger, other users the entries after the last checkpoint.
    async fn answer(ctx: &CommandContext, params: LedgerVerifyParams) -> Result<Json, Error> {
        let from = if ctx.member()?.is_admin { VerifyFrom::Start } else { VerifyFrom::Checkpoint };
        let found = verify(ctx, params.season, from).await?;
        Ok(json!({
            "entries": found.entries, "sum": found.sum, "headHash": found.head.hash, "ok": found.is_sound,
            "whole": from == VerifyFrom::Start, "checkpoints": found.checkpoints,
        }))
    }
}
