//! The queue of look-ups. A node takes a row under a lease.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};
use serde::{Deserialize, Serialize};

use feedback_core::command_context::CommandContext;
use feedback_core::table;
use feedback_core::wakes::Queue;

/// The duration of a lease. A look-up takes a third of it at most.
const LEASE_SECONDS: i64 = 60;

/// Why a look-up is queued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum LookupReason {
    /// The first look-up, or another one on request.
    Fetch,
    /// The transaction is pending.
    Wait,
    /// No network knows it yet.
    Search,
    /// Its block may still be replaced.
    Settle,
    /// The descriptions of errors have changed.
    Explain,
    /// It is explained, and can be made again with one thing changed.
    Rerun,
}

impl LookupReason {
    fn key(self) -> &'static str {
        match self {
            LookupReason::Fetch => "fetch",
            LookupReason::Wait => "wait",
            LookupReason::Search => "search",
            LookupReason::Settle => "settle",
            LookupReason::Explain => "explain",
            LookupReason::Rerun => "rerun",
        }
    }
}

/// A row that this node has taken.
#[derive(Debug, Deserialize)]
pub(super) struct LookupJob {
    pub(super) evidence: String,
    pub(super) task: LookupReason,
    /// Look-ups for the same reason before.
    pub(super) looks: u32,
    /// The time of the first of them, in milliseconds.
    pub(super) since: i64,
    /// Consecutive internal errors.
    pub(super) failures: u32,
    /// The end of the lease, which proves ownership.
    lease: i64,
}

impl LookupJob {
    /// Number and start of the look-ups for a reason. Another reason starts a new count.
    pub(super) fn looks_for(&self, task: LookupReason, now: Date) -> (u32, i64) {
        if self.task == task { (self.looks, self.since) } else { (0, now.millis()) }
    }
}

/// Queues evidence for a look-up. The worker is woken after the commit.
pub(super) async fn put(
    ctx: &CommandContext,
    evidence: &str,
    task: LookupReason,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.evidence_queue (evidence, task, due_at, since)
        values ($1::text, $2::text, $3::timestamptz, $3::timestamptz)
        on conflict (evidence) do update set task = excluded.task, due_at = excluded.due_at, since = excluded.since, looks = 0, failures = 0",
        [Bind::from(evidence), task.key().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::Evidence);
    Ok(())
}

/// Claims a due job that no worker holds.
pub(super) async fn take(db: &Db, now: Date) -> Result<Option<LookupJob>, Error> {
    let sql = Sql::fixed(
        "update _touchstone.evidence_queue q set due_at = $2::timestamptz
        where q.evidence = (select due.evidence from _touchstone.evidence_queue due where due.due_at <= $1::timestamptz
            order by due.due_at limit 1 for update skip locked)
        returning jsonb_build_object('evidence', q.evidence, 'task', q.task, 'looks', q.looks, 'failures', q.failures,
            'since', _touchstone.in_millis(q.since), 'lease', _touchstone.in_millis(q.due_at))",
        [Bind::from(now), now.plus_seconds(LEASE_SECONDS).into()],
    );
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}

/// Whether this worker still holds the job; locks it until the transaction ends.
pub(super) async fn hold(ctx: &CommandContext, job: &LookupJob) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.evidence_queue
        where evidence = $1::text and due_at = $2::timestamptz for update",
        [Bind::from(&*job.evidence), Date::from_millis(job.lease).into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// Schedules another look-up. The caller holds the job.
pub(super) async fn again(
    ctx: &CommandContext,
    job: &LookupJob,
    task: LookupReason,
    due: Date,
) -> Result<(), Error> {
    let (looks, since) = job.looks_for(task, ctx.now());
    let looks = if job.task == task { looks + 1 } else { looks };
    let sql = Sql::fixed(
        "update _touchstone.evidence_queue set task = $2::text, due_at = $3::timestamptz, looks = $4::int8, since = $5::timestamptz, failures = 0
        where evidence = $1::text",
        [
            Bind::from(&*job.evidence),
            task.key().into(),
            due.into(),
            i64::from(looks).into(),
            Date::from_millis(since).into(),
        ],
    );
    ctx.execute(&sql).await?;
    if due.millis() <= ctx.now().millis() {
        ctx.wake_on_commit(Queue::Evidence);
    }
    Ok(())
}

/// Schedules another attempt after an internal error. Has no effect if another worker holds the job
/// by now.
pub(super) async fn failed(db: &Db, job: &LookupJob, due: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.evidence_queue set failures = failures + 1, due_at = $3::timestamptz
        where evidence = $1::text and due_at = $2::timestamptz",
        [Bind::from(&*job.evidence), Date::from_millis(job.lease).into(), due.into()],
    );
    table::execute(db, &sql).await.map(drop)
}

/// Removes the job from the queue. The caller holds it.
pub(super) async fn end(ctx: &CommandContext, job: &LookupJob) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.evidence_queue where evidence = $1::text",
        [Bind::from(&*job.evidence)],
    );
    ctx.execute(&sql).await.map(drop)
}
