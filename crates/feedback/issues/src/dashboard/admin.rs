//! The dashboard of administrators: the queue, response targets, and trends.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::query::{DashboardQuery, IN_OUT};
use super::setup_steps;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Days that the weekly counts cover at least.
const WEEKS: i64 = 42;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DashboardAdminParams {
    days: i64,
    build: Option<String>,
}

pub(super) struct DashboardAdmin;

#[async_trait]
impl Query for DashboardAdmin {
    const NAME: &'static str = "dashboardAdmin";
    const WHO: Who = Who::Administrator;
    type Params = DashboardAdminParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: DashboardAdminParams) -> Result<Json, Error> {
        if !matches!(params.days, 7 | 30 | 90) {
            return Err(invalid("DAYS", "Choose 7, 30 or 90 days."));
        }
        let zone = ctx.settings().await?.text("programme.timeZone");
        let asked = |days: i64| {
            Ok::<DashboardQuery, Error>(DashboardQuery {
                since: ctx.now().plus_seconds(-days * 86_400),
                build: params.build.clone(),
                zone: zone.clone(),
                me: ctx.member()?.id.clone(),
            })
        };
        let (stretch, weeks) = (asked(params.days)?, asked(params.days.max(WEEKS))?);
        // At most half of them run at once, so that other requests get connections.
        let (now, promise, in_out, queue_age, times, areas) = tokio::try_join!(
            stretch.row(ctx, NOW),
            promise(ctx, &stretch),
            stretch.rows(ctx, IN_OUT),
            stretch.rows(ctx, QUEUE_AGE),
            weeks.rows(ctx, TIMES),
            weeks.rows(ctx, AREAS),
        )?;
        let (outcomes, testers, issued, hours, setup) = tokio::try_join!(
            weeks.rows(ctx, OUTCOMES),
            stretch.rows(ctx, TESTERS),
            weeks.rows(ctx, ISSUED),
            stretch.rows(ctx, HOURS),
            setup_steps::steps(ctx),
        )?;
        Ok(json!({
            "queue": now["queue"],
            "urgent": now["urgent"],
            "regressions": now["regressions"],
            "promise": promise,
            "inOut": in_out,
            "queueAge": queue_age,
            "times": times,
            "areas": areas,
            "outcomes": outcomes,
            "testers": testers,
            "issued": issued,
            "hours": hours,
            "setup": setup,
        }))
    }
}

/// The share of reports that were answered within their response target.
async fn promise(ctx: &CommandContext, asked: &DashboardQuery) -> Result<Json, Error> {
    let settings = ctx.settings().await?;
    let hours = |key: &str| settings.value(key).as_i64().unwrap_or_default();
    let mut sql = asked.statement(ctx, PROMISE_BEGINS)?;
    sql.bind(hours("promise.firstResponseS1h")).push(" else ");
    sql.bind(hours("promise.firstResponseH")).push(PROMISE_ENDS);
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

const PROMISE_BEGINS: &str = r#", promised as (
    select extract(epoch from issue."firstResponseAt" - issue."submittedAt") / 3600 as took,
        extract(epoch from asked.now - issue."submittedAt") / 3600 as age,
        case when issue."severityClaimed" = 'S1' then "#;
/// Reports without an answer count once they are late.
const PROMISE_ENDS: &str = r#" end as hours
    from issue, asked where issue."submittedAt" > asked.since and issue."resolution" is distinct from 'withdrawn')
select jsonb_build_object(
    'inTimePct', round(100.0 * count(*) filter (where took <= hours) / nullif(count(*) filter (where took is not null or age > hours), 0)),
    'p90Hours', round(percentile_cont(0.9) within group (order by took)::numeric, 1)) from promised"#;

const NOW: &str = r#"select jsonb_build_object(
    'queue', jsonb_build_object(
        'waiting', count(*) filter (where waits),
        'oldestHours', floor(extract(epoch from max(asked.now - issue."submittedAt") filter (where waits)) / 3600)),
    'urgent', jsonb_build_object(
        's1', count(*) filter (where is_open and coalesce(issue."severity", issue."severityClaimed") = 'S1'),
        'private', count(*) filter (where is_open and issue."visibility" = 'private')),
    'regressions', (select count(*) from "IssueEvent" e, asked a where e."type" = 'regression' and e."at" > a.since))
from asked left join (
    select i.*, i."status" not in ('closed', 'verified') as is_open,
        i."status" = 'new' and (i."snoozedUntil" is null or i."snoozedUntil" <= a.now) as waits
    from issue i, asked a) issue on true"#;

/// In steps of four hours. The last step has everything older than two days.
const QUEUE_AGE: &str = r#", age as (
    select least(floor(extract(epoch from asked.now - issue."submittedAt") / 14400), 12) as step from issue, asked
    where issue."status" = 'new' and (issue."snoozedUntil" is null or issue."snoozedUntil" <= asked.now))
select jsonb_build_object('fromHours', step * 4, 'toHours', case when step < 12 then step * 4 + 4 end,
    'count', (select count(*) from age where age.step = steps.step))
from generate_series(0, 12) steps(step) order by step"#;

/// Hours to first response, decision and fix, for the events of each week.
const TIMES: &str = r#", took as (
    select 'first' as what, issue."firstResponseAt" as at, issue."firstResponseAt" - issue."submittedAt" as took from issue
    union all
    select 'decide', decided, decided - issue."submittedAt"
    from issue, lateral (select least(issue."confirmedAt", issue."closedAt") as decided) d
    where issue."resolution" is distinct from 'withdrawn'
    union all
    select 'fix', issue."fixedAt", issue."fixedAt" - issue."confirmedAt" from issue),
weekly as (
    select to_char(took.at at time zone asked.zone, 'IYYY-"W"IW') as week, what,
        round((percentile_cont(0.5) within group (order by extract(epoch from took)))::numeric / 3600, 1) as half,
        round((percentile_cont(0.9) within group (order by extract(epoch from took)))::numeric / 3600, 1) as most
    from took, asked where took.at > asked.since group by 1, 2)
select jsonb_build_object('week', week,
    'firstP50', max(half) filter (where what = 'first'), 'firstP90', max(most) filter (where what = 'first'),
    'decideP50', max(half) filter (where what = 'decide'), 'decideP90', max(most) filter (where what = 'decide'),
    'fixP50', max(half) filter (where what = 'fix'), 'fixP90', max(most) filter (where what = 'fix'))
from weekly group by week order by week"#;

const AREAS: &str = r#", weekly as (
    select to_char(issue."submittedAt" at time zone asked.zone, 'IYYY-"W"IW') as week, issue."area" as area, count(*) as count
    from issue, asked where issue."submittedAt" > asked.since group by 1, 2)
select jsonb_build_object('week', week, 'byArea', jsonb_object_agg(area, count)) from weekly group by week order by week"#;

const OUTCOMES: &str = r#", outcome as (
    select issue."confirmedAt" as at, 'accepted' as what from issue where issue."confirmedAt" is not null
    union all
    select issue."closedAt", case issue."resolution" when 'duplicate' then 'duplicate' else 'rejected' end
    from issue where issue."resolution" = 'duplicate' or (issue."confirmedAt" is null
        and issue."resolution" in ('invalid', 'spam', 'not_reproducible', 'working_as_intended', 'wont_fix')))
select jsonb_build_object('week', to_char(outcome.at at time zone asked.zone, 'IYYY-"W"IW'),
    'accepted', count(*) filter (where what = 'accepted'), 'duplicate', count(*) filter (where what = 'duplicate'),
    'rejected', count(*) filter (where what = 'rejected'))
from outcome, asked where outcome.at > asked.since
group by to_char(outcome.at at time zone asked.zone, 'IYYY-"W"IW')
order by to_char(outcome.at at time zone asked.zone, 'IYYY-"W"IW')"#;

/// Users who reported, voted, commented or checked each day, and users who joined.
const TESTERS: &str = r#", act as (
    select "reporter" as who, "submittedAt" as at from "Issue"
    union all select "user", "at" from "Vote"
    union all select "author", "createdAt" from "Comment"
    union all select "user", "at" from "FixCheck"),
acted as (
    select (act.at at time zone asked.zone)::date as day, count(distinct u."personId") as count
    from act join "_User" u on u."objectId" = act.who and not coalesce(u."isAdmin", false), asked
    where act.at > asked.since group by 1),
joined as (
    select (u."createdAt" at time zone asked.zone)::date as day, count(*) as count
    from "_User" u, asked where u."createdAt" > asked.since and not coalesce(u."isAdmin", false) group by 1)
select jsonb_build_object('day', to_char(one.day, 'YYYY-MM-DD'), 'active', coalesce(acted.count, 0), 'new', coalesce(joined.count, 0))
from (select days::date as day from asked, generate_series((asked.since at time zone asked.zone)::date,
        (asked.now at time zone asked.zone)::date, interval '1 day') days) one
left join acted on acted.day = one.day left join joined on joined.day = one.day order by one.day"#;

const ISSUED: &str = r#", weekly as (
    select to_char(e."at" at time zone asked.zone, 'IYYY-"W"IW') as week, e."rule" as rule, sum(e."amount")::int8 as amount
    from "PointsEntry" e, asked where e."at" > asked.since group by 1, 2)
select jsonb_build_object('week', week, 'byRule', jsonb_object_agg(rule, amount)) from weekly group by week order by week"#;

/// Weekdays count from Sunday. Hours are in UTC, because testers are in many time zones.
const HOURS: &str = r#"select jsonb_build_array(extract(dow from at)::int, extract(hour from at)::int, count(*))
from (select issue."submittedAt" at time zone 'UTC' as at from issue, asked where issue."submittedAt" > asked.since) report
group by extract(dow from at), extract(hour from at) order by 1"#;
