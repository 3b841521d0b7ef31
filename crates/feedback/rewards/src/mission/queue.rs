//! The queue of submissions whose evidence has changed. A node takes a row under a lease.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::table;

/// The duration of a lease.
const LEASE_SECONDS: i64 = 60;

/// A submission that this node has taken.
#[derive(Debug, Deserialize)]
pub(super) struct SubmissionJob {
    pub(super) submission: String,
    /// Consecutive internal errors.
    pub(super) failures: u32,
    /// The end of the lease, which proves ownership.
    lease: i64,
}

/// Claims a due job that no worker holds.
pub(super) async fn take(db: &Db, now: Date) -> Result<Option<SubmissionJob>, Error> {
    let sql = Sql::fixed(
        "update _touchstone.submission_queue q set due_at = $2::timestamptz
        where q.submission = (select due.submission from _touchstone.submission_queue due where due.due_at <= $1::timestamptz
            order by due.due_at limit 1 for update skip locked)
        returning jsonb_build_object('submission', q.submission, 'failures', q.failures, 'lease', _touchstone.in_millis(q.due_at))",
        [Bind::from(now), now.plus_seconds(LEASE_SECONDS).into()],
    );
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}

/// Schedules another attempt after an internal error. No attempt without a due time.
pub(super) async fn failed(db: &Db, job: &SubmissionJob, due: Option<Date>) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.submission_queue set failures = failures + 1, due_at = coalesce($3::timestamptz, 'infinity')
        where submission = $1::text and due_at = $2::timestamptz",
        [Bind::from(&*job.submission), Date::from_millis(job.lease).into(), due.into()],
    );
    table::execute(db, &sql).await.map(drop)
}

/// Removes the job from the queue, unless it was queued again meanwhile.
pub(super) async fn end(ctx: &CommandContext, job: &SubmissionJob) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.submission_queue where submission = $1::text and due_at = $2::timestamptz",
        [Bind::from(&*job.submission), Date::from_millis(job.lease).into()],
    );
    ctx.execute(&sql).await.map(drop)
}
