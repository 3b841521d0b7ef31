//! Charts of a season: the distribution of totals, one's own progress, and the sources of points.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::StandingPlotsAnswer;
use super::rows::{me, season};
use feedback_core::command::{Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::product_state::ProductState;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<StandingPlots>(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandingPlotsParams {
    season: Option<u32>,
}

struct StandingPlots;

#[async_trait]
impl Query for StandingPlots {
    const NAME: &'static str = "standingPlots";
    const WHO: Who = Who::Member;
    type Params = StandingPlotsParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<StandingPlotsAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: StandingPlotsParams) -> Result<Json, Error> {
        let (season, me) = (season(ctx, params.season).await?, me(ctx)?);
        let binds = [Bind::from(f64::from(season)), me.as_str().into(), ctx.now().into()];
        // Each step is twice as wide as the one before, because few persons have many points.
        let histogram = Sql::fixed(
            r#"select jsonb_build_object('from', power(2, step)::int8, 'to', power(2, step + 1)::int8, 'count', sum(people)::int8)
            from (select floor(log(2, total::numeric)) as step, people from _touchstone.board_count
                where season = $1::float8::int and people > 0) totals group by step order by step"#,
            [binds[0].clone()],
        );
        let mine = Sql::fixed(
            r#"select to_jsonb("total"::int8) from "Standing" where "season" = $1::float8 and "personId" = $2::text"#,
            [binds[0].clone(), binds[1].clone()],
        );
        let zone = ctx.settings().await?.text("programme.timeZone");
        let weekly = Sql::fixed(
            r#"select jsonb_build_object('week', sums.week, 'byRule', jsonb_object_agg(sums."group", sums.amount))
            from (select to_char("at" at time zone $2::text, 'IYYY-"W"IW') as week, split_part("rule", '.', 1) as "group",
                    sum("amount")::int8 as amount
                from "PointsEntry" where "season" = $1::float8 group by 1, 2) sums
            group by sums.week order by sums.week"#,
            [binds[0].clone(), zone.into()],
        );
        Ok(json!({
            "histogram": ctx.rows::<Json>(&histogram).await?,
            "mine": ctx.row::<Json>(&mine).await?,
            "rankSeries": rank_series(ctx, binds).await?,
            "byRuleWeekly": ctx.rows::<Json>(&weekly).await?,
        }))
    }
}

/// The rank on each of the last 30 days, by total, and the rank now.
async fn rank_series(ctx: &CommandContext, binds: [Bind; 3]) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"with taken as (
            select distinct taken_at as at from _touchstone.board_day
            where season = $1::float8 and taken_at > $3::timestamptz - interval '30 days' and taken_at < $3::timestamptz
            union all select $3::timestamptz),
        mine as (
            select taken.at, (select sum(e."amount") from "PointsEntry" e
                where e."season" = $1::float8 and e."personId" = $2::text and e."at" <= taken.at) as total from taken)
        select jsonb_build_object('day', _touchstone.iso(mine.at), 'rank', 1 + case
            when mine.at = $3::timestamptz then coalesce((select sum(c.people) from _touchstone.board_count c
                where c.season = $1::float8::int and c.total > mine.total), 0)
            else coalesce((select sum(board.people) from _touchstone.board_day board
                where board.season = $1::float8 and board.taken_at = mine.at and board.total > mine.total), 0) end)
        from mine where mine.total > 0 order by mine.at"#,
        binds,
    );
    ctx.rows(&sql).await
}
