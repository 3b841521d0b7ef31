//! The order of a season: who is first, and who stands at a place.

use async_trait::async_trait;
use feedback_model::PersonId;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use crate::desk::Desk;

/// A place and who stands there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Place {
    /// From 1, without gaps and ties.
    pub(super) rank: u64,
    pub(super) person: PersonId,
}

/// Answers about the order of a season. Only who is ranked is in it.
#[async_trait]
pub(super) trait Ranks {
    /// How many are ranked.
    async fn count(&self, desk: &Desk, season: u32) -> Result<u64, Error>;
    /// The rank of somebody, if they have one.
    async fn rank(&self, desk: &Desk, season: u32, person: &PersonId)
    -> Result<Option<u64>, Error>;
    /// Those who stand from rank `first` on, at most `count`.
    async fn places(
        &self,
        desk: &Desk,
        season: u32,
        first: u64,
        count: u32,
    ) -> Result<Vec<Place>, Error>;
}

/// Answers by PostgreSQL, which decides the order; good to some hundred thousand persons.
pub(super) struct ByDatabase;

#[async_trait]
impl Ranks for ByDatabase {
    async fn count(&self, desk: &Desk, season: u32) -> Result<u64, Error> {
        let sql = Sql::fixed(
            r#"select to_jsonb(count(*)) from "Standing" where "season" = $1::float8 and "eligible""#,
            [Bind::from(f64::from(season))],
        );
        Ok(desk.row(&sql).await?.unwrap_or(0))
    }

    async fn rank(
        &self,
        desk: &Desk,
        season: u32,
        person: &PersonId,
    ) -> Result<Option<u64>, Error> {
        let sql = Sql::fixed(
            r#"select to_jsonb(1 + (select count(*) from "Standing" s
                where s."season" = mine."season" and s."eligible" and s."total" >= mine."total"
                    and (s."total" > mine."total" or s."highCount" > mine."highCount"
                        or (s."highCount" = mine."highCount"
                            and (s."lastSeq", s."personId") < (mine."lastSeq", mine."personId")))))
            from "Standing" mine
            where mine."season" = $1::float8 and mine."personId" = $2::text and mine."eligible""#,
            [Bind::from(f64::from(season)), person.as_str().into()],
        );
        desk.row(&sql).await
    }

    async fn places(
        &self,
        desk: &Desk,
        season: u32,
        first: u64,
        count: u32,
    ) -> Result<Vec<Place>, Error> {
        let before = i64::try_from(first.saturating_sub(1)).unwrap_or(i64::MAX);
        let sql = Sql::fixed(
            r#"select jsonb_build_object('person', page."personId", 'rank', $2::int8 + row_number() over (order by
                    page."total" desc, page."highCount" desc, page."lastSeq", page."personId"))
            from (select * from "Standing" where "season" = $1::float8 and "eligible"
                order by "total" desc, "highCount" desc, "lastSeq", "personId" offset $2::int8 limit $3::int8) page
            order by page."total" desc, page."highCount" desc, page."lastSeq", page."personId""#,
            [Bind::from(f64::from(season)), before.into(), i64::from(count).into()],
        );
        desk.rows(&sql).await
    }
}
