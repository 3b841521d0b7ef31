//! Clusters as the API returns them.

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use super::period::Period;
use feedback_core::command_context::CommandContext;

/// Clusters by their ids, in that order.
pub(super) async fn rows(
    ctx: &CommandContext,
    ids: Vec<String>,
    period: Period,
) -> Result<Vec<Json>, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        ROWS,
        [
            Bind::from(ids),
            period.first_hour(ctx.now()).into(),
            period.part_hours().into(),
            member.id.as_str().into(),
            member.is_admin.into(),
        ],
    );
    ctx.rows(&sql).await
}

/// A cluster is new in the newest build of a channel if it was not seen in an earlier one.
const ROWS: &str = r#"select jsonb_build_object('id', c."objectId", 'title', c."title", 'failureClass', c."failureClass", 'verdict', c."verdict",
    'sentence', c."sentence", 'state', c."state", 'evidenceCount', c."evidenceCount"::int, 'personCount', c."personCount"::int,
    'networks', coalesce((select jsonb_agg(n."name" order by n."name") from jsonb_array_elements_text(c."networks") network
        join "Network" n on n."objectId" = network), '[]'),
    'firstBuild', first_met."version", 'lastBuild', last_met."version",
    'isNewIn', case when first_met."ordinal" = (select max(b."ordinal") from "Build" b where b."channel" = first_met."channel")
        then first_met."version" end,
    'firstSeenAt', _touchstone.iso(c."firstSeenAt"), 'lastSeenAt', _touchstone.iso(c."lastSeenAt"),
    'rootIssue', (select jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status") from "Issue" i
        where i."objectId" = c."rootIssue" and _touchstone.may_read(i."_rperm", $4::text, $5::bool)),
    'inPeriod', coalesce(seen.count, 0), 'spark', seen.spark)
from unnest($1::text[]) with ordinality asked(id, place)
    join "FailureCluster" c on c."objectId" = asked.id
    left join "Build" first_met on first_met."objectId" = c."firstBuild"
    left join "Build" last_met on last_met."objectId" = c."lastBuild",
    lateral (select sum(part.count)::int8 as count, jsonb_agg(coalesce(part.count, 0) order by place) as spark
        from generate_series(0, 23) place left join (
            select (h.hour - $2::int8) / $3::int8 as place, sum(h.count)::int8 as count from _touchstone.cluster_hour h
            where h.cluster = c."objectId" and h.hour >= $2::int8 group by 1) part using (place)) seen
order by asked.place"#;
