//! Rows of the standings with their users.

use feedback_model::PersonId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::place::Rank;
use super::ranks;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The requested season, if the caller can see it. By default the live one, or else the last that
/// began.
pub(super) async fn season(ctx: &CommandContext, asked: Option<u32>) -> Result<u32, Error> {
    use feedback_model::season::UNSEASONED;
    let sql = Sql::fixed(
        r#"select to_jsonb("number"::int8) from "Season"
        where "state" <> 'draft' and ($1::float8 is null or "number" = $1::float8)
        order by "state" = 'live' desc, "state" = 'review' desc, "number" desc limit 1"#,
        [Bind::from(asked.map(f64::from))],
    );
    match (ctx.row(&sql).await?, asked) {
        (Some(number), _) => Ok(number),
        (None, None | Some(UNSEASONED)) => Ok(UNSEASONED),
        (None, Some(_)) => Err(not_found()),
    }
}

/// The person of the caller.
pub(super) fn me(ctx: &CommandContext) -> Result<PersonId, Error> {
    Ok(PersonId::from(ctx.member()?.person_id.as_str()))
}

/// The rows of these positions, in order, as `me` or another user sees them.
pub(super) async fn rows(
    ctx: &CommandContext,
    season: u32,
    places: &[Rank],
    me: Option<&PersonId>,
) -> Result<Vec<Json>, Error> {
    let places: Vec<Json> =
        places.iter().map(|place| json!({ "person": place.person, "rank": place.rank })).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('rank', place.rank, 'isMe', coalesce(s."personId" = $3::text, false),
            'person', case when s."personId" = $3::text then _touchstone.person(u) else _touchstone.shown_person(u) end,
            'total', s."total"::int8, 'highCount', s."highCount"::int8, 'accuracyPct', floor(u."accuracyBps" / 100)::int,
            'change7d', coalesce(sums.change, 0), 'provisional', coalesce(open.provisional, 0), 'byRule', coalesce(sums.by_rule, '{}'))
        from jsonb_to_recordset($2::jsonb) as place(person text, rank int8)
        join "Standing" s on s."season" = $1::float8 and s."personId" = place.person
        left join "_User" u on u."objectId" = s."displayUser"
        left join lateral (
            select sum(r.change)::int8 as change, jsonb_object_agg(r."group", r.amount) filter (where r.amount <> 0) as by_rule
            from (
                select split_part(e."rule", '.', 1) as "group", sum(e."amount")::int8 as amount,
                    sum(e."amount") filter (where e."at" > $4::timestamptz - interval '7 days') as change
                from "PointsEntry" e where e."season" = $1::float8 and e."personId" = s."personId" group by 1) r) sums on true
        left join lateral (
            select sum(e."amount")::int8 as provisional
            from "PointsEntry" e left join "Issue" i on i."objectId" = e."issue"
            where e."provisional" and e."season" = $1::float8 and e."personId" = s."personId"
                and i."settledAt" is null and _touchstone.stands(e)) open on true
        order by place.rank"#,
        [
            Bind::from(f64::from(season)),
            Json::Array(places).into(),
            me.map(PersonId::as_str).into(),
            ctx.now().into(),
        ],
    );
    ctx.rows(&sql).await
}

/// The caller's row, if they are ranked.
pub(super) async fn own_standing(
    ctx: &CommandContext,
    season: u32,
    me: &PersonId,
) -> Result<Option<Json>, Error> {
    let Some(rank) = ranks::rank(ctx, season, me).await? else { return Ok(None) };
    let place = Rank { rank, person: me.clone() };
    Ok(rows(ctx, season, &[place], Some(me)).await?.pop())
}
