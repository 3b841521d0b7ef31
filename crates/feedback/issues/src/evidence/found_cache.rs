//! Caches the answers of nodes about transactions, so that a final transaction is not looked up
//! again and errors can be decoded later.

use std::str::FromStr;

use alloy_primitives::Address;
use chain::found::TraceKind;
use chain::tried::Tried;
use chain::{Found, LimitCheck};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::record::TxId;
use feedback_core::command_context::CommandContext;

/// The largest answer to store, in bytes. A larger one is requested again.
const LONGEST: usize = 512 * 1024;

/// The answers of RPC endpoints, as they are stored.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredTransaction {
    chain_id: u64,
    transaction: Json,
    receipt: Option<Json>,
    block: Option<Json>,
    trace: Option<(String, Json)>,
    tokens: Vec<(String, String, u8)>,
    /// One for each block of a quote: users may have had different quotes.
    #[serde(default)]
    limit_checks: Vec<LimitCheck>,
    #[serde(default)]
    tried: Option<Tried>,
    head_lag_blocks: Option<u64>,
}

fn trace_key(kind: TraceKind) -> &'static str {
    match kind {
        TraceKind::DebugCallTracer => "debug",
        TraceKind::TraceTransaction => "trace",
        TraceKind::CallAtParent => "call",
    }
}

fn trace_kind(key: &str) -> Option<TraceKind> {
    let kinds = [TraceKind::DebugCallTracer, TraceKind::TraceTransaction, TraceKind::CallAtParent];
    kinds.into_iter().find(|kind| trace_key(*kind) == key)
}

impl StoredTransaction {
    fn of(found: &Found, limit_checks: &[LimitCheck]) -> StoredTransaction {
        let found = found.clone();
        let token = |(address, symbol, decimals)| (format!("{address:#x}"), symbol, decimals);
        StoredTransaction {
            chain_id: found.chain_id,
            transaction: found.transaction,
            receipt: found.receipt,
            block: found.block,
            trace: found.trace.map(|(kind, trace)| (trace_key(kind).to_owned(), trace)),
            tokens: found.tokens.into_iter().map(token).collect(),
            limit_checks: limit_checks.to_vec(),
            tried: found.tried,
            head_lag_blocks: found.head_lag_blocks,
        }
    }

    fn found(self) -> Found {
        let token = |(address, symbol, decimals): (String, String, u8)| {
            Some((Address::from_str(&address).ok()?, symbol, decimals))
        };
        Found {
            chain_id: self.chain_id,
            transaction: self.transaction,
            receipt: self.receipt,
            block: self.block,
            trace: self.trace.and_then(|(key, trace)| Some((trace_kind(&key)?, trace))),
            tokens: self.tokens.into_iter().filter_map(token).collect(),
            limit_check: None,
            tried: self.tried,
            head_lag_blocks: self.head_lag_blocks,
        }
    }
}

/// A cached transaction.
#[derive(Debug)]
pub(super) struct CachedTransaction {
    pub(super) found: Found,
    /// Whether its limit was within reach, by the block of a quote.
    pub(super) limit_checks: Vec<LimitCheck>,
    /// Whether it is final.
    pub(super) is_final: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    found: StoredTransaction,
    is_final: bool,
}

/// The cached answers about a transaction.
pub(super) async fn read(
    ctx: &CommandContext,
    tx: &TxId<'_>,
) -> Result<Option<CachedTransaction>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('found', found, 'isFinal', is_final) from _touchstone.found_transaction
        where network = $1::text and hash = $2::text",
        [Bind::from(tx.network), tx.hash.into()],
    );
    let row = ctx.row::<Row>(&sql).await?;
    Ok(row.map(|Row { found, is_final }| {
        let limit_checks = found.limit_checks.clone();
        CachedTransaction { found: found.found(), limit_checks, is_final }
    }))
}

/// Stores the answers about a transaction, unless they are too large.
pub(super) async fn write(
    ctx: &CommandContext,
    tx: &TxId<'_>,
    found: &Found,
    limit_checks: &[LimitCheck],
    is_final: bool,
) -> Result<(), Error> {
    let stored = StoredTransaction::of(found, limit_checks);
    let Ok(stored) = serde_json::to_value(stored) else { return Ok(()) };
    if stored.to_string().len() > LONGEST {
        return forget(ctx, tx).await;
    }
    let sql = Sql::fixed(
        "insert into _touchstone.found_transaction (network, hash, found, is_final, at)
        values ($1::text, $2::text, $3::jsonb, $4::bool, $5::timestamptz)
        on conflict (network, hash) do update set found = excluded.found, is_final = excluded.is_final, at = excluded.at",
        [Bind::from(tx.network), tx.hash.into(), stored.into(), is_final.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Adds what would have made a transaction pass.
pub(super) async fn write_tried(
    ctx: &CommandContext,
    tx: &TxId<'_>,
    tried: &Tried,
) -> Result<(), Error> {
    let Ok(tried) = serde_json::to_value(tried) else { return Ok(()) };
    let sql = Sql::fixed(
        "update _touchstone.found_transaction set found = jsonb_set(found, '{tried}', $3::jsonb)
        where network = $1::text and hash = $2::text",
        [Bind::from(tx.network), tx.hash.into(), tried.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Adds what the endpoints said about the limit of a transaction.
pub(super) async fn write_limit_checks(
    ctx: &CommandContext,
    tx: &TxId<'_>,
    checks: &[LimitCheck],
) -> Result<(), Error> {
    let Ok(checks) = serde_json::to_value(checks) else { return Ok(()) };
    let sql = Sql::fixed(
        "update _touchstone.found_transaction set found = jsonb_set(found, '{limitChecks}', $3::jsonb)
        where network = $1::text and hash = $2::text",
        [Bind::from(tx.network), tx.hash.into(), checks.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Marks a transaction as final.
pub(super) async fn finalise(ctx: &CommandContext, tx: &TxId<'_>) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.found_transaction set is_final = true where network = $1::text and hash = $2::text",
        [Bind::from(tx.network), tx.hash.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Deletes a transaction that has changed.
pub(super) async fn forget(ctx: &CommandContext, tx: &TxId<'_>) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.found_transaction where network = $1::text and hash = $2::text",
        [Bind::from(tx.network), tx.hash.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chain::tried::Question;
    use chain::{Amount, LimitOutcome, PoolChanges};
    use serde_json::json;

    #[test]
    fn what_nodes_said_is_read_back_as_it_was() {
        let found = Found {
            chain_id: 7,
            transaction: json!({ "hash": "0x1" }),
            receipt: Some(json!({ "status": "0x0" })),
            trace: Some((TraceKind::TraceTransaction, json!([1, 2]))),
            tokens: vec![(Address::repeat_byte(9), "USDC".to_owned(), 6)],
            tried: Some(Tried::untried(Question::Limits)),
            ..Found::default()
        };
        let checks = [7, 8].map(|from_block| LimitCheck {
            from_block,
            outcome: LimitOutcome::Missed,
            amount: Some(Amount::from(5)),
            changes: Some(PoolChanges { swaps: 1, others: 0 }),
        });
        let stored = StoredTransaction::of(&found, &checks);
        let stored = serde_json::to_value(stored).expect("a document");
        let read = serde_json::from_value::<StoredTransaction>(stored).expect("what was kept");
        assert_eq!(read.limit_checks, checks);
        assert_eq!(format!("{:?}", read.found()), format!("{found:?}"));
    }
}
