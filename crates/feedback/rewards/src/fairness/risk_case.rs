//! The queue of cases, and one case with all its facts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::case_graph::graph;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// A case with more accounts is shown as a list instead of a picture.
const PICTURED: usize = 200;

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CaseState {
    #[default]
    Open,
    Asked,
    Watch,
    Decided,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CasesParams {
    state: Option<CaseState>,
    cursor: Option<String>,
    limit: Option<u32>,
}

pub(super) struct RiskCases;

#[async_trait]
impl Query for RiskCases {
    const NAME: &'static str = "riskCases";
    const WHO: Who = Who::Administrator;
    type Params = CasesParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: CasesParams) -> Result<Json, Error> {
        let page = i64::from(params.limit.unwrap_or(50).clamp(1, 100));
        let from = offset(params.cursor.as_deref())?;
        let states: Vec<String> = match params.state.unwrap_or_default() {
            CaseState::Open => vec!["open".to_owned(), "asked".to_owned()],
            CaseState::Asked => vec!["asked".to_owned()],
            CaseState::Watch => vec!["watch".to_owned()],
            CaseState::Decided => vec!["decided".to_owned()],
        };
        let sql = Sql::fixed(
            r#"select jsonb_build_object('number', c.number, 'state', c.state, 'score', c.score, 'title', c.title,
                'people', (select coalesce(jsonb_agg(_touchstone.person_of(f."user")), '[]') from (
                    select m."user" from _touchstone.risk_case_member m join "_User" u on u."objectId" = m."user"
                    where m.case_number = c.number order by m.suggested desc, u."username" limit 3) f),
                'accounts', (select count(*) from _touchstone.risk_case_member m where m.case_number = c.number),
                'openedAt', _touchstone.iso(c.opened_at), 'updatedAt', _touchstone.iso(c.updated_at), 'due', _touchstone.iso(c.due),
                'decision', c.decision, 'decidedBy', _touchstone.person_of(c.decided_by), 'decidedAt', _touchstone.iso(c.decided_at))
            from _touchstone.risk_case c where c.state = any($1::text[])
            order by c.score desc, c.number offset $2::int8 limit $3::int8"#,
            [Bind::from(states), from.into(), (page + 1).into()],
        );
        let mut rows: Vec<Json> = ctx.rows(&sql).await?;
        let is_more = i64::try_from(rows.len()).unwrap_or_default() > page;
        rows.truncate(usize::try_from(page).unwrap_or_default());
        Ok(json!({
            "rows": rows, "next": is_more.then(|| (from + page).to_string()), "counts": counts(ctx).await?,
            "watchScore": ctx.settings().await?.whole("risk.watchScore"), "scan": last_scan(ctx).await?,
        }))
    }
}

/// The start of a page.
pub(super) fn offset(cursor: Option<&str>) -> Result<i64, Error> {
    match cursor.map(str::parse) {
        None => Ok(0),
        Some(Ok(from @ 0..=1_000_000)) => Ok(from),
        Some(_) => Err(invalid("CURSOR", "This page does not exist.")),
    }
}

async fn counts(ctx: &CommandContext) -> Result<Json, Error> {
    let sql = Sql::new(
        "select jsonb_build_object('open', count(*) filter (where state in ('open', 'asked')), 'asked', count(*) filter (where state = 'asked'),
            'watch', count(*) filter (where state = 'watch'), 'decided', count(*) filter (where state = 'decided'),
            'appeals', (select count(*) from _touchstone.appeal where state = 'open'),
            'linked', (select count(distinct person) from _touchstone.person_link where undone_at is null))
        from _touchstone.risk_case",
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

async fn last_scan(ctx: &CommandContext) -> Result<Option<Json>, Error> {
    ctx.row(&Sql::new(
        "select jsonb_build_object('at', _touchstone.iso(at), 'testers', testers, 'millis', millis, 'pairs', pairs, 'cases', cases,
            'unknownWallets', unknown_wallets) from _touchstone.risk_scan",
    ))
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseParams {
    number: i32,
}

pub(super) struct RiskCase;

#[async_trait]
impl Query for RiskCase {
    const NAME: &'static str = "riskCase";
    const WHO: Who = Who::Administrator;
    type Params = CaseParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: CaseParams) -> Result<Json, Error> {
        Ok(json!({ "case": one(ctx, params.number).await? }))
    }
}

/// A case with all its facts.
pub(super) async fn one(ctx: &CommandContext, number: i32) -> Result<Json, Error> {
    let sql = Sql::fixed(CASE, [Bind::from(i64::from(number))]);
    let mut case: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
    let members: Vec<Json> =
        ctx.rows(&Sql::fixed(MEMBERS, [Bind::from(i64::from(number))])).await?;
    let ids = |members: &[Json], key: &str| -> Vec<String> {
        let chosen = members.iter().filter(|member| key.is_empty() || member[key] == true);
        chosen.filter_map(|member| member["person"]["id"].as_str().map(str::to_owned)).collect()
    };
    let all = ids(&members, "");
    let families = case["facts"]["families"].as_u64().unwrap_or_default();
    let suggested = ids(&members, "suggested");
    case["suggestion"] = json!({
        "decision": if families > 2 { "link" } else { "ask" }, "users": suggested,
    });
    for key in ["signals", "against", "unknown"] {
        case[key] = case["facts"][key].clone();
    }
    for key in ["points", "reports", "votes"] {
        case[key] = json!(members.iter().filter_map(|one| one[key].as_i64()).sum::<i64>());
    }
    case["watchScore"] = json!(ctx.settings().await?.whole("risk.watchScore"));
    case["graph"] = match all.len() {
        0..=PICTURED => graph(ctx, &all, &case["signals"]).await?,
        _ => Json::Null,
    };
    case["visits"] = visits(ctx, &all).await?;
    case["texts"] = texts(ctx, &case["signals"]).await?;
    case["members"] = members.into();
    if let Some(case) = case.as_object_mut() {
        case.remove("facts");
    }
    Ok(case)
}

/// The nearly equal texts of the most similar pairs.
async fn texts(ctx: &CommandContext, signals: &Json) -> Result<Json, Error> {
    let alike = signals.as_array().into_iter().flatten().filter(|one| one["kind"] == "text_copy");
    let mut found = Vec::new();
    for signal in alike.take(3) {
        let numbers: BTreeSet<u64> = signal["detail"]["numbers"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Json::as_u64)
            .collect();
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let sql = Sql::fixed(
            r#"select jsonb_build_object('number', i."number"::int, 'user', i."reporter", 'text', left(i."body", 1500), 'at', _touchstone.iso(i."submittedAt"))
            from "Issue" i where i."number" = any($1::text[]::float8[]) order by i."number""#,
            [Bind::from(numbers)],
        );
        let texts: Vec<Json> = ctx.rows(&sql).await?;
        if let [a, b] = texts.as_slice() {
            found.push(json!({ "a": a, "b": b, "distance": signal["detail"]["distance"] }));
        }
    }
    Ok(found.into())
}

/// Their visits on the last day on which most of them were active.
async fn visits(ctx: &CommandContext, users: &[String]) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"with here as (select v."user" as who, v.began, v.ended, (v.began at time zone 'UTC')::date as day
            from _touchstone.visit v where v."user" = any($1::text[])),
        busiest as (select day from here group by day order by count(distinct who) desc, day desc limit 1)
        select jsonb_build_object('user', h.who, 'from', _touchstone.iso(h.began), 'to', _touchstone.iso(h.ended))
        from here h join busiest b on b.day = h.day order by h.began limit 500"#,
        [Bind::from(users.to_vec())],
    );
    Ok(Json::Array(ctx.rows(&sql).await?))
}

const CASE: &str = r#"select jsonb_build_object('number', c.number, 'state', c.state, 'score', c.score, 'facts', c.facts,
    'openedAt', _touchstone.iso(c.opened_at), 'updatedAt', _touchstone.iso(c.updated_at), 'due', _touchstone.iso(c.due),
    'answers', (select coalesce(jsonb_agg(jsonb_build_object('user', q."user", 'askedAt', _touchstone.iso(q.asked_at),
        'answeredAt', _touchstone.iso(q.answered_at), 'body', q.body) order by q.asked_at, q."user"), '[]')
        from _touchstone.risk_question q where q.case_number = c.number),
    'decision', case when c.decision is not null then jsonb_build_object('decision', c.decision, 'reason', c.reason, 'note', c.note,
        'by', _touchstone.person_of(c.decided_by), 'at', _touchstone.iso(c.decided_at), 'users', to_jsonb(c.users),
        'links', (select count(*) from _touchstone.person_link l where l.case_number = c.number and l.undone_at is null),
        'undoneAt', (select _touchstone.iso(max(l.undone_at)) from _touchstone.person_link l where l.case_number = c.number)) end)
    from _touchstone.risk_case c where c.number = $1::int8::int"#;

const MEMBERS: &str = r#"select jsonb_build_object('person', _touchstone.person(u), 'personId', u."personId", 'joinedAt', _touchstone.iso(u."createdAt"),
    'invitation', case when i."objectId" is not null then jsonb_build_object('id', i."objectId", 'label', i."label",
        'cleared', exists (select from _touchstone.cleared_invitation c where c.invitation = i."objectId")) end,
    'points', coalesce(s."total", 0)::bigint, 'rank', _touchstone.rank(s), 'score', m.score, 'suggested', m.suggested,
    'reports', (select count(*) from "Issue" r where r."reporter" = u."objectId"),
    'votes', (select count(*) from "Vote" v where v."user" = u."objectId"),
    'status', coalesce(u."status", 'active'), 'riskState', case
        when coalesce(u."riskState", 'clear') <> 'clear' then u."riskState"
        when exists (select from _touchstone.risk_case_member w
            join _touchstone.risk_case c on c.number = w.case_number where w."user" = u."objectId" and c.state = 'watch') then 'watch'
        else 'clear' end)
    from _touchstone.risk_case_member m join "_User" u on u."objectId" = m."user"
    left join "Invitation" i on i."objectId" = u."joinedVia"
    left join "Standing" s on s."personId" = u."personId" and s."season" = (
        select "number" from "Season" where "state" = 'live')
    where m.case_number = $1::int8::int order by m.suggested desc, m.score desc, u."username""#;
