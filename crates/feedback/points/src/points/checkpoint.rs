//! Checkpoints: the head of a season's ledger at a point in time, published so that anyone can
//! store it.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::command_context::CommandContext;

/// Writes a checkpoint at the end of a season's ledger, unless there is one, and returns the hash.
///
/// The head is locked until the transaction ends, so nothing is appended meanwhile.
pub async fn write(ctx: &CommandContext, season: u32) -> Result<String, Error> {
    let made = Sql::fixed(
        "insert into _touchstone.ledger_head (season) values ($1::int8) on conflict do nothing",
        [Bind::from(i64::from(season))],
    );
    ctx.execute(&made).await?;
    let head = Sql::fixed(
        "select to_jsonb(hash) from _touchstone.ledger_head where season = $1::int8 for update",
        [Bind::from(i64::from(season))],
    );
    let hash: String = ctx.row(&head).await?.unwrap_or_default();
    let sql = Sql::fixed(
        r#"insert into "LedgerCheckpoint" ("objectId", "createdAt", "updatedAt", "season", "seq", "hash", "entries", "sum",
            "at", "_rperm", "_wperm")
        select $2::text, $3::timestamptz, $3::timestamptz, head.season, head.seq, head.hash, head.seq,
            coalesce((select sum("amount") from "PointsEntry" where "season" = head.season), 0), $3::timestamptz, '{*}', '{}'
        from _touchstone.ledger_head head where head.season = $1::int8 and head.seq > 0
        on conflict ("season", "seq") do nothing"#,
        [Bind::from(i64::from(season)), ctx.new_id().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    Ok(hash)
}
