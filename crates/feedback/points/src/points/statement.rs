//! The ledger for users: their own entries, and the public list of manual ones.

use async_trait::async_trait;
use feedback_model::ledger::Entry;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::PointsAnswer;
use feedback_core::command::{Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{forbidden, invalid, not_found};

/// Entries per page.
const PAGE: usize = 50;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<PointsMine>(extension, state);
    let extension = query::<PointsBreakdown>(extension, state);
    let extension = query::<ManualEntries>(extension, state);
    query::<super::verify::LedgerVerify>(extension, state)
}

/// An entry with its displayed details.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Line {
    pub entry: Entry,
    at: String,
    issue: Option<u32>,
    is_open: bool,
    is_settled: bool,
    reversed_by: Option<u64>,
    actor: Json,
    person: Json,
}

impl Line {
    /// The form for clients. A provisional entry is final once its issue is settled.
    pub(crate) fn to_json(&self) -> Json {
        let Entry { seq, draft, hash, .. } = &self.entry;
        json!({
            "seq": seq, "season": draft.season, "amount": draft.amount, "kind": draft.kind, "rule": draft.rule,
            "ruleSet": draft.rule_set, "sourceType": draft.source_type, "issue": self.issue,
            "provisional": draft.provisional && !self.is_settled && self.reversed_by.is_none(),
            "reason": draft.reason, "sentence": draft.explain.sentence(), "actor": self.actor, "at": self.at,
            "reversalOf": draft.reversal_of, "reversedBy": self.reversed_by, "hash": hash,
        })
    }

    /// The form of the public list, without issues that are not public.
    fn listed(&self, is_admin: bool) -> Json {
        let mut shown = self.to_json();
        shown["person"] = self.person.clone();
        if !self.is_open && !is_admin {
            shown["issue"] = Json::Null;
        }
        shown
    }
}

/// The start of every statement that reads lines.
pub(crate) const LINES: &str = r#"select jsonb_build_object('entry', _touchstone.ledger_entry(e), 'at', _touchstone.iso(e."at"),
    'issue', i."number", 'isOpen', coalesce(_touchstone.may_read(i."_rperm", '', false), true), 'isSettled', i."settledAt" is not null,
    'reversedBy', (select taken."seq" from "PointsEntry" taken where taken."season" = e."season" and taken."reversalOf" = e."seq"),
    'actor', case when a."objectId" is not null then _touchstone.person(a) end, 'person', _touchstone.shown_person(u))
from "PointsEntry" e left join "Issue" i on i."objectId" = e."issue"
    left join "_User" a on a."objectId" = e."actor" left join "_User" u on u."objectId" = e."user" "#;

/// One entry in the form for clients.
pub(super) async fn entry(ctx: &CommandContext, season: u32, seq: u64) -> Result<Json, Error> {
    let mut sql = Sql::new(LINES);
    sql.push(r#" where e."season" = "#).bind(f64::from(season));
    sql.push(r#" and e."seq" = "#).bind(seq.cast_signed());
    let line: Line = ctx.row(&sql).await?.ok_or_else(not_found)?;
    Ok(line.to_json())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsMineParams {
    /// The user. Default: the caller.
    user: Option<String>,
    season: Option<u32>,
    cursor: Option<String>,
    rule: Option<String>,
}

struct PointsMine;

#[async_trait]
impl Query for PointsMine {
    const NAME: &'static str = "pointsMine";
    const WHO: Who = Who::Member;
    type Params = PointsMineParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<PointsAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: PointsMineParams) -> Result<Json, Error> {
        let season = match params.season {
            Some(season) => season,
            None => ctx.read_rules_and_seasons().await?.default_season(),
        };
        let member = ctx.member()?;
        let user = params.user.as_deref().unwrap_or(&member.id);
        if user != member.id && !member.is_admin {
            return Err(forbidden("Only administrators can read the ledger of other users."));
        }
        let mut sql = Sql::new(LINES);
        sql.push(r#" where e."season" = "#).bind(f64::from(season));
        sql.push(r#" and e."personId" = (select "personId" from "_User" where "objectId" = "#);
        sql.bind(user).push(")");
        if let Some(rule) = &params.rule {
            sql.push(" and (e.rule = ").bind(rule.as_str());
            sql.push(" or split_part(e.rule, '.', 1) = ").bind(rule.as_str()).push(")");
        }
        if let Some(cursor) = &params.cursor {
            sql.push(r#" and e."seq" < "#).bind(place(cursor)?);
        }
        sql.push(r#" order by e."seq" desc limit 51"#);
        let (lines, is_more) = page(ctx, &sql).await?;
        let next = lines.last().filter(|_| is_more).map(|line| line.entry.seq.to_string());
        let entries: Vec<Json> = lines.iter().map(Line::to_json).collect();
        Ok(json!({ "entries": entries, "next": next, "season": season }))
    }
}

/// One page of lines, and whether there are more.
async fn page(ctx: &CommandContext, sql: &Sql) -> Result<(Vec<Line>, bool), Error> {
    let mut lines: Vec<Line> = ctx.rows(sql).await?;
    let is_more = lines.len() > PAGE;
    lines.truncate(PAGE);
    Ok((lines, is_more))
}

fn place(cursor: &str) -> Result<i64, Error> {
    cursor.parse().map_err(|_| invalid("CURSOR", "This page does not exist."))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsBreakdownParams {
    user: String,
    season: Option<u32>,
}

struct PointsBreakdown;

#[async_trait]
impl Query for PointsBreakdown {
    const NAME: &'static str = "pointsBreakdown";
    const WHO: Who = Who::Member;
    type Params = PointsBreakdownParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: PointsBreakdownParams) -> Result<Json, Error> {
        let season = match params.season {
            Some(season) => season,
            None => ctx.read_rules_and_seasons().await?.default_season(),
        };
        let member = ctx.member()?;
        // Users who hide from the board hide their manual entries too.
        let sql = Sql::fixed(
            r#"select jsonb_build_object('byRule', coalesce(jsonb_object_agg(r."rule", r.amount) filter (where r."rule" is not null), '{}'),
                'total', coalesce(sum(r.amount), 0)::int8)
            from "_User" u left join lateral (select e."rule", sum(e."amount")::int8 as amount from "PointsEntry" e
                where e."season" = $2::float8 and e."personId" = u."personId" group by e."rule") r on true
            where u."objectId" = $1::text and (u."objectId" = $3::text or $4::bool or not _touchstone.is_hidden(u))
            group by u."objectId""#,
            [
                Bind::from(params.user),
                f64::from(season).into(),
                member.id.as_str().into(),
                member.is_admin.into(),
            ],
        );
        ctx.row(&sql).await?.ok_or_else(not_found)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManualEntriesParams {
    cursor: Option<String>,
}

struct ManualEntries;

#[async_trait]
impl Query for ManualEntries {
    const NAME: &'static str = "manualEntries";
    const WHO: Who = Who::Member;
    type Params = ManualEntriesParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: ManualEntriesParams) -> Result<Json, Error> {
        let mut sql = Sql::new(LINES);
        // A copy for another person was listed with the original entry.
        sql.push(
            r#" where (e."sourceType" = 'manual' or e."idemKey" like 'reversal:hand:%')
            and e."idemKey" not like 'person:%' and e."idemKey" not like 'reversal:person:%'"#,
        );
        if let Some(cursor) = &params.cursor {
            let (season, seq) = cursor
                .split_once('-')
                .ok_or_else(|| invalid("CURSOR", "This page does not exist."))?;
            sql.push(r#" and (e."season", e."seq") < ("#).bind(place(season)?);
            sql.push(", ").bind(place(seq)?).push(")");
        }
        sql.push(r#" order by e."season" desc, e."seq" desc limit 51"#);
        let (lines, is_more) = page(ctx, &sql).await?;
        let next = lines.last().filter(|_| is_more);
        let next = next.map(|line| format!("{}-{}", line.entry.draft.season, line.entry.seq));
        let is_admin = ctx.member()?.is_admin;
        let entries: Vec<Json> = lines.iter().map(|line| line.listed(is_admin)).collect();
        Ok(json!({ "entries": entries, "next": next }))
    }
}
