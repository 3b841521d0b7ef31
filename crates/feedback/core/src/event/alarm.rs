//! Events without an actor, detected by a check once a minute.

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::append::{DomainEvent, append_all};
use crate::command_context::CommandContext;
use crate::event::EventKind;
use crate::task::{Task, TaskRun};

/// Testers who must see the same failure within an hour.
const MANY: i64 = 10;

/// Failures that many testers see at once.
pub(super) struct Clusters;

#[async_trait]
impl Task for Clusters {
    const NAME: &'static str = "cluster alarms";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.begin().await?;
        let outcome = clusters(&ctx).await;
        run.end(ctx, outcome).await
    }
}

async fn clusters(ctx: &CommandContext) -> Result<(), Error> {
    // The buckets of this hour and the one before are a small part of the table.
    let sql = Sql::fixed(
        r#"with busy as (
            select h.cluster from _touchstone.cluster_hour h
            where h.hour >= floor(extract(epoch from $1::timestamptz) / 3600)::int - 1
            group by h.cluster having sum(h.count) >= $2::int8),
        grown as (
            select b.cluster, met.people from busy b, lateral (
                select count(distinct e."person") as people from "Evidence" e
                where e."cluster" = b.cluster and e."counted" and e."seenAt" > $1::timestamptz - interval '1 hour') met
            where met.people >= $2::int8),
        told as (
            insert into _touchstone.cluster_alarm as a (cluster, at) select g.cluster, $1::timestamptz from grown g
            on conflict (cluster) do update set at = excluded.at where a.at <= excluded.at - interval '1 day'
            returning a.cluster)
        select jsonb_build_object('cluster', c."objectId", 'title', c."title", 'people', g.people)
        from told t join grown g using (cluster) join "FailureCluster" c on c."objectId" = t.cluster
        where c."state" <> 'ignored' order by c."objectId""#,
        [Bind::from(ctx.now()), MANY.into()],
    );
    let grown: Vec<Json> = ctx.rows(&sql).await?;
    let event = |data| DomainEvent { kind: EventKind::ClusterGrew, issue: None, actor: None, data };
    append_all(ctx, &grown.into_iter().map(event).collect::<Vec<_>>()).await
}

/// Response targets that are about to be missed.
pub(super) struct Promises;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AtRisk {
    issue: IssueId,
    promise: String,
    due_at: String,
}

#[async_trait]
impl Task for Promises {
    const NAME: &'static str = "promise alarms";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.begin().await?;
        let outcome = promises(&ctx).await;
        run.end(ctx, outcome).await
    }
}

/// A first response is at risk in the last quarter of its time, a decision on its last day. A
/// target that was missed more than a day ago is not reported again.
async fn promises(ctx: &CommandContext) -> Result<(), Error> {
    let settings = ctx.settings().await?;
    let sql = Sql::fixed(
        r#"with promised as (
            select i."objectId" as issue, 'first_response' as promise, i."submittedAt" + p.span as due, p.span / 4 as ahead
            from "Issue" i, lateral (select case when i."severityClaimed" = 'S1' then $2::int8 else $3::int8 end * interval '1 hour' as span) p
            where i."status" = 'new' and i."firstResponseAt" is null
            union all
            select i."objectId", 'decision', i."submittedAt" + $4::int8 * interval '1 day', interval '1 day'
            from "Issue" i where i."status" = 'new'),
        told as (
            insert into _touchstone.promise_alarm (issue, promise, at)
            select p.issue, p.promise, $1::timestamptz from promised p
            where $1::timestamptz between p.due - p.ahead and p.due + interval '1 day'
            on conflict do nothing returning issue, promise)
        select jsonb_build_object('issue', t.issue, 'promise', t.promise, 'dueAt', _touchstone.iso(p.due))
        from told t join promised p using (issue, promise) order by p.due, t.issue"#,
        [
            Bind::from(ctx.now()),
            i64::from(settings.whole("promise.firstResponseS1h")).into(),
            i64::from(settings.whole("promise.firstResponseH")).into(),
            i64::from(settings.whole("promise.decisionDays")).into(),
        ],
    );
    let at_risk: Vec<AtRisk> = ctx.rows(&sql).await?;
    let events: Vec<DomainEvent<'_>> = at_risk
        .iter()
        .map(|one| DomainEvent {
            kind: EventKind::PromiseAtRisk,
            issue: Some(&one.issue),
            actor: None,
            data: json!({ "promise": one.promise, "dueAt": one.due_at }),
        })
        .collect();
    append_all(ctx, &events).await
}
