//! Deletes expired rows, a few at a time.
//!
//! Locked rows are left for the next sweep, so a sweep never waits, and several nodes may sweep at
//! once.

use parse_model::Date;

use crate::error::StoreError;
use crate::sql::Sql;
use crate::store::Db;

/// How many rows one statement removes.
pub const PIECE: i64 = 500;

/// Removes sessions that ended before a moment. Says how many.
///
/// Looking for them reads the whole table, which has no index of ends: signing in would pay for one,
/// and a sweep is rare.
pub async fn ended_sessions(db: &Db, before: Date) -> Result<u64, StoreError> {
    let sql = Sql::fixed(
        r#"delete from "_Session" where "objectId" = any(array(
            select "objectId" from "_Session" where "expiresAt" < $1::timestamptz limit $2::int8 for update skip locked))"#,
        [before.into(), PIECE.into()],
    );
    db.execute(&sql).await
}

/// Removes what is known of jobs that began before a moment and do not run any more. Says how many.
pub async fn old_jobs(db: &Db, before: Date) -> Result<u64, StoreError> {
    let sql = Sql::fixed(
        r#"delete from "_JobStatus" where "objectId" = any(array(
            select s."objectId" from "_JobStatus" s
            where s."createdAt" < $1::timestamptz and s."status" in ('succeeded', 'failed')
                and not exists (select from _touchstone.job_run r where r.status_id = s."objectId")
            limit $2::int8 for update skip locked))"#,
        [before.into(), PIECE.into()],
    );
    db.execute(&sql).await
}

/// Removes what is known of pushes that were asked for before a moment and are at their end. Says
/// how many.
pub async fn old_pushes(db: &Db, before: Date) -> Result<u64, StoreError> {
    let sql = Sql::fixed(
        r#"delete from "_PushStatus" where "objectId" = any(array(
            select s."objectId" from "_PushStatus" s
            where s."createdAt" < $1::timestamptz and s."status" in ('succeeded', 'failed')
                and not exists (select from _touchstone.outbox o where o.topic = 'push' and o.body ->> 'push' = s."objectId")
            limit $2::int8 for update skip locked))"#,
        [before.into(), PIECE.into()],
    );
    db.execute(&sql).await
}
