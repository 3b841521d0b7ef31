//! Statistics: where users tested, how swaps failed there, and how accurate quotes were.
//!
//! Days are in UTC. Hidden evidence is not counted.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::evidence::WalletKind;
use feedback_model::histogram::{Bin, Counted, bins, quantile, total};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::period::{Period, today};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;

/// Edges, in basis points, for executed amounts compared with their quotes.
const QUOTE_EDGES: &[i64] =
    &[-10_000, -500, -200, -100, -50, -30, -20, -10, -5, 0, 5, 10, 20, 30, 50, 10_001];

/// Edges, in basis points of the tolerance that a swap used.
const HEADROOM_EDGES: &[i64] = &[0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_001];

/// Share of the tolerance from which a swap counts as ending on its floor.
const FLOOR: i64 = 9900;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoverageMatrixParams {
    period: Period,
}

#[derive(Serialize)]
pub(super) struct CoverageMatrixResult {
    networks: Vec<Json>,
    wallets: Vec<&'static str>,
    cells: Vec<Json>,
}

pub(super) struct CoverageMatrix;

#[async_trait]
impl Query for CoverageMatrix {
    const NAME: &'static str = "coverageMatrix";
    const WHO: Who = Who::Member;
    type Params = CoverageMatrixParams;
    type Answer = CoverageMatrixResult;

    async fn answer(
        ctx: &CommandContext,
        asked: CoverageMatrixParams,
    ) -> Result<CoverageMatrixResult, Error> {
        let networks = Sql::new(
            r#"select jsonb_build_object('id', n."objectId", 'name', n."name") from "Network" n
            where n."enabled" or exists (select from _touchstone.evidence_day d where d.network = n."objectId" and d.count > 0)
            order by n."isTestnet", n."name", n."objectId""#,
        );
        let cells = Sql::fixed(
            r#"select jsonb_build_object('network', d.network, 'wallet', d.wallet, 'count', sum(d.count), 'failed', sum(d.failed))
            from _touchstone.evidence_day d where d.day >= $1::int8 and d.network <> '' and d.wallet <> ''
            group by d.network, d.wallet having sum(d.count) > 0 order by d.network, d.wallet"#,
            [Bind::from(asked.period.first_day(ctx.now()))],
        );
        Ok(CoverageMatrixResult {
            networks: ctx.rows(&networks).await?,
            wallets: WalletKind::ALL.map(WalletKind::key).to_vec(),
            cells: ctx.rows(&cells).await?,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureStatsParams {
    period: Period,
    build: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ClassOverTime {
    failure_class: String,
    total: u64,
    per_day: Vec<u64>,
}

#[derive(Serialize)]
struct QuoteError {
    count: u64,
    p5: i64,
    p50: i64,
    p95: i64,
    bins: Vec<Bin>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SlippageHeadroom {
    count: u64,
    on_the_floor: u64,
    bins: Vec<Bin>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FailureStatsResult {
    days: Vec<String>,
    classes: Vec<ClassOverTime>,
    builds: Vec<Json>,
    quote_error: Option<QuoteError>,
    headroom: Option<SlippageHeadroom>,
}

pub(super) struct FailureStats;

#[async_trait]
impl Query for FailureStats {
    const NAME: &'static str = "failureStats";
    const WHO: Who = Who::Member;
    type Params = FailureStatsParams;
    type Answer = FailureStatsResult;

    async fn answer(
        ctx: &CommandContext,
        asked: FailureStatsParams,
    ) -> Result<FailureStatsResult, Error> {
        let days: Vec<i64> = (asked.period.first_day(ctx.now())..=today(ctx.now())).collect();
        let quotes = compared(ctx, "quote", &asked, &days).await?;
        let headroom = compared(ctx, "headroom", &asked, &days).await?;
        Ok(FailureStatsResult {
            classes: classes(ctx, &asked, &days).await?,
            builds: builds(ctx, &asked, &days).await?,
            quote_error: quote_error(&quotes),
            headroom: used(&headroom),
            days: days.iter().map(|day| iso(*day)).collect(),
        })
    }
}

fn iso(day: i64) -> String {
    Date::from_millis(day * 86_400_000).iso()
}

fn binds(asked: &FailureStatsParams, days: &[i64]) -> [Bind; 2] {
    [Bind::from(days.first().copied().unwrap_or_default()), asked.build.as_deref().into()]
}

/// How often each failure class was seen on each day, most frequent first.
async fn classes(
    ctx: &CommandContext,
    asked: &FailureStatsParams,
    days: &[i64],
) -> Result<Vec<ClassOverTime>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(d.class, d.day, sum(d.count)) from _touchstone.evidence_day d
        where d.day >= $1::int8 and d.class <> '' and ($2::text is null or d.build = $2::text)
        group by d.class, d.day having sum(d.count) > 0"#,
        binds(asked, days),
    );
    let found: Vec<(String, i64, u64)> = ctx.rows(&sql).await?;
    let first = days.first().copied().unwrap_or_default();
    let mut classes: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for (class, day, count) in found {
        let per_day = classes.entry(class).or_insert_with(|| vec![0; days.len()]);
        // A block's timestamp may be tomorrow.
        let place = usize::try_from(day - first).unwrap_or(0).min(days.len().saturating_sub(1));
        if let Some(sum) = per_day.get_mut(place) {
            *sum += count;
        }
    }
    let mut classes: Vec<ClassOverTime> = classes
        .into_iter()
        .map(|(failure_class, per_day)| ClassOverTime {
            failure_class,
            total: per_day.iter().sum(),
            per_day,
        })
        .collect();
    classes.sort_by_key(|class| std::cmp::Reverse(class.total));
    Ok(classes)
}

/// Number of swaps, and of failed ones, by build, oldest build first.
async fn builds(
    ctx: &CommandContext,
    asked: &FailureStatsParams,
    days: &[i64],
) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('version', b."version", 'swaps', sum(d.count), 'failures', sum(d.failed))
        from _touchstone.evidence_day d join "Build" b on b."objectId" = d.build
        where d.day >= $1::int8 and ($2::text is null or d.build = $2::text) and b."ordinal" > 0
        group by b."objectId", b."version", b."channel", b."ordinal" having sum(d.count) > 0
        order by b."channel", b."ordinal""#,
        binds(asked, days),
    );
    ctx.rows(&sql).await
}

/// How often each number of basis points occurred, ascending.
async fn compared(
    ctx: &CommandContext,
    kind: &'static str,
    asked: &FailureStatsParams,
    days: &[i64],
) -> Result<Vec<Counted>, Error> {
    let [first, build] = binds(asked, days);
    let sql = Sql::fixed(
        r#"select jsonb_build_array(d.bps, sum(d.count)) from _touchstone.compare_day d
        where d.kind = $3::text and d.day >= $1::int8 and ($2::text is null or d.build = $2::text)
        group by d.bps having sum(d.count) > 0 order by d.bps"#,
        [first, build, kind.into()],
    );
    let found: Vec<(i64, u64)> = ctx.rows(&sql).await?;
    Ok(found.into_iter().map(|(value, count)| Counted { value, count }).collect())
}

fn quote_error(values: &[Counted]) -> Option<QuoteError> {
    Some(QuoteError {
        count: total(values),
        p5: quantile(values, 5)?,
        p50: quantile(values, 50)?,
        p95: quantile(values, 95)?,
        bins: bins(values, QUOTE_EDGES),
    })
}

fn used(values: &[Counted]) -> Option<SlippageHeadroom> {
    let on_the_floor = values.iter().filter(|value| value.value >= FLOOR);
    let on_the_floor = on_the_floor.map(|value| value.count).sum();
    let count = total(values);
    (count > 0).then(|| SlippageHeadroom {
        count,
        on_the_floor,
        bins: bins(values, HEADROOM_EDGES),
    })
}
