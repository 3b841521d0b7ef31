//! The caller's standing, and its history.

use async_trait::async_trait;
use feedback_model::explain::Explain;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::MyStandingAnswer;
use super::rows::{me, own_standing, season};
use feedback_core::command::{Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::product_state::ProductState;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<MyStanding>(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MyStandingParams {
    season: Option<u32>,
}

struct MyStanding;

#[async_trait]
impl Query for MyStanding {
    const NAME: &'static str = "myStanding";
    const WHO: Who = Who::Member;
    type Params = MyStandingParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<MyStandingAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: MyStandingParams) -> Result<Json, Error> {
        my_standing(ctx, params.season).await
    }
}

/// The standing of the caller in a season.
pub async fn my_standing(ctx: &CommandContext, asked: Option<u32>) -> Result<Json, Error> {
    let (season, me) = (season(ctx, asked).await?, me(ctx)?);
    let standing = own_standing(ctx, season, &me).await?;
    // Only the next row above is read.
    let sql = Sql::fixed(
        r#"select jsonb_build_object('held', coalesce(bool_or("riskState" = 'held'), false),
            'eligible', _touchstone.is_ranked($1::text),
            'above', (select above."total"::int8 from "Standing" mine, lateral (
                select s."total" from "Standing" s where s."season" = mine."season" and s."eligible"
                    and (s."total", s."highCount", -s."lastSeq") > (mine."total", mine."highCount", -mine."lastSeq")
                order by s."total", s."highCount", -s."lastSeq" limit 1) above
            where mine."season" = $2::float8 and mine."personId" = $1::text and mine."eligible"))
        from "_User" where "personId" = $1::text"#,
        [Bind::from(me.as_str()), f64::from(season).into()],
    );
    let RankContext { held, eligible, above } = ctx.row(&sql).await?.unwrap_or_default();
    Ok(json!({
        "held": held,
        "eligible": eligible,
        "nextRank": standing.as_ref().and_then(|standing| next_rank(standing, above)),
        "standing": standing,
        "series": series(ctx, season, me.as_str()).await?,
    }))
}

/// Further facts about a user's standing.
#[derive(Default, Deserialize)]
struct RankContext {
    held: bool,
    eligible: bool,
    /// The total of the next person above them.
    above: Option<i64>,
}

/// The points that are missing to the next higher rank.
fn next_rank(standing: &Json, above: Option<i64>) -> Option<Json> {
    let (rank @ 2.., total) = (standing["rank"].as_u64()?, standing["total"].as_i64()?) else {
        return None;
    };
    let missing = above.map_or(1, |above| (above - total + 1).max(1));
    Some(json!({ "rank": rank - 1, "points": missing }))
}

#[derive(Deserialize)]
struct RankStep {
    at: String,
    total: i64,
    delta: i64,
    rule: String,
    explain: Explain,
}

/// The total after each entry of the last 30 days.
async fn series(ctx: &CommandContext, season: u32, person: &str) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('at', _touchstone.iso(e."at"), 'total', e.total::int8, 'delta', e."amount"::int8,
            'rule', e."rule", 'explain', e."explain")
        from (select *, sum("amount") over (order by "seq") as total from "PointsEntry"
            where "season" = $1::float8 and "personId" = $2::text) e
        where e."at" > $3::timestamptz - interval '30 days' order by e."seq" desc limit 300"#,
        [Bind::from(f64::from(season)), person.into(), ctx.now().into()],
    );
    let mut steps: Vec<RankStep> = ctx.rows(&sql).await?;
    steps.reverse();
    let shown = |step: &RankStep| {
        json!({ "at": step.at, "total": step.total, "delta": step.delta, "rule": step.rule,
            "sentence": step.explain.sentence() })
    };
    Ok(steps.iter().map(shown).collect())
}
