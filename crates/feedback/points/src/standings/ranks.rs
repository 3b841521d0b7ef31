//! The order of a season: the number of ranked persons, the rank of a user, and the users at ranks.
//!
//! The database decides and can always answer. A rank cache is asked first, and its answer counts
//! only if it is for exactly the version in the database.

use feedback_model::PersonId;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::place::Rank;
use super::rank_cache;
use feedback_core::command_context::CommandContext;

/// The number of ranked persons.
pub(super) async fn count(ctx: &CommandContext, season: u32) -> Result<u64, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(coalesce(sum(people), 0)::bigint) from _touchstone.board_count where season = $1::float8::int",
        [Bind::from(f64::from(season))],
    );
    Ok(ctx.row(&sql).await?.unwrap_or(0))
}

/// The rank of a user, if ranked.
pub(super) async fn rank(
    ctx: &CommandContext,
    season: u32,
    person: &PersonId,
) -> Result<Option<u64>, Error> {
    if let Some(kept) = rank_cache::rank(ctx, season, person).await? {
        return Ok(kept);
    }
    let sql = Sql::fixed(
        r#"select to_jsonb(_touchstone.rank(mine)) from "Standing" mine
        where mine."season" = $1::float8 and mine."personId" = $2::text and mine."eligible""#,
        [Bind::from(f64::from(season)), person.as_str().into()],
    );
    ctx.row(&sql).await
}

/// The rows from rank `first` on, at most `count`.
pub(super) async fn places(
    ctx: &CommandContext,
    season: u32,
    first: u64,
    count: u32,
) -> Result<Vec<Rank>, Error> {
    if let Some(kept) = rank_cache::places(ctx, season, first, count).await? {
        return Ok(kept);
    }
    let skipped = i64::try_from(first.saturating_sub(1)).unwrap_or(i64::MAX);
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', page."personId", 'rank', $2::int8 + page.place)
        from (select s."personId", row_number() over () as place from (
            select "personId" from "Standing" where "season" = $1::float8 and "eligible"
            order by "total" desc, "highCount" desc, -"lastSeq" desc offset $2::int8 limit $3::int8) s) page
        order by page.place"#,
        [Bind::from(f64::from(season)), skipped.into(), i64::from(count).into()],
    );
    ctx.rows(&sql).await
}

/// A user and their neighbours, at most `radius` on either side. Empty if the user is not ranked.
pub(super) async fn around(
    ctx: &CommandContext,
    season: u32,
    person: &PersonId,
    radius: u32,
) -> Result<Vec<Rank>, Error> {
    let Some(rank) = rank(ctx, season, person).await? else { return Ok(Vec::new()) };
    let first = rank.saturating_sub(u64::from(radius)).max(1);
    let count = u32::try_from(rank - first).unwrap_or(radius) + radius + 1;
    if let Some(kept) = rank_cache::places(ctx, season, first, count).await? {
        return Ok(kept);
    }
    // Reads from their rank in both directions, so that the persons before them are not counted
    // again.
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', near."personId", 'rank', $3::int8 + near.step)
        from "Standing" mine, lateral (
            select above."personId", -row_number() over () as step from (
                select s."personId" from "Standing" s where s."season" = mine."season" and s."eligible"
                    and (s."total", s."highCount", -s."lastSeq") > (mine."total", mine."highCount", -mine."lastSeq")
                order by s."total", s."highCount", -s."lastSeq" limit $4::int8) above
            union all
            select below."personId", row_number() over () - 1 as step from (
                select s."personId" from "Standing" s where s."season" = mine."season" and s."eligible"
                    and (s."total", s."highCount", -s."lastSeq") <= (mine."total", mine."highCount", -mine."lastSeq")
                order by s."total" desc, s."highCount" desc, -s."lastSeq" desc limit $4::int8 + 1) below) near
        where mine."season" = $1::float8 and mine."personId" = $2::text and mine."eligible" order by near.step"#,
        [
            Bind::from(f64::from(season)),
            person.as_str().into(),
            i64::try_from(rank).unwrap_or(i64::MAX).into(),
            i64::from(radius).into(),
        ],
    );
    ctx.rows(&sql).await
}
