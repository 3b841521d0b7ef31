//! One cluster with all its details.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::period::Period;
use super::row;
use crate::evidence::view::shown;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::not_found;

/// Pieces of evidence per page.
const PAGE: i64 = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClusterGetParams {
    id: String,
    period: Option<Period>,
    cursor: Option<Cursor>,
}

#[derive(Serialize)]
pub(super) struct ClusterPage {
    cluster: Json,
    facets: Json,
    plot: Vec<Json>,
    releases: Json,
    rows: Vec<Json>,
    next: Option<Cursor>,
}

pub(super) struct ClusterGet;

#[async_trait]
impl Query for ClusterGet {
    const NAME: &'static str = "clusterGet";
    const WHO: Who = Who::Member;
    type Params = ClusterGetParams;
    type Answer = ClusterPage;

    async fn answer(ctx: &CommandContext, asked: ClusterGetParams) -> Result<ClusterPage, Error> {
        let period = asked.period.unwrap_or(Period::Month);
        let mut whole = whole(ctx, &asked.id, period).await?;
        let mut cluster =
            row::rows(ctx, vec![asked.id.clone()], period).await?.pop().ok_or_else(not_found)?;
        if let (Json::Object(cluster), Json::Object(more)) = (&mut cluster, whole["more"].take()) {
            cluster.extend(more);
        }
        let (rows, next) = evidence(ctx, &asked).await?;
        Ok(ClusterPage {
            cluster,
            facets: whole["facets"].take(),
            plot: plot(ctx, &asked.id, period).await?,
            releases: whole["releases"].take(),
            rows,
            next,
        })
    }
}

/// The details on the page of a cluster. Administrators also find one whose failures were counted
/// on a chain, but are not in public evidence.
async fn whole(ctx: &CommandContext, id: &str, period: Period) -> Result<Json, Error> {
    let is_admin = ctx.member()?.is_admin;
    let first_day = period.first_day(ctx.now());
    let sql = Sql::fixed(WHOLE, [Bind::from(id), first_day.into(), is_admin.into()]);
    ctx.row(&sql).await?.ok_or_else(not_found)
}

const WHOLE: &str = r#"with counted as (
    select f.facet, f.key, sum(f.count)::int8 as count from _touchstone.cluster_facet f
    where f.cluster = $1::text and f.day >= $2::int8 group by f.facet, f.key having sum(f.count) > 0),
labelled as (
    select counted.*, coalesce(n."name", b."version", counted.key) as label from counted
        left join "Network" n on counted.facet = 'network' and n."objectId" = counted.key
        left join "Build" b on counted.facet = 'build' and b."objectId" = counted.key),
listed as (
    select facet, jsonb_agg(jsonb_build_object('key', key, 'label', label, 'count', count) order by count desc, label) as rows
    from (select *, row_number() over (partition by facet order by count desc, label) as place from labelled) most
    where place <= 20 group by facet)
select jsonb_build_object(
    'more', jsonb_build_object('fingerprint', c."fingerprint", 'advice', c."advice", 'ignoredReason', c."ignoredReason", 'path', c."path",
        'seen', case when $3::bool then _touchstone.seen_on_chain(c."fingerprint") end),
    'facets', jsonb_build_object('networks', '[]'::jsonb, 'wallets', '[]'::jsonb, 'tokens', '[]'::jsonb, 'builds', '[]'::jsonb)
        || coalesce((select jsonb_object_agg(facet || 's', rows) from listed), '{}'),
    'releases', coalesce((select jsonb_agg(jsonb_build_object('at', _touchstone.iso(b."releasedAt"), 'version', b."version")
            order by b."releasedAt", b."objectId")
        from "Build" b where b."ordinal" > 0 and b."releasedAt" >= 'epoch'::timestamptz + $2::int8 * interval '1 day'), '[]'))
from "FailureCluster" c where c."objectId" = $1::text and (c."evidenceCount" > 0
    or $3::bool and exists (select from _touchstone.call_cause s where s.fingerprint = c."fingerprint"))"#;

/// How often the failure was seen in each hour of the period.
async fn plot(ctx: &CommandContext, id: &str, period: Period) -> Result<Vec<Json>, Error> {
    let step = period.step_hours();
    let first = period.first_hour(ctx.now()).div_euclid(step);
    let sql = Sql::fixed(
        r#"select jsonb_build_object('at', _touchstone.iso('epoch'::timestamptz + place * $3::int8 * interval '1 hour'),
            'count', coalesce(seen.count, 0))
        from generate_series($2::int8, $4::int8 / $3::int8) place left join (
            select h.hour / $3::int8 as place, sum(h.count)::int8 as count from _touchstone.cluster_hour h
            where h.cluster = $1::text and h.hour >= $2::int8 * $3::int8 group by 1) seen using (place)
        order by place"#,
        [
            Bind::from(id),
            first.into(),
            step.into(),
            ctx.now().millis().div_euclid(3_600_000).into(),
        ],
    );
    ctx.rows(&sql).await
}

#[derive(Deserialize)]
struct EvidenceRow {
    key: String,
    id: String,
    evidence: Json,
}

/// A page of its evidence, newest first.
async fn evidence(
    ctx: &CommandContext,
    asked: &ClusterGetParams,
) -> Result<(Vec<Json>, Option<Cursor>), Error> {
    let member = ctx.member()?;
    let after = asked.cursor.as_ref();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('key', _touchstone.in_millis(e."seenAt")::text, 'id', e."objectId",
            'evidence', _touchstone.evidence_shown(e, $2::text, $3::bool))
        from (select e.* from "Evidence" e where e."cluster" = $1::text and ($4::int8 is null
                or (e."seenAt" <= _touchstone.from_millis($4::int8)
                    and (e."seenAt" < _touchstone.from_millis($4::int8) or e."objectId" > $5::text)))
            order by e."seenAt" desc, e."objectId" limit $6::int8) e
        order by e."seenAt" desc, e."objectId""#,
        [
            Bind::from(&*asked.id),
            member.id.as_str().into(),
            member.is_admin.into(),
            after.and_then(|place| place.key().parse::<i64>().ok()).into(),
            after.map(Cursor::id).into(),
            (PAGE + 1).into(),
        ],
    );
    let mut rows: Vec<EvidenceRow> = ctx.rows(&sql).await?;
    let next = Cursor::after_page(&mut rows, PAGE, |row| (&row.key, &row.id));
    Ok((rows.into_iter().map(|row| shown(row.evidence)).collect(), next))
}
