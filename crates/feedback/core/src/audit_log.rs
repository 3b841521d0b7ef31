//! Reads the audit log.

use async_trait::async_trait;
use parse_engine::{Error, Extension, Search};
use parse_model::{Date, Json};
use parse_store::Sql;
use serde::{Deserialize, Serialize};

use crate::command::{Query, Who, query};
use crate::command_context::CommandContext;
use crate::product_state::ProductState;
use crate::refused::invalid;

/// Entries per page.
const PAGE: usize = 50;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<Audit>(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AuditParams {
    cursor: Option<u32>,
    actor: Option<String>,
    action: Option<String>,
    from: Option<String>,
    to: Option<String>,
    target: Option<String>,
}

#[derive(Serialize)]
struct AuditPage {
    rows: Vec<Json>,
    next: Option<u64>,
    chain: Chain,
}

/// Whether the entries of the page are unchanged, and continue the chain of those before them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chain {
    ok: bool,
    checked_from: Option<u64>,
    checked_to: Option<u64>,
}

#[derive(Deserialize)]
struct Row {
    seq: u64,
    holds: bool,
    shown: Json,
}

struct Audit;

#[async_trait]
impl Query for Audit {
    const NAME: &'static str = "audit";
    const WHO: Who = Who::Administrator;
    type Params = AuditParams;
    type Answer = AuditPage;

    async fn answer(ctx: &CommandContext, params: AuditParams) -> Result<AuditPage, Error> {
        let mut sql = Sql::new(ENTRIES);
        if let Some(before) = params.cursor {
            sql.push(r#" and e."seq" < "#).bind(f64::from(before));
        }
        if let Some(actor) = params.actor {
            sql.push(r#" and (e."actor" = "#).bind(actor.clone());
            sql.push(r#" or e."actorName" = "#).bind(actor).push(")");
        }
        if let Some(words) = params.action {
            // "set severity" finds `issueSetSeverity`, "#12" every action on that issue, and
            // "suspended" the actions that suspended a user.
            let words = words.to_lowercase();
            let together: String = words.split_whitespace().collect();
            sql.push(" and (position(").bind(together).push(r#" in lower(e."action")) > 0"#);
            sql.push(" or position(").bind(words.clone());
            sql.push(r#" in lower(coalesce(e."targetLabel", ''))) > 0"#);
            sql.push(r#" or exists (select from jsonb_each_text("#);
            sql.push(r#"case jsonb_typeof(e."after") when 'object' then e."after" end) became"#);
            sql.push(" where position(").bind(words).push(" in lower(became.value)) > 0))");
        }
        if let Some(target) = params.target {
            sql.push(r#" and (e."targetId" = "#).bind(target.clone());
            sql.push(r#" or e."targetLabel" = "#).bind(target).push(")");
        }
        if let Some(from) = params.from {
            sql.push(r#" and e."at" >= "#).bind(date_of(&from)?);
        }
        if let Some(to) = params.to {
            sql.push(r#" and e."at" <= "#).bind(date_of(&to)?);
        }
        sql.push(r#" order by e."seq" desc limit "#).bind(PAGE as i64 + 1);
        let mut rows: Vec<Row> = ctx.search(&sql, Search::Asked).await?;
        let is_more = rows.len() > PAGE;
        rows.truncate(PAGE);
        let chain = Chain {
            ok: rows.iter().all(|row| row.holds),
            checked_from: rows.last().map(|row| row.seq),
            checked_to: rows.first().map(|row| row.seq),
        };
        let next = rows.last().map(|row| row.seq).filter(|_| is_more);
        Ok(AuditPage { rows: rows.into_iter().map(|row| row.shown).collect(), next, chain })
    }
}

/// A summary of the newest entries.
#[derive(Deserialize)]
pub struct AuditSummary {
    /// The number of the newest entry.
    pub entries: u64,
    /// Whether the newest entries are unchanged.
    pub ok: bool,
}

/// The number of entries, and whether those of the first page are unchanged.
pub async fn summary(ctx: &CommandContext) -> Result<AuditSummary, Error> {
    let mut sql = Sql::new(
        "select jsonb_build_object('entries', coalesce(max((row ->> 'seq')::int8), 0),
            'ok', coalesce(bool_and((row ->> 'holds')::bool), true)) from (",
    );
    sql.push(ENTRIES).push(r#" order by e."seq" desc limit "#).bind(PAGE as i64);
    sql.push(") newest(row)");
    Ok(ctx.row(&sql).await?.unwrap_or(AuditSummary { entries: 0, ok: true }))
}

fn date_of(text: &str) -> Result<Date, Error> {
    Date::parse(text).ok_or_else(|| {
        invalid("MOMENT", "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z.")
    })
}

const ENTRIES: &str = r#"select jsonb_build_object('seq', e."seq",
    'holds', e."hash" = _touchstone.audit_seal(e) and e."prevHash" = coalesce(before."hash", repeat('0', 64)),
    'shown', jsonb_build_object('seq', e."seq", 'at', _touchstone.iso(e."at"),
        'actor', jsonb_build_object('id', e."actor", 'name', e."actorName", 'role', e."actorRole"),
        'action', e."action",
        'target', case when e."targetType" is not null then
            jsonb_build_object('type', e."targetType", 'id', e."targetId", 'label', e."targetLabel") end,
        'before', e."before", 'after', e."after", 'outcome', 'done', 'requestId', null, 'hash', e."hash"))
from "AuditEntry" e left join "AuditEntry" before on before."seq" = e."seq" - 1
where true"#;
