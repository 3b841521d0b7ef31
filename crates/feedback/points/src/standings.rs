//! Standings and ranks.
//!
//! The database defines the order. The rank cache, which finds positions faster, implements
//! [`boards::RankCache`] and returns the same answers.

mod answer_shape;
pub mod boards;
mod my_standing;
mod place;
mod plots;
mod rank_cache;
mod rank_page_cache;
mod ranks;
mod rows;
mod top;

use async_trait::async_trait;
use feedback_model::PersonId;
use parse_engine::{Error, Extension, Search};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use answer_shape::{StandingsAroundAnswer, StandingsFindAnswer};
use feedback_core::command::{Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;
use place::Rank;
use rows::{me, rows, season};

pub use my_standing::my_standing;
pub use rank_page_cache::RankPageCache;

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<top::StandingsTop>(extension, state);
    let extension = query::<StandingsAround>(extension, state);
    let extension = query::<StandingsFind>(extension, state);
    let extension = rank_cache::register(extension, state);
    let extension = my_standing::register(extension, state);
    plots::register(extension, state)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandingsAroundParams {
    season: Option<u32>,
    radius: Option<u32>,
}

struct StandingsAround;

#[async_trait]
impl Query for StandingsAround {
    const NAME: &'static str = "standingsAround";
    const WHO: Who = Who::Member;
    type Params = StandingsAroundParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<StandingsAroundAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: StandingsAroundParams) -> Result<Json, Error> {
        let radius = params.radius.unwrap_or(5);
        if radius > 25 {
            return Err(invalid("RADIUS", "At most 25 places are shown on either side."));
        }
        let (season, me) = (season(ctx, params.season).await?, me(ctx)?);
        let places = ranks::around(ctx, season, &me, radius).await?;
        let rows = rows(ctx, season, &places, Some(&me)).await?;
        let mine = rows.iter().find(|row| row["isMe"] == true).cloned();
        Ok(json!({ "rows": rows, "me": mine }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StandingsFindParams {
    season: Option<u32>,
    name: String,
}

struct StandingsFind;

#[async_trait]
impl Query for StandingsFind {
    const NAME: &'static str = "standingsFind";
    const WHO: Who = Who::Member;
    type Params = StandingsFindParams;
    type Answer = Json;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<StandingsFindAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: StandingsFindParams) -> Result<Json, Error> {
        let (season, me) = (season(ctx, params.season).await?, me(ctx)?);
        // Users who hide can find only themselves.
        let sql = Sql::fixed(
            r#"select to_jsonb(s."personId") from "Standing" s join "_User" u on u."objectId" = s."displayUser"
            where s."season" = $1::float8 and s."eligible" and starts_with(lower(u."username"), lower($2::text))
                and (s."personId" = $3::text or not _touchstone.is_hidden(u))
            order by s."total" desc, s."highCount" desc, s."lastSeq", s."personId" limit 10"#,
            [Bind::from(f64::from(season)), params.name.trim().into(), me.as_str().into()],
        );
        let persons: Vec<PersonId> = ctx.search(&sql, Search::Asked).await?;
        let mut places = Vec::new();
        for person in persons {
            if let Some(rank) = ranks::rank(ctx, season, &person).await? {
                places.push(Rank { rank, person });
            }
        }
        Ok(json!({ "rows": rows(ctx, season, &places, Some(&me)).await? }))
    }
}
