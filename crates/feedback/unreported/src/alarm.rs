//! Alarms when the failure rate of a network or of the newest build has doubled. One for each
//! incident: the next one can begin after it has ended.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::event::EventKind;
use feedback_model::failure_alarm::{
    Calls, EARLIER_HOURS, HourOfCalls, RECENT_HOURS, Recent, has_doubled, has_ended, recent, sum,
};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, append};
use feedback_core::task::{Task, TaskRun};

/// Characters of the id of an alarm.
const ID_SIZE: usize = 10;
const HOUR_MILLIS: i64 = 3_600_000;
const LONGEST_RECENT: i64 = RECENT_HOURS[RECENT_HOURS.len() - 1];

/// Looks for rates that have doubled, and for alarms that have ended.
pub(super) struct FailureAlarms;

#[async_trait]
impl Task for FailureAlarms {
    const NAME: &'static str = "failure alarms";

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let sql = Sql::new(
            "select to_jsonb(exists (select from _touchstone.call_watch where is_on)
                or exists (select from _touchstone.failure_alarm where ended_at is null))",
        );
        Ok(run.ctx().row(&sql).await?.unwrap_or_default())
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.begin().await?;
        let outcome = look(&ctx).await;
        run.end(ctx, outcome).await
    }
}

/// What an alarm is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Network,
    Build,
}

impl Scope {
    fn key(self) -> &'static str {
        match self {
            Scope::Network => "network",
            Scope::Build => "build",
        }
    }
}

/// A network or a build, with its calls.
struct Subject {
    scope: Scope,
    id: String,
    name: String,
    recent: Option<Recent>,
    earlier: Calls,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenAlarm {
    id: String,
    scope: Scope,
    subject: String,
    name: String,
    calls_before: u64,
    failed_before: u64,
}

async fn look(ctx: &CommandContext) -> Result<(), Error> {
    let subjects = subjects(ctx).await?;
    let open: Vec<OpenAlarm> = ctx.rows(&Sql::new(OPEN)).await?;
    for alarm in &open {
        let subject =
            subjects.iter().find(|one| one.scope == alarm.scope && one.id == alarm.subject);
        let earlier = Calls { calls: alarm.calls_before, failed: alarm.failed_before };
        let recent = subject.and_then(|subject| subject.recent);
        if recent.is_none_or(|recent| has_ended(recent.calls, earlier)) {
            end(ctx, alarm).await?;
        }
    }
    for subject in subjects {
        let is_open =
            open.iter().any(|one| one.scope == subject.scope && one.subject == subject.id);
        let Some(recent) = subject.recent.filter(|_| !is_open) else { continue };
        if has_doubled(recent.calls, subject.earlier) {
            start(ctx, &subject, recent).await?;
        }
    }
    Ok(())
}

const OPEN: &str = r#"select jsonb_build_object('id', a.id, 'scope', a.scope, 'subject', a.subject,
    'name', coalesce(n."name", b."version", ''), 'callsBefore', a.calls_before, 'failedBefore', a.failed_before)
from _touchstone.failure_alarm a left join "Network" n on a.scope = 'network' and n."objectId" = a.subject
    left join "Build" b on a.scope = 'build' and b."objectId" = a.subject
where a.ended_at is null for update of a"#;

/// Returns the failure rates that have doubled and are not as before yet, the latest first.
pub(super) struct OpenFailureAlarms;

#[async_trait]
impl Query for OpenFailureAlarms {
    const NAME: &'static str = "failureAlarms";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": ctx.rows::<Json>(&Sql::new(SHOWN)).await? }))
    }
}

const SHOWN: &str = r#"select jsonb_build_object('id', a.id, 'scope', a.scope, 'subject', a.subject, 'name', coalesce(n."name", b."version", ''),
    'startedAt', _touchstone.iso(a.started_at), 'hours', a.hours, 'calls', a.calls, 'failed', a.failed,
    'callsBefore', a.calls_before, 'failedBefore', a.failed_before)
from _touchstone.failure_alarm a left join "Network" n on a.scope = 'network' and n."objectId" = a.subject
    left join "Build" b on a.scope = 'build' and b."objectId" = a.subject
where a.ended_at is null order by a.started_at desc, a.id limit 20"#;

#[derive(Deserialize)]
struct CountedHour {
    network: String,
    build: String,
    hour: i64,
    calls: u64,
    failed: u64,
}

impl CountedHour {
    fn calls(&self) -> HourOfCalls {
        let calls = Calls { calls: self.calls, failed: self.failed };
        HourOfCalls { hour: self.hour, calls }
    }
}

/// The networks that are counted, and the newest build.
async fn subjects(ctx: &CommandContext) -> Result<Vec<Subject>, Error> {
    let this_hour = ctx.now().millis().div_euclid(HOUR_MILLIS);
    let sql = Sql::fixed(
        "select jsonb_build_object('network', h.network, 'build', h.build, 'hour', h.hour, 'calls', h.calls, 'failed', h.failed)
        from _touchstone.call_hour h where h.hour > $1::int8 order by h.hour",
        [Bind::from(this_hour - LONGEST_RECENT - EARLIER_HOURS)],
    );
    let counted: Vec<CountedHour> = ctx.rows(&sql).await?;
    let mut subjects = networks(ctx, &counted, this_hour).await?;
    subjects.extend(newest_build(ctx, &counted, this_hour).await?);
    Ok(subjects)
}

/// A network is compared with itself.
async fn networks(
    ctx: &CommandContext,
    counted: &[CountedHour],
    this_hour: i64,
) -> Result<Vec<Subject>, Error> {
    let sql = Sql::new(
        r#"select jsonb_build_array(n."objectId", n."name") from "Network" n join _touchstone.call_watch w on w.network = n."objectId"
        where w.is_on order by n."objectId""#,
    );
    let known: Vec<(String, String)> = ctx.rows(&sql).await?;
    let mut hours: BTreeMap<&str, Vec<HourOfCalls>> = BTreeMap::new();
    for one in counted {
        hours.entry(&one.network).or_default().push(one.calls());
    }
    let subjects = known.into_iter().map(|(id, name)| {
        let hours = hours.get(id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let recent = recent(hours, this_hour);
        let earlier = recent.map_or(Calls::default(), |recent| {
            let until = this_hour + 1 - recent.hours;
            sum(hours, until - EARLIER_HOURS, until)
        });
        Subject { scope: Scope::Network, id, name, recent, earlier }
    });
    Ok(subjects.collect())
}

/// The newest build is compared with the one before it.
async fn newest_build(
    ctx: &CommandContext,
    counted: &[CountedHour],
    this_hour: i64,
) -> Result<Option<Subject>, Error> {
    let mut hours: BTreeMap<&str, Vec<HourOfCalls>> = BTreeMap::new();
    for one in counted {
        hours.entry(&one.build).or_default().push(one.calls());
    }
    let ids: Vec<String> = hours.keys().map(|id| (*id).to_owned()).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_array(b."objectId", b."version") from "Build" b where b."objectId" = any($1::text[])
        order by b."releasedAt" desc, b."ordinal" desc limit 2"#,
        [Bind::from(ids)],
    );
    let builds: Vec<(String, String)> = ctx.rows(&sql).await?;
    let [(id, name), (before, _)] = builds.as_slice() else { return Ok(None) };
    let of = |id: &str| hours.get(id).map(Vec::as_slice).unwrap_or_default();
    Ok(Some(Subject {
        scope: Scope::Build,
        id: id.clone(),
        name: name.clone(),
        recent: recent(of(id), this_hour),
        earlier: sum(of(before), i64::MIN, i64::MAX),
    }))
}

async fn start(ctx: &CommandContext, subject: &Subject, recent: Recent) -> Result<(), Error> {
    let id = parse_identity::id::random_text(ID_SIZE);
    let int = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let (calls, earlier) = (recent.calls, subject.earlier);
    let sql = Sql::fixed(
        "insert into _touchstone.failure_alarm
            (id, scope, subject, hours, calls, failed, calls_before, failed_before, started_at)
        values ($1::text, $2::text, $3::text, $4::int8, $5::int8, $6::int8, $7::int8, $8::int8, $9::timestamptz)",
        [
            Bind::from(&*id),
            subject.scope.key().into(),
            subject.id.as_str().into(),
            recent.hours.into(),
            int(calls.calls).into(),
            int(calls.failed).into(),
            int(earlier.calls).into(),
            int(earlier.failed).into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    let data = json!({
        "alarm": id, "scope": subject.scope, "name": subject.name, "hours": recent.hours, "calls": calls.calls,
        "failed": calls.failed, "callsBefore": earlier.calls, "failedBefore": earlier.failed,
    });
    let kind = EventKind::FailureRateDoubled;
    append(ctx, &DomainEvent { kind, issue: None, actor: None, data }).await
}

async fn end(ctx: &CommandContext, alarm: &OpenAlarm) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.failure_alarm set ended_at = $2::timestamptz where id = $1::text",
        [Bind::from(&*alarm.id), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    let data = json!({ "alarm": alarm.id, "scope": alarm.scope, "name": alarm.name });
    let kind = EventKind::FailureRateRecovered;
    append(ctx, &DomainEvent { kind, issue: None, actor: None, data }).await
}
