//! Appends to the ledger.
//!
//! A writer locks the heads of its seasons until the transaction ends, so positions have no gaps,
//! and standings equal the sums of the ledger at every commit.

use std::collections::{BTreeMap, BTreeSet};

use feedback_model::IssueId;
use feedback_model::ledger::{Draft, Entry, Hash, Head, Salt};
use parse_engine::{Cx, Error};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::{Posted, loss_events};
use feedback_core::command_context::CommandContext;
use feedback_core::table::execute;
use feedback_core::wakes::Queue;

/// An entry to append, and its issue.
#[derive(Debug, Clone)]
pub(crate) struct Posting {
    pub draft: Draft,
    pub issue: Option<IssueId>,
}

#[derive(Deserialize)]
struct HeadRow {
    season: u32,
    seq: u64,
    hash: Hash,
    salt: Salt,
    /// Keys that were written before.
    known: Vec<String>,
}

/// Appends entries in order. An entry with a key that was written before is skipped.
pub(crate) async fn post(
    ctx: &CommandContext,
    postings: Vec<Posting>,
) -> Result<Vec<Posted>, Error> {
    if postings.is_empty() {
        return Ok(Vec::new());
    }
    let (mut heads, known) = lock_heads(ctx, &postings).await?;
    let mut entries = Vec::new();
    let (mut rows, mut issues) = (Vec::new(), Vec::new());
    for posting in postings {
        if known.contains(&posting.draft.idem_key) {
            continue;
        }
        // Every season of the entries has a head by now.
        let Some(head) = heads.get_mut(&posting.draft.season) else { continue };
        let entry = head.append(posting.draft);
        let mut row = row(&entry, posting.issue.as_ref())?;
        row["objectId"] = ctx.new_id().into();
        rows.push(row);
        entries.push(entry);
        issues.push(posting.issue);
    }
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    insert(ctx.cx(), rows).await?;
    recount(ctx, &entries).await?;
    loss_events::append_loss_events(ctx, &entries, &issues).await?;
    ctx.invalidate_lists_on_commit();
    ctx.wake_on_commit(Queue::LiveTotals);
    Ok(entries.iter().map(Posted::from).collect())
}

/// Locks the heads, in ascending order of the seasons, until the transaction ends, and finds the
/// keys that were written before. The writer of a key has locked its person, so none can be added
/// while this waits for a head.
async fn lock_heads(
    ctx: &CommandContext,
    postings: &[Posting],
) -> Result<(BTreeMap<u32, Head>, BTreeSet<String>), Error> {
    let seasons: BTreeSet<u32> = postings.iter().map(|posting| posting.draft.season).collect();
    let numbers = Bind::Numbers(seasons.iter().copied().map(f64::from).collect());
    let keys: Vec<String> = postings.iter().map(|posting| posting.draft.idem_key.clone()).collect();
    let lock = Sql::fixed(
        r#"select jsonb_build_object('season', season, 'seq', seq, 'hash', hash, 'salt', salt, 'known', (
            select coalesce(jsonb_agg("idemKey"), '[]') from "PointsEntry" where "idemKey" = any($2::text[])))
        from _touchstone.ledger_head where season = any($1::float8[]::int[]) order by season for update"#,
        [numbers.clone(), keys.into()],
    );
    let mut rows: Vec<HeadRow> = ctx.rows(&lock).await?;
    if rows.len() < seasons.len() {
        let made = Sql::fixed(
            "insert into _touchstone.ledger_head (season)
            select number::int from unnest($1::float8[]) number on conflict do nothing",
            [numbers],
        );
        ctx.execute(&made).await?;
        rows = ctx.rows(&lock).await?;
    }
    let known = rows.iter().flat_map(|row| row.known.iter().cloned()).collect();
    let head = |row: HeadRow| (row.season, Head { seq: row.seq, hash: row.hash, salt: row.salt });
    Ok((rows.into_iter().map(head).collect(), known))
}

/// An entry as a row without an id.
pub fn row(entry: &Entry, issue: Option<&IssueId>) -> Result<Json, Error> {
    let written = serde_json::to_value(entry);
    let mut row = written.map_err(|error| Error::Failed {
        doing: "writing an entry of the ledger",
        source: Box::new(error),
    })?;
    row["issue"] = json!(issue);
    Ok(row)
}

/// Inserts rows in the order of their positions.
pub async fn insert(cx: &Cx, rows: Vec<Json>) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into "PointsEntry" ("objectId", "createdAt", "updatedAt", "season", "seq", "user", "personId", "amount",
            "kind", "rule", "ruleSet", "sourceType", "sourceId", "issue", "idemKey", "reversalOf", "provisional", "reason",
            "explain", "actor", "at", "prevHash", "hash", "_rperm", "_wperm")
        select entry."objectId", $2::timestamptz, $2::timestamptz, entry."season", entry."seq", entry."user", entry."personId",
            entry."amount", entry."kind", entry."rule", entry."ruleSet", entry."sourceType", entry."sourceId", entry."issue",
            entry."idemKey", entry."reversalOf", entry."provisional", entry."reason", entry."explain", entry."actor",
            _touchstone.from_millis(entry."at"), entry."prevHash", entry."hash",
            array[entry."user", 'role:administrators'], '{}'
        from jsonb_to_recordset($1::jsonb) as entry("objectId" text, "season" float8, "seq" float8, "user" text,
            "personId" text, "amount" float8, "kind" text, "rule" text, "ruleSet" float8, "sourceType" text, "sourceId" text,
            "issue" text, "idemKey" text, "reversalOf" float8, "provisional" bool, "reason" text, "explain" jsonb,
            "actor" text, "at" int8, "prevHash" text, "hash" text)
        order by entry."season", entry."seq""#,
        [Bind::from(Json::Array(rows)), cx.now().into()],
    );
    execute(cx.db(), &sql).await.map(drop)
}

/// Updates the standings of all persons of these entries.
async fn recount(ctx: &CommandContext, entries: &[Entry]) -> Result<(), Error> {
    let mut persons: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for entry in entries {
        let person = entry.draft.person.as_str().to_owned();
        persons.entry(entry.draft.season).or_default().insert(person);
    }
    for (season, persons) in persons {
        let sql = Sql::fixed(
            "select _touchstone.recount_standings($1::int8::int, $2::text[], $3::timestamptz)",
            [
                i64::from(season).into(),
                Bind::from(persons.into_iter().collect::<Vec<String>>()),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}
