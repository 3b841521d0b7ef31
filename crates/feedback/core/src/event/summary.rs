//! The daily summary: the activity of a day and the open work at its end, as one event for team
//! channels.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::append::{DomainEvent, append};
use crate::command_context::CommandContext;
use crate::event::EventKind;
use crate::task::{Task, TaskRun};

/// Creates the summary of each day at the digest hour in the time zone of the programme.
pub(super) struct DailySummary;

#[async_trait]
impl Task for DailySummary {
    const NAME: &'static str = "daily summary";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.begin().await?;
        let outcome = sum_up(&ctx).await;
        run.end(ctx, outcome).await
    }
}

/// From one digest hour to the next, which is not always 24 hours when clocks change.
#[derive(Debug, Deserialize)]
struct Day {
    begins: i64,
    ends: i64,
}

/// The numbers of a day. An issue counts once, and undone decisions do not count.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    submitted: u64,
    /// How many of these are critical, by their severity or else by the reporter's claim.
    critical: u64,
    confirmed: u64,
    fixed: u64,
    verified: u64,
    /// Closed without a fix: answered, declined or merged.
    closed: u64,
    regressed: u64,
    /// Reports from before the end of the day that are not triaged yet.
    waiting: u64,
    oldest_waiting_since: Option<String>,
}

impl Summary {
    /// A day without activity and without open work gets no summary.
    fn is_empty(&self) -> bool {
        [
            self.submitted,
            self.confirmed,
            self.fixed,
            self.verified,
            self.closed,
            self.regressed,
            self.waiting,
        ]
        .iter()
        .all(|count| *count == 0)
    }
}

async fn sum_up(ctx: &CommandContext) -> Result<(), Error> {
    let Some(day) = begin(ctx).await? else { return Ok(()) };
    let Some(summary) = read(ctx, &day).await?.filter(|summary| !summary.is_empty()) else {
        return Ok(());
    };
    let mut data = json!(summary);
    data["from"] = Date::from_millis(day.begins).iso().into();
    data["to"] = Date::from_millis(day.ends).iso().into();
    data["url"] = format!("{}/review/reports", ctx.app_url()).into();
    append(ctx, &DomainEvent { kind: EventKind::SummaryDaily, issue: None, actor: None, data })
        .await
}

/// The last day that has ended, if it has no summary yet.
async fn begin(ctx: &CommandContext) -> Result<Option<Day>, Error> {
    let settings = ctx.settings().await?;
    let sql = Sql::fixed(
        "with last as (
            select z.zone, make_time($3::int8::int, 0, 0) as hour,
                (($1::timestamptz at time zone z.zone) - make_interval(hours => $3::int8::int))::date as day
            from (select _touchstone.zone_of($2::text) as zone) z),
        taken as (insert into _touchstone.daily_summary (day, at) select day, $1::timestamptz from last on conflict do nothing returning day)
        select jsonb_build_object('begins', _touchstone.in_millis((l.day - 1 + l.hour) at time zone l.zone),
            'ends', _touchstone.in_millis((l.day + l.hour) at time zone l.zone))
        from taken t join last l using (day)",
        [
            Bind::from(ctx.now()),
            settings.text("programme.timeZone").into(),
            i64::from(settings.whole("notify.digestHour")).into(),
        ],
    );
    ctx.row(&sql).await
}

async fn read(ctx: &CommandContext, day: &Day) -> Result<Option<Summary>, Error> {
    let sql = Sql::fixed(
        r#"with happened as materialized (
            select e.type, e.issue, e.at, e.data from _touchstone.event e
            where e.at >= $1::timestamptz and e.at < $2::timestamptz + interval '1 hour' and e.issue is not null),
        stands as (
            select distinct h.type, h.issue from happened h
            where h.at < $2::timestamptz and not exists (select from happened u
                where u.type = 'issue.undone' and u.issue = h.issue and u.at between h.at and h.at + interval '1 hour'
                    and u.data ->> 'from' = case h.type when 'issue.merged' then 'closed' when 'issue.regressed' then 'confirmed'
                        else split_part(h.type, '.', 2) end)),
        waits as (
            select count(*) as many, min(i."submittedAt") as oldest from "Issue" i
            where i."status" = 'new' and i."submittedAt" < $2::timestamptz)
        select jsonb_build_object(
            'submitted', count(*) filter (where s.type = 'issue.submitted'),
            'critical', count(*) filter (where s.type = 'issue.submitted' and coalesce(i."severity", i."severityClaimed") = 'S1'),
            'confirmed', count(*) filter (where s.type = 'issue.confirmed'), 'fixed', count(*) filter (where s.type = 'issue.fixed'),
            'verified', count(*) filter (where s.type = 'issue.verified'),
            'closed', count(distinct s.issue) filter (where s.type in ('issue.closed', 'issue.merged')),
            'regressed', count(*) filter (where s.type = 'issue.regressed'),
            'waiting', (select many from waits), 'oldestWaitingSince', (select _touchstone.iso(oldest) from waits))
        from stands s left join "Issue" i on i."objectId" = s.issue"#,
        [Bind::from(Date::from_millis(day.begins)), Date::from_millis(day.ends).into()],
    );
    ctx.row(&sql).await
}
