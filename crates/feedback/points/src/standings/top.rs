//! A page of the leaderboard, cached for its many readers.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::RankPageCache;
use super::answer_shape::StandingsTopAnswer;
use super::rank_page_cache::RankPage;
use super::ranks;
use super::rows::{me, own_standing, rows, season};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::invalid;
use feedback_core::timestamp::timestamp;

/// Rows per page.
const PAGE: u32 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StandingsTopParams {
    season: Option<u32>,
    page: Option<u32>,
}

pub(super) struct StandingsTop;

#[async_trait]
impl Query for StandingsTop {
    const NAME: &'static str = "standingsTop";
    const WHO: Who = Who::Member;
    type Params = StandingsTopParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<StandingsTopAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: StandingsTopParams) -> Result<Json, Error> {
        let page = params.page.unwrap_or(1);
        if !(1..=10_000).contains(&page) {
            return Err(invalid("PAGE", "This page does not exist."));
        }
        let (season, me) = (season(ctx, params.season).await?, me(ctx)?);
        let question = format!("{season} {page}");
        let find = async { read_page(ctx, season, page).await.map(Arc::new) };
        let shown = ctx.shared(&ctx.slot::<RankPageCache>().0, &question, find).await?;
        Ok(shown.to(&me, own_standing(ctx, season, &me).await?))
    }
}

async fn read_page(ctx: &CommandContext, season: u32, page: u32) -> Result<RankPage, Error> {
    let places = ranks::places(ctx, season, u64::from((page - 1) * PAGE) + 1, PAGE).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('seq', "seq", 'hash', "hash", 'at', _touchstone.iso("at"))
        from "LedgerCheckpoint" where "season" = $1::float8 order by "seq" desc limit 1"#,
        [Bind::from(f64::from(season))],
    );
    let checkpoint: Option<Json> = ctx.row(&sql).await?;
    let rules_and_seasons = ctx.read_rules_and_seasons().await?;
    let answer = json!({
        "season": season,
        "ruleSetVersion": rules_and_seasons.rules_at(timestamp(ctx.now()))?.version,
        "total": ranks::count(ctx, season).await?,
        "asOf": ctx.now().iso(),
        "rows": rows(ctx, season, &places, None).await?,
        "checkpoint": checkpoint,
    });
    Ok(RankPage { places, answer })
}
