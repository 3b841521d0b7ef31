//! Where whoever asks stands, and how they came there.

use async_trait::async_trait;
use feedback_model::explain::Explain;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::ranks::{ByDatabase, Ranks};
use super::{me, season, standing_of};
use crate::command::{Question, Who, question};
use crate::desk::Desk;
use crate::setting::Settings;

pub(super) fn bring(extension: Extension, settings: &Settings) -> Extension {
    question::<MyStanding>(extension, settings)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mine {
    season: Option<u32>,
}

struct MyStanding;

#[async_trait]
impl Question for MyStanding {
    const NAME: &'static str = "myStanding";
    const WHO: Who = Who::Member;
    type Params = Mine;
    type Answer = Json;

    async fn answer(desk: &Desk, params: Mine) -> Result<Json, Error> {
        my_standing(desk, params.season).await
    }
}

/// Where whoever asks stands in a season.
pub(crate) async fn my_standing(desk: &Desk, asked: Option<u32>) -> Result<Json, Error> {
    let (season, me) = (season(desk, asked).await?, me(desk).await?);
    let standing = standing_of(desk, season, &me, &me).await?;
    let next = match &standing {
        Some(standing) => next_rank(desk, season, standing).await?,
        None => None,
    };
    let sql = Sql::fixed(
        r#"select jsonb_build_object('held', coalesce(bool_or("riskState" = 'held'), false),
            'eligible', _touchstone.is_ranked($1::text))
        from "_User" where "personId" = $1::text"#,
        [Bind::from(me.as_str())],
    );
    let mut answer: Json = desk.row(&sql).await?.unwrap_or_else(|| json!({}));
    answer["standing"] = json!(standing);
    answer["nextRank"] = json!(next);
    answer["series"] = json!(series(desk, season, me.as_str()).await?);
    Ok(answer)
}

/// How many points are missing to the next higher rank.
async fn next_rank(desk: &Desk, season: u32, standing: &Json) -> Result<Option<Json>, Error> {
    let (Some(rank @ 2..), Some(total)) = (standing["rank"].as_u64(), standing["total"].as_i64())
    else {
        return Ok(None);
    };
    let Some(above) = ByDatabase.places(desk, season, rank - 1, 1).await?.pop() else {
        return Ok(None);
    };
    let sql = Sql::fixed(
        r#"select to_jsonb("total"::int8) from "Standing" where "season" = $1::float8 and "personId" = $2::text"#,
        [Bind::from(f64::from(season)), above.person.as_str().into()],
    );
    let theirs: i64 = desk.row(&sql).await?.unwrap_or(total);
    Ok(Some(json!({ "rank": rank - 1, "points": (theirs - total + 1).max(1) })))
}

#[derive(Deserialize)]
struct Step {
    at: String,
    total: i64,
    delta: i64,
    rule: String,
    explain: Explain,
}

/// The total after each entry of the last 30 days.
async fn series(desk: &Desk, season: u32, person: &str) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('at', _touchstone.iso(e."at"), 'total', e.total::int8, 'delta', e."amount"::int8,
            'rule', e."rule", 'explain', e."explain")
        from (select *, sum("amount") over (order by "seq") as total from "PointsEntry"
            where "season" = $1::float8 and "personId" = $2::text) e
        where e."at" > $3::timestamptz - interval '30 days' order by e."seq" desc limit 300"#,
        [Bind::from(f64::from(season)), person.into(), desk.now().into()],
    );
    let mut steps: Vec<Step> = desk.rows(&sql).await?;
    steps.reverse();
    let shown = |step: &Step| {
        json!({ "at": step.at, "total": step.total, "delta": step.delta, "rule": step.rule,
            "sentence": step.explain.sentence() })
    };
    Ok(steps.iter().map(shown).collect())
}
