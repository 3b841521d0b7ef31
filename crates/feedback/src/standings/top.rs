//! A page of ranks, found for one of many who look at it.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::rank_page_cache::Shown;
use super::ranks;
use super::rows::{me, own_standing, rows, season};
use crate::command::{Question, Who};
use crate::desk::Desk;
use crate::refused::invalid;
use crate::timestamp::moment;

/// How many stand on a page.
const PAGE: u32 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Top {
    season: Option<u32>,
    page: Option<u32>,
}

pub(super) struct StandingsTop;

#[async_trait]
impl Question for StandingsTop {
    const NAME: &'static str = "standingsTop";
    const WHO: Who = Who::Member;
    type Params = Top;
    type Answer = Json;

    async fn answer(desk: &Desk, params: Top) -> Result<Json, Error> {
        let page = params.page.unwrap_or(1);
        if !(1..=10_000).contains(&page) {
            return Err(invalid("PAGE", "This page does not exist."));
        }
        let (season, me) = (season(desk, params.season).await?, me(desk)?);
        let question = format!("{season} {page}");
        let find = async { shown(desk, season, page).await.map(Arc::new) };
        let shown = desk.shared(&desk.tops().0, &question, find).await?;
        Ok(shown.to(&me, own_standing(desk, season, &me).await?))
    }
}

async fn shown(desk: &Desk, season: u32, page: u32) -> Result<Shown, Error> {
    let places = ranks::places(desk, season, u64::from((page - 1) * PAGE) + 1, PAGE).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('seq', "seq", 'hash', "hash", 'at', _touchstone.iso("at"))
        from "LedgerCheckpoint" where "season" = $1::float8 order by "seq" desc limit 1"#,
        [Bind::from(f64::from(season))],
    );
    let checkpoint: Option<Json> = desk.row(&sql).await?;
    let book = desk.read_book().await?;
    let answer = json!({
        "season": season,
        "ruleSetVersion": book.rules_at(moment(desk.now()))?.version,
        "total": ranks::count(desk, season).await?,
        "asOf": desk.now().iso(),
        "rows": rows(desk, season, &places, None).await?,
        "checkpoint": checkpoint,
    });
    Ok(Shown { places, answer })
}
