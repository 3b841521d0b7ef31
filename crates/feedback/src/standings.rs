//! Who stands where, as people see it.
//!
//! The order is the database's; whoever is quicker at finding a place in it stands behind
//! [`boards::Boards`] and gives the same answers.

pub mod boards;
mod kept;
mod mine;
mod plots;
mod ranks;
mod top;

use async_trait::async_trait;
use feedback_model::PersonId;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::command::{Question, Who, question};
use crate::desk::Desk;
use crate::refused::{invalid, not_found};
use crate::setting::Settings;
use ranks::Place;

pub(crate) use mine::my_standing;
pub(crate) use top::Tops;

pub(crate) fn bring(extension: Extension, settings: &Settings) -> Extension {
    let extension = question::<top::StandingsTop>(extension, settings);
    let extension = question::<StandingsAround>(extension, settings);
    let extension = question::<StandingsFind>(extension, settings);
    let extension = kept::bring(extension, settings);
    let extension = mine::bring(extension, settings);
    plots::bring(extension, settings)
}

/// The season that is asked about, if whoever asks may know of it; the live one or else the last that
/// began, if none is named.
async fn season(desk: &Desk, asked: Option<u32>) -> Result<u32, Error> {
    use feedback_model::season::UNSEASONED;
    let sql = Sql::fixed(
        r#"select to_jsonb("number"::int8) from "Season"
        where "state" <> 'draft' and ($1::float8 is null or "number" = $1::float8)
        order by "state" = 'live' desc, "number" desc limit 1"#,
        [Bind::from(asked.map(f64::from))],
    );
    match (desk.row(&sql).await?, asked) {
        (Some(number), _) => Ok(number),
        (None, None | Some(UNSEASONED)) => Ok(UNSEASONED),
        (None, Some(_)) => Err(not_found()),
    }
}

/// Who asks, as a person.
fn me(desk: &Desk) -> Result<PersonId, Error> {
    Ok(PersonId::from(desk.member()?.person_id.as_str()))
}

/// The standings of some places, in their order, as `me` or anybody else sees them.
async fn rows(
    desk: &Desk,
    season: u32,
    places: &[Place],
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
            desk.now().into(),
        ],
    );
    desk.rows(&sql).await
}

/// Where whoever asks stands, if they are ranked.
async fn own_standing(desk: &Desk, season: u32, me: &PersonId) -> Result<Option<Json>, Error> {
    let Some(rank) = ranks::rank(desk, season, me).await? else { return Ok(None) };
    let place = Place { rank, person: me.clone() };
    Ok(rows(desk, season, &[place], Some(me)).await?.pop())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Around {
    season: Option<u32>,
    radius: Option<u32>,
}

struct StandingsAround;

#[async_trait]
impl Question for StandingsAround {
    const NAME: &'static str = "standingsAround";
    const WHO: Who = Who::Member;
    type Params = Around;
    type Answer = Json;

    async fn answer(desk: &Desk, params: Around) -> Result<Json, Error> {
        let radius = params.radius.unwrap_or(5);
        if radius > 25 {
            return Err(invalid("RADIUS", "Look at most 25 places around."));
        }
        let (season, me) = (season(desk, params.season).await?, me(desk)?);
        let places = ranks::around(desk, season, &me, radius).await?;
        let rows = rows(desk, season, &places, Some(&me)).await?;
        let mine = rows.iter().find(|row| row["isMe"] == true).cloned();
        Ok(json!({ "rows": rows, "me": mine }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Find {
    season: Option<u32>,
    name: String,
}

struct StandingsFind;

#[async_trait]
impl Question for StandingsFind {
    const NAME: &'static str = "standingsFind";
    const WHO: Who = Who::Member;
    type Params = Find;
    type Answer = Json;

    async fn answer(desk: &Desk, params: Find) -> Result<Json, Error> {
        let (season, me) = (season(desk, params.season).await?, me(desk)?);
        // Whoever hides cannot be found, but by themself.
        let sql = Sql::fixed(
            r#"select to_jsonb(s."personId") from "Standing" s join "_User" u on u."objectId" = s."displayUser"
            where s."season" = $1::float8 and s."eligible" and starts_with(lower(u."username"), lower($2::text))
                and (s."personId" = $3::text or not _touchstone.is_hidden(u))
            order by s."total" desc, s."highCount" desc, s."lastSeq", s."personId" limit 10"#,
            [Bind::from(f64::from(season)), params.name.trim().into(), me.as_str().into()],
        );
        let persons: Vec<PersonId> = desk.rows(&sql).await?;
        let mut places = Vec::new();
        for person in persons {
            if let Some(rank) = ranks::rank(desk, season, &person).await? {
                places.push(Place { rank, person });
            }
        }
        Ok(json!({ "rows": rows(desk, season, &places, Some(&me)).await? }))
    }
}
