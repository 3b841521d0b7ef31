//! All evidence of an issue and its duplicates.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::answer_shape::EvidenceListAnswer;
use super::view::shown;
use crate::issue::state::find;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::parameter_schema;
use feedback_core::refused::{invalid, not_found};

/// Pieces of evidence per page.
const MOST: i64 = 50;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceOfIssueParams {
    issue: u32,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct EvidencePage {
    summary: Json,
    rows: Vec<Json>,
    next: Option<Cursor>,
}

#[derive(Deserialize)]
struct EvidenceRow {
    row: Json,
    key: String,
    id: String,
}

pub(super) struct EvidenceOfIssue;

#[async_trait]
impl Query for EvidenceOfIssue {
    const NAME: &'static str = "evidenceOfIssue";
    const WHO: Who = Who::Member;
    type Params = EvidenceOfIssueParams;
    type Answer = EvidencePage;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceListAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        params: EvidenceOfIssueParams,
    ) -> Result<EvidencePage, Error> {
        let limit = params.limit.unwrap_or(MOST).clamp(1, MOST);
        let issue = find(ctx, params.issue).await?;
        let set = set_of(ctx, issue.as_str()).await?;
        let sql = Sql::fixed(SUMMARY, [Bind::from(set.clone()), ctx.now().into()]);
        let summary = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let (rows, next) = rows(ctx, set, params.cursor.as_ref(), limit).await?;
        Ok(EvidencePage { summary, rows, next })
    }
}

/// The issues of the same set that the caller can see.
async fn set_of(ctx: &CommandContext, issue: &str) -> Result<Vec<String>, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select to_jsonb(m."objectId") from "Issue" i join "Issue" m
            on m."objectId" = coalesce(i."duplicateOf", i."objectId") or m."duplicateOf" = coalesce(i."duplicateOf", i."objectId")
        where i."objectId" = $1::text and _touchstone.may_read(m."_rperm", $2::text, $3::bool)"#,
        [Bind::from(issue), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.rows(&sql).await
}

async fn rows(
    ctx: &CommandContext,
    set: Vec<String>,
    after: Option<&Cursor>,
    limit: i64,
) -> Result<(Vec<Json>, Option<Cursor>), Error> {
    let member = ctx.member()?;
    let place = |cursor: &Cursor| {
        Date::parse(cursor.key()).ok_or_else(|| {
            invalid("CURSOR", "Invalid cursor: send the cursor of the previous page.")
        })
    };
    let sql = Sql::fixed(
        ROWS,
        [
            Bind::from(set),
            member.id.as_str().into(),
            member.is_admin.into(),
            after.map(place).transpose()?.into(),
            after.map(Cursor::id).into(),
            (limit + 1).into(),
        ],
    );
    let mut placed: Vec<EvidenceRow> = ctx.rows(&sql).await?;
    let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
    Ok((placed.into_iter().map(|placed| shown(placed.row)).collect(), next))
}

/// The page is found first, and then the details of its rows.
const ROWS: &str = r#"with page as materialized (
    select e."objectId" as id, e."createdAt" as at from "Evidence" e
    where e."issue" = any($1::text[]) and ($4::timestamptz is null
        or (e."createdAt", e."objectId" collate "C") < ($4::timestamptz, $5::text collate "C"))
    order by e."createdAt" desc, e."objectId" collate "C" desc limit $6::int8)
select jsonb_build_object('row', _touchstone.evidence_shown(e, $2::text, $3::bool), 'key', _touchstone.iso(page.at), 'id', page.id)
from page join "Evidence" e on e."objectId" = page.id order by page.at desc, page.id collate "C" desc"#;

/// A summary of all of it. Unexplained evidence is only counted.
const SUMMARY: &str = r#"with all_of_it as materialized (
    select e."objectId" as id, coalesce(u."personId", u."objectId") as person, e."state", e."confidence", e."network", e."walletKind", e."build",
        coalesce(e."blockTime", e."createdAt") as at, e."failureClass", e."verdict", e."fingerprint"
    from "Evidence" e left join "_User" u on u."objectId" = e."owner" where e."issue" = any($1::text[])),
told as (select * from all_of_it where "state" in ('decoded', 'partial')),
common as (select "failureClass", "verdict", "fingerprint" from told where "failureClass" is not null
    group by 1, 2, 3 order by count(*) desc, min(at) limit 1),
example as (select e."explanation" from told t join common c on t."fingerprint" is not distinct from c."fingerprint"
    and t."failureClass" = c."failureClass" join "Evidence" e on e."objectId" = t.id
    order by t."confidence" = 'exact' desc nulls last, t.at limit 1),
first as (select t.at, b."version" from told t left join "Build" b on b."objectId" = t."build" order by t.at limit 1)
select jsonb_build_object('count', (select count(*) from all_of_it), 'people', (select count(distinct person) from all_of_it),
    'exact', (select count(*) from told where "confidence" = 'exact'), 'approx', (select count(*) from told where "confidence" = 'approx'),
    'networks', (select coalesce(jsonb_agg(jsonb_build_object('name', n."name", 'count', c.count) order by c.count desc, n."name"), '[]')
        from (select "network", count(*) from all_of_it where "network" is not null group by 1) c join "Network" n on n."objectId" = c."network"),
    'wallets', (select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'count', c.count) order by c.count desc, c.kind), '[]')
        from (select "walletKind" as kind, count(*) from all_of_it where "walletKind" is not null group by 1) c),
    'builds', (select coalesce(jsonb_agg(jsonb_build_object('version', b."version", 'count', c.count) order by b."ordinal"), '[]')
        from (select "build", count(*) from all_of_it where "build" is not null group by 1) c join "Build" b on b."objectId" = c."build"),
    'perHour', (select coalesce(jsonb_agg(jsonb_build_object('at', _touchstone.iso(c.hour), 'count', c.count) order by c.hour), '[]')
        from (select date_trunc('hour', at) as hour, count(*) from told where at > $2::timestamptz - interval '72 hours' group by 1) c),
    'firstSeen', (select jsonb_build_object('version', first."version", 'at', _touchstone.iso(first.at)) from first),
    'lastAt', (select _touchstone.iso(max(at)) from told),
    'path', (select jsonb_agg(coalesce(frame ->> 'label', frame ->> 'name', frame ->> 'role') order by place) from example,
        jsonb_array_elements(case when jsonb_typeof("explanation" #> '{revert,frames}') = 'array' then "explanation" #> '{revert,frames}'
            else '[]' end) with ordinality frames(frame, place)),
    'failureClass', (select "failureClass" from common), 'verdict', (select "verdict" from common),
    'sentence', (select "explanation" ->> 'sentence' from example))"#;
