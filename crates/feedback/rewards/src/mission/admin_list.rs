//! Listing missions, for administrators.

use async_trait::async_trait;
use feedback_model::mission::state::MissionState;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::list::{MissionRow, page, with_files};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionAdminListParams {
    states: Option<Vec<MissionState>>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct MissionAdminListResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
    counts: Json,
    waiting: i64,
}

pub(super) struct MissionAdminList;

#[async_trait]
impl Query for MissionAdminList {
    const NAME: &'static str = "missionAdminList";
    const WHO: Who = Who::Administrator;
    type Params = MissionAdminListParams;
    type Answer = MissionAdminListResult;

    /// Last changed first.
    async fn answer(
        ctx: &CommandContext,
        asked: MissionAdminListParams,
    ) -> Result<MissionAdminListResult, Error> {
        let limit = page(asked.limit)?;
        let states = asked.states.map(|states| {
            states.into_iter().map(|state| state.key().to_owned()).collect::<Vec<String>>()
        });
        let sql = Sql::fixed(
            LIST,
            [
                Bind::from(&*ctx.member()?.id),
                ctx.now().into(),
                states.into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<MissionRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        placed.iter_mut().for_each(|placed| with_files(ctx, &mut placed.row));
        let counts = Sql::new(
            r#"select jsonb_build_object('counts', (select coalesce(jsonb_object_agg(one."state", one.count), '{}')
                    from (select m."state", count(*) as count from "Mission" m group by m."state") one),
                'waiting', (select count(*) from "Submission" s where s."state" = 'needs_review'))"#,
        );
        let counted: Json = ctx.row(&counts).await?.unwrap_or_default();
        Ok(MissionAdminListResult {
            rows: placed.into_iter().map(|placed| placed.row).collect(),
            next,
            counts: counted["counts"].clone(),
            waiting: counted["waiting"].as_i64().unwrap_or_default(),
        })
    }
}

const LIST: &str = r#"with page as materialized (select m."objectId" as id from "Mission" m
    where ($3::text[] is null or m."state" = any($3::text[]))
        and ($4::text is null or (m."updatedAt", m."objectId") < ($4::text::timestamptz, $5::text))
    order by m."updatedAt" desc, m."objectId" desc limit $6::int8)
select jsonb_build_object('key', _touchstone.iso(m."updatedAt"), 'id', m."objectId",
    'row', missions.shown || jsonb_build_object(
        'waiting', (select count(*) from "Submission" s where s."mission" = m."objectId" and s."state" = 'needs_review'),
        'approved', (select count(*) from "Submission" s where s."mission" = m."objectId" and s."state" = 'approved'),
        'createdBy', (select _touchstone.person(u) from "_User" u where u."objectId" = m."createdBy")))
from page join "Mission" m on m."objectId" = page.id
    join _touchstone.missions_shown($1::text, true, $2::timestamptz) missions on missions.id = page.id
order by m."updatedAt" desc, m."objectId" desc"#;
