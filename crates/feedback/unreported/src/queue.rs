//! The queue of failures to explain. A node takes a row under a lease.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::table;

/// The duration of a lease. A look-up takes a third of it at most.
const LEASE_SECONDS: i64 = 60;

/// A failure that this node has taken.
#[derive(Debug, Deserialize)]
pub(super) struct FailureJob {
    pub(super) network: String,
    pub(super) hash: String,
    pub(super) place: i64,
    /// Look-ups before without an outcome.
    pub(super) failures: u32,
    /// The end of the lease, which proves ownership.
    lease: i64,
}

/// Takes a due failure that no node holds.
pub(super) async fn take(db: &Db, now: Date) -> Result<Option<FailureJob>, Error> {
    let sql = Sql::fixed(
        "update _touchstone.call_failure f set due_at = $2::timestamptz
        where (f.network, f.hash, f.place) = (select due.network, due.hash, due.place from _touchstone.call_failure due
            where due.state = 'waiting' and due.due_at <= $1::timestamptz order by due.due_at limit 1 for update skip locked)
        returning jsonb_build_object('network', f.network, 'hash', f.hash, 'place', f.place, 'failures', f.failures,
            'lease', _touchstone.in_millis(f.due_at))",
        [Bind::from(now), now.plus_seconds(LEASE_SECONDS).into()],
    );
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}

fn binds(job: &FailureJob) -> [Bind; 4] {
    [
        Bind::from(&*job.network),
        job.hash.as_str().into(),
        job.place.into(),
        Date::from_millis(job.lease).into(),
    ]
}

/// Schedules another attempt, or gives the failure up. Has no effect if another node holds it by now.
pub(super) async fn failed(db: &Db, job: &FailureJob, due: Option<Date>) -> Result<(), Error> {
    let [network, hash, place, lease] = binds(job);
    let sql = Sql::fixed(
        "with failed as (
            update _touchstone.call_failure set failures = failures + 1, due_at = coalesce($5::timestamptz, due_at),
                state = case when $5::timestamptz is null then 'unexplained' else state end
            where network = $1::text and hash = $2::text and place = $3::int8 and due_at = $4::timestamptz and state = 'waiting'
            returning network, hash, place, state)
        delete from _touchstone.call_asker a using failed f
        where (a.network, a.hash, a.place) = (f.network, f.hash, f.place) and f.state = 'unexplained'",
        [network, hash, place, lease, due.into()],
    );
    table::execute(db, &sql).await.map(drop)
}

/// The cause of a failure.
pub(super) struct Cause<'a> {
    pub(super) fingerprint: &'a str,
    pub(super) class: &'a str,
}

/// Stores the cause of a failure, and counts it if it is part of the sample. Whether this node still
/// held the failure.
pub(super) async fn explained(
    ctx: &CommandContext,
    job: &FailureJob,
    cause: &Cause<'_>,
) -> Result<bool, Error> {
    // Blocks must not be removed from the counts at the same time.
    let lock = Sql::fixed(
        "select 'true'::jsonb from _touchstone.call_watch where network = $1::text for share",
        [Bind::from(&*job.network)],
    );
    ctx.row::<bool>(&lock).await?;
    let [network, hash, place, lease] = binds(job);
    let sql = Sql::fixed(
        "with found as (
            update _touchstone.call_failure f set state = 'explained', fingerprint = $5::text, class = $6::text
            where f.network = $1::text and f.hash = $2::text and f.place = $3::int8 and f.due_at = $4::timestamptz and f.state = 'waiting'
            returning f.*),
        counted as (insert into _touchstone.call_cause as c
                (day, network, contract, selector, kind, build, fingerprint, class, failures, first_at)
            select floor(extract(epoch from at) / 86400)::int, network, contract, selector, kind, build, fingerprint, class, 1, at
            from found where is_sample
            on conflict (network, day, contract, selector, kind, build, fingerprint) do update
                set failures = c.failures + 1, first_at = least(c.first_at, excluded.first_at))
        select 'true'::jsonb from found",
        [network, hash, place, lease, cause.fingerprint.into(), cause.class.into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}
