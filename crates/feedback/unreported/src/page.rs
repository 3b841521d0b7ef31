//! What failed on the chains, and how much of it was reported.

use async_trait::async_trait;
use feedback_model::rate::Rate;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Builds in the comparison, newest first.
const BUILDS: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnreportedFailuresParams {
    /// The newest one with calls, if it is left out.
    build: Option<String>,
    network: Option<String>,
}

/// A build with its counts.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct BuildCounts {
    id: String,
    version: Option<String>,
    released_at: Option<String>,
    #[serde(skip_serializing)]
    from: i64,
    #[serde(flatten)]
    sum: Counts,
    #[serde(skip_deserializing)]
    rate: Option<Rate>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize)]
struct Counts {
    calls: u64,
    failed: u64,
    linked: u64,
}

/// A build on one network.
#[derive(Debug, Deserialize, Serialize)]
struct NetworkCounts {
    network: String,
    build: String,
    #[serde(flatten)]
    sum: Counts,
    #[serde(skip_deserializing)]
    rate: Option<Rate>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UnreportedFailuresResult {
    networks: Vec<Json>,
    builds: Vec<BuildCounts>,
    by_network: Vec<NetworkCounts>,
    /// The build that the rest is about. `None` without counts.
    build: Option<BuildCounts>,
    reported: u64,
    /// Failures whose cause is not known.
    unexplained: f64,
    causes: Vec<Cause>,
    days: Vec<Json>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Cause {
    fingerprint: String,
    failure_class: String,
    cluster: Option<Json>,
    failed: f64,
    is_estimated: bool,
    reported: u64,
    failed_before: f64,
    first_at: String,
    /// Questions to testers about it, and their answers.
    questions: Json,
}

pub(super) struct UnreportedFailures;

#[async_trait]
impl Query for UnreportedFailures {
    const NAME: &'static str = "unreportedFailures";
    const WHO: Who = Who::Administrator;
    type Params = UnreportedFailuresParams;
    type Answer = UnreportedFailuresResult;

    async fn answer(
        ctx: &CommandContext,
        asked: UnreportedFailuresParams,
    ) -> Result<UnreportedFailuresResult, Error> {
        let network = asked.network.as_deref();
        let builds = builds(ctx, network).await?;
        let by_network = by_network(ctx).await?;
        let place = match &asked.build {
            Some(id) => {
                let place = builds.iter().position(|build| build.id == *id);
                Some(place.ok_or_else(|| invalid("BUILD", "No call was counted for this build."))?)
            }
            None => (!builds.is_empty()).then_some(0),
        };
        let mut result = UnreportedFailuresResult {
            networks: networks(ctx).await?,
            by_network,
            build: place.map(|place| builds[place].clone()),
            reported: 0,
            unexplained: 0.0,
            causes: Vec::new(),
            days: Vec::new(),
            builds,
        };
        let Some(place) = place else { return Ok(result) };
        let of = Window::of(&result.builds, place, network);
        result.causes = causes(ctx, &of).await?;
        result.reported = reported(ctx, &of).await?;
        result.days = days(ctx, &of).await?;
        let explained: f64 = result.causes.iter().map(|cause| cause.failed).sum();
        let failed = result.build.as_ref().map_or(0, |build| build.sum.failed);
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 calls")]
        let unexplained = failed as f64 - explained;
        // Shares are fractions, and their sum may miss the whole by a rounding error.
        result.unexplained = if unexplained < 0.001 { 0.0 } else { unexplained };
        result.builds.truncate(BUILDS);
        Ok(result)
    }
}

/// A build, the one before it, and the time from its release to the next one.
struct Window<'a> {
    build: &'a str,
    before: Option<&'a str>,
    from: Date,
    until: Option<Date>,
    network: Option<&'a str>,
}

impl<'a> Window<'a> {
    fn of(builds: &'a [BuildCounts], place: usize, network: Option<&'a str>) -> Window<'a> {
        let later = place.checked_sub(1).and_then(|later| builds.get(later));
        Window {
            build: &builds[place].id,
            before: builds.get(place + 1).map(|before| &*before.id),
            from: Date::from_millis(builds[place].from),
            until: later.map(|later| Date::from_millis(later.from)),
            network,
        }
    }

    fn binds(&self) -> [Bind; 5] {
        [
            Bind::from(self.build),
            self.network.into(),
            self.from.into(),
            self.until.into(),
            self.before.into(),
        ]
    }
}

fn rate(sum: &Counts) -> Option<Rate> {
    Rate::of(sum.failed, sum.calls)
}

/// The builds with calls, newest first. Calls from before the first release are a build without a name.
async fn builds(ctx: &CommandContext, network: Option<&str>) -> Result<Vec<BuildCounts>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', d.build, 'version', b."version", 'releasedAt', _touchstone.iso(b."releasedAt"),
            'from', coalesce(_touchstone.in_millis(b."releasedAt"), 0), 'calls', sum(d.calls)::int8, 'failed', sum(d.failed)::int8,
            'linked', sum(d.linked)::int8)
        from _touchstone.call_day d left join "Build" b on b."objectId" = d.build
        where $1::text is null or d.network = $1::text
        group by d.build, b."version", b."releasedAt", b."ordinal" order by b."releasedAt" desc nulls last, b."ordinal" desc limit 100"#,
        [Bind::from(network)],
    );
    let mut builds: Vec<BuildCounts> = ctx.rows(&sql).await?;
    builds.iter_mut().for_each(|build| build.rate = rate(&build.sum));
    Ok(builds)
}

async fn by_network(ctx: &CommandContext) -> Result<Vec<NetworkCounts>, Error> {
    let sql = Sql::new(
        "select jsonb_build_object('network', network, 'build', build, 'calls', sum(calls)::int8, 'failed', sum(failed)::int8,
            'linked', sum(linked)::int8)
        from _touchstone.call_day group by network, build order by network, build limit 5000",
    );
    let mut rows: Vec<NetworkCounts> = ctx.rows(&sql).await?;
    rows.iter_mut().for_each(|row| row.rate = rate(&row.sum));
    Ok(rows)
}

/// The causes with the most unreported failures first.
async fn causes(ctx: &CommandContext, of: &Window<'_>) -> Result<Vec<Cause>, Error> {
    ctx.rows(&Sql::fixed(CAUSES, of.binds())).await
}

/// Reports are counted by transaction, from the same time and networks.
const CAUSES: &str = r#"with seen as (
    select s.fingerprint, s.class, sum(s.failed) as failed, bool_or(s.is_estimated) as is_estimated, min(s.first_at) as first_at
    from _touchstone.call_cause_share s
    where s.build = $1::text and ($2::text is null or s.network = $2::text) group by s.fingerprint, s.class),
earlier as (
    select s.fingerprint, sum(s.failed) as failed from _touchstone.call_cause_share s
    where s.build = $5::text and ($2::text is null or s.network = $2::text) group by s.fingerprint),
told as (
    select seen.*, coalesce(earlier.failed, 0) as failed_before, (
        select count(distinct (e."network", e."txHash")) from "Evidence" e
        where e."fingerprint" = seen.fingerprint and e."issue" is not null and e."txHash" is not null
            and e."blockTime" >= $3::timestamptz and ($4::timestamptz is null or e."blockTime" < $4::timestamptz)
            and ($2::text is null or e."network" = $2::text)) as reported
    from seen left join earlier using (fingerprint))
select jsonb_build_object('fingerprint', told.fingerprint, 'failureClass', told.class, 'failed', told.failed, 'reported', told.reported,
    'isEstimated', told.is_estimated, 'failedBefore', told.failed_before, 'firstAt', _touchstone.iso(told.first_at),
    'questions', (select jsonb_build_object('asked', count(*), 'reported', count(*) filter (where q.answer = 'report'),
            'fine', count(*) filter (where q.answer = 'fine'))
        from _touchstone.failure_question q where q.fingerprint = told.fingerprint and q.failed_at >= $3::timestamptz
            and ($4::timestamptz is null or q.failed_at < $4::timestamptz) and ($2::text is null or q.network = $2::text)),
    'cluster', case when c."objectId" is not null then jsonb_build_object('id', c."objectId", 'title', c."title",
        'sentence', c."sentence", 'verdict', c."verdict", 'state', c."state", 'rootIssue', (select i."number"::int
            from "Issue" i where i."objectId" = c."rootIssue")) end)
from told left join "FailureCluster" c on c."fingerprint" = told.fingerprint
order by told.failed - told.reported desc, told.failed desc, told.fingerprint limit 200"#;

/// Distinct failed transactions of the networks that are counted, attached to issues.
async fn reported(ctx: &CommandContext, of: &Window<'_>) -> Result<u64, Error> {
    let [_, network, from, until, _] = of.binds();
    let sql = Sql::fixed(
        r#"select to_jsonb(count(distinct (e."network", e."txHash"))) from "Evidence" e
        where e."issue" is not null and e."txHash" is not null and e."failureClass" is not null
            and e."blockTime" >= $2::timestamptz and ($3::timestamptz is null or e."blockTime" < $3::timestamptz)
            and e."network" in (select w.network from _touchstone.call_watch w where $1::text is null or w.network = $1::text)"#,
        [network, from, until],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// Calls, failures and reported failures of each day with calls.
async fn days(ctx: &CommandContext, of: &Window<'_>) -> Result<Vec<Json>, Error> {
    let [build, network, from, until, _] = of.binds();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('day', _touchstone.iso('epoch'::timestamptz + d.day * interval '1 day'), 'calls', d.calls,
            'failed', d.failed, 'reported', (select count(distinct (e."network", e."txHash")) from "Evidence" e
                where e."issue" is not null and e."txHash" is not null and e."failureClass" is not null
                    and e."blockTime" >= greatest($3::timestamptz, 'epoch'::timestamptz + d.day * interval '1 day')
                    and e."blockTime" < least($4::timestamptz, 'epoch'::timestamptz + (d.day + 1) * interval '1 day')
                    and e."network" in (select w.network from _touchstone.call_watch w where $2::text is null or w.network = $2::text)))
        from (select day, sum(calls)::int8 as calls, sum(failed)::int8 as failed from _touchstone.call_day
            where build = $1::text and ($2::text is null or network = $2::text) group by day order by day desc limit 60) d
        order by d.day"#,
        [build, network, from, until],
    );
    ctx.rows(&sql).await
}

/// The networks, and how far their calls are counted.
pub(super) async fn networks(ctx: &CommandContext) -> Result<Vec<Json>, Error> {
    ctx.rows(&Sql::new(NETWORKS)).await
}

const NETWORKS: &str = r#"select jsonb_build_object('id', n."objectId", 'name', n."name", 'chainId', n."chainId"::int8,
    'isEnabled', n."enabled", 'isOn', coalesce(w.is_on, false),
    'contracts', (select count(*) from "Contract" c where c."network" = n."objectId" and c."enabled"),
    'blocksPerDay', (86400000 / n."blockTimeMs")::int8, 'firstBlock', w.first_block, 'block', w.block,
    'behind', greatest(w.confirmed - w.block, 0), 'countedAt', _touchstone.iso(w.counted_at), 'problem', w.problem,
    'missing', (select coalesce(sum(g.last_block - g.first_block + 1), 0)::int8 from _touchstone.call_gap g where g.network = n."objectId"),
    'gaps', (select coalesce(jsonb_agg(jsonb_build_object('from', g.first_block, 'to', g.last_block, 'reason', g.reason,
        'noticedAt', _touchstone.iso(g.noticed_at)) order by g.first_block desc), '[]')
        from (select * from _touchstone.call_gap g where g.network = n."objectId" order by g.first_block desc limit 20) g))
from "Network" n left join _touchstone.call_watch w on w.network = n."objectId"
where n."enabled" or w.network is not null order by lower(n."name"), n."objectId" limit 200"#;
