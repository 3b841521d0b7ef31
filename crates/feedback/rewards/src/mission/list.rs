//! Listing missions, for testers.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::answer_shape::{MissionAnswer, MissionListAnswer};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::parameter_schema;
use feedback_core::refused::{invalid, not_found};
use feedback_issues::attachment::with_addresses;

/// Missions per page, by default and at most.
const PAGE: i64 = 50;
const MOST: i64 = 100;

/// The requested number of rows, if valid.
pub(super) fn page(limit: Option<i64>) -> Result<i64, Error> {
    let limit = limit.unwrap_or(PAGE);
    if (1..=MOST).contains(&limit) {
        Ok(limit)
    } else {
        Err(invalid("LIMIT", format!("A page has 1 to {MOST} rows.")))
    }
}

/// A row and its position.
#[derive(Deserialize)]
pub(super) struct MissionRow {
    pub(super) key: String,
    pub(super) id: String,
    pub(super) row: Json,
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Show {
    /// Missions that are open, or will be soon.
    #[default]
    Open,
    /// All published missions.
    All,
    /// Missions that the caller has completed.
    Done,
}

impl Show {
    fn key(self) -> &'static str {
        match self {
            Show::Open => "open",
            Show::All => "all",
            Show::Done => "done",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionListParams {
    #[serde(default)]
    show: Show,
    network: Option<String>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
pub(super) struct MissionListResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
    counts: Json,
    season: Option<Json>,
}

pub(super) struct MissionList;

#[async_trait]
impl Query for MissionList {
    const NAME: &'static str = "missionList";
    const WHO: Who = Who::Member;
    type Params = MissionListParams;
    type Answer = MissionListResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<MissionListAnswer>())
    }

    /// Started missions first, then suitable ones, then the earliest end.
    async fn answer(
        ctx: &CommandContext,
        asked: MissionListParams,
    ) -> Result<MissionListResult, Error> {
        let member = ctx.member()?;
        let limit = page(asked.limit)?;
        let sql = Sql::fixed(
            LIST,
            [
                Bind::from(&*member.id),
                ctx.now().into(),
                asked.show.key().into(),
                asked.network.as_deref().into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
                member.is_admin.into(),
            ],
        );
        let mut placed: Vec<MissionRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        placed.iter_mut().for_each(|placed| with_files(ctx, &mut placed.row));
        let rows = placed.into_iter().map(|placed| placed.row).collect();
        let about = Sql::fixed(ABOUT, [Bind::from(&*member.id), ctx.now().into()]);
        let about: Json = ctx.row(&about).await?.unwrap_or_default();
        let season = about.get("season").filter(|season| !season.is_null()).cloned();
        Ok(MissionListResult { rows, next, counts: about["counts"].clone(), season })
    }
}

/// There are few missions at a time, so they are sorted for each caller. Details are read only for
/// the page.
const LIST: &str = r#"with me as (select * from "_User" u where u."objectId" = $1::text),
seen as (select m."objectId" as id,
        case when mine."state" in ('started', 'rejected', 'blocked', 'checking', 'needs_review') then '0'
            when mine."objectId" is null and m."state" = 'live' and coalesce(m."opensAt" <= $2::timestamptz, true)
                and coalesce(me."trustLevel", 0) >= m."minTrust" then '1' else '2' end
            || coalesce(_touchstone.iso(m."endsAt"), '9999') as key
    from "Mission" m cross join me left join lateral (select s."objectId", s."state" from "Submission" s
        where s."mission" = m."objectId" and s."user" = $1::text and s."state" not in ('withdrawn', 'expired') limit 1) mine on true
    where m."state" not in ('draft', 'archived') and ($4::text is null or m."networks" ? $4::text)
        and case $3::text
            when 'open' then m."state" in ('live', 'paused', 'scheduled')
                and coalesce(mine."state", '') not in ('approved', 'approved_partial', 'revoked')
            when 'done' then mine."state" in ('approved', 'approved_partial', 'revoked')
            else true end),
page as materialized (select seen.key, seen.id from seen where $5::text is null or (seen.key, seen.id) > ($5::text, $6::text)
    order by seen.key, seen.id limit $7::int8)
select jsonb_build_object('key', page.key, 'id', page.id, 'row', missions.shown)
from page join _touchstone.missions_shown($1::text, $8::bool, $2::timestamptz) missions on missions.id = page.id
order by page.key, page.id"#;

const ABOUT: &str = r#"select jsonb_build_object('counts', (select jsonb_build_object(
        'fits', count(*) filter (where m."state" = 'live' and mine."state" is null
            and _touchstone.mission_why(m, me, $2::timestamptz, false) <@ '{network,wallet}'),
        'open', count(*) filter (where m."state" in ('live', 'paused', 'scheduled')
            and coalesce(mine."state", '') not in ('approved', 'approved_partial', 'revoked')),
        'done', count(*) filter (where mine."state" in ('approved', 'approved_partial', 'revoked')))
    from "Mission" m left join "Submission" mine on mine."mission" = m."objectId" and mine."user" = me."objectId"
        and mine."state" not in ('withdrawn', 'expired')
    where m."state" not in ('draft', 'archived')),
    'season', (select jsonb_build_object('number', s."number"::int, 'name', s."name", 'endsAt', _touchstone.iso(s."endsAt"))
        from "Season" s where s."state" = 'live'))
from "_User" me where me."objectId" = $1::text"#;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MissionGetParams {
    mission: String,
}

pub(super) struct MissionGet;

#[async_trait]
impl Query for MissionGet {
    const NAME: &'static str = "missionGet";
    const WHO: Who = Who::Member;
    type Params = MissionGetParams;
    type Answer = MissionResult;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<MissionAnswer>())
    }

    async fn answer(ctx: &CommandContext, one: MissionGetParams) -> Result<MissionResult, Error> {
        Ok(MissionResult { mission: shown(ctx, &one.mission).await? })
    }
}

/// A mission in an answer.
#[derive(Serialize)]
pub(super) struct MissionResult {
    pub(super) mission: Json,
}

/// A mission by its slug or id, if the caller can read it.
pub(super) async fn shown(ctx: &CommandContext, mission: &str) -> Result<Json, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"with mission as materialized (select m."objectId" as id from "Mission" m
            where (m."objectId" = $1::text or m."slug" = $1::text) and ($3::bool or m."state" not in ('draft', 'archived'))
            order by m."objectId" = $1::text desc limit 1)
        select missions.shown from mission
        join _touchstone.missions_shown($2::text, $3::bool, $4::timestamptz) missions on missions.id = mission.id"#,
        [Bind::from(mission), member.id.as_str().into(), member.is_admin.into(), ctx.now().into()],
    );
    let mut shown: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
    with_files(ctx, &mut shown);
    Ok(shown)
}

/// The files of the caller's own submission, with their addresses.
pub(super) fn with_files(ctx: &CommandContext, mission: &mut Json) {
    if let Some(files) = mission.pointer_mut("/mine/attachments") {
        with_addresses(ctx, files);
    }
}
