//! Work that must happen after the transaction that asked for it.
//!
//! A row is put in by that transaction and taken by one node at a time. Whoever takes it holds it
//! for a while; if nothing is heard by then, it is taken again. So the work happens at least once.

use parse_model::{Date, Json};

use crate::error::StoreError;
use crate::notify::Notice;
use crate::row::{Document, Moment, cell};
use crate::sql::Sql;
use crate::store::Db;

/// A piece of work that was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The row.
    pub id: i64,
    /// What to do.
    pub body: Json,
    /// How many times it was taken, this time included.
    pub attempts: i64,
}

/// Puts work in, and wakes whoever does it when the transaction is committed.
pub async fn put(db: &Db, topic: &str, body: Json, now: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new(
        "with put as (insert into _touchstone.outbox (topic, body, put_at, due_at) values (",
    );
    sql.bind(topic).push(", ").bind(body).push(", ").bind(now).push(", ").bind(now);
    sql.push(") returning 1) select pg_notify('touchstone', ");
    sql.bind(Notice::Outbox.payload()).push(") from put");
    db.rows(&sql).await?;
    Ok(())
}

/// Takes the work of a topic that is due, at most `limit` pieces, and holds it until `held_until`.
pub async fn take(
    db: &Db,
    topic: &str,
    limit: i64,
    now: Date,
    held_until: Date,
) -> Result<Vec<Task>, StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set attempts = attempts + 1, due_at = ");
    sql.bind(held_until)
        .push(" where id in (select id from _touchstone.outbox where not is_dead and topic = ");
    sql.bind(topic).push(" and due_at <= ").bind(now);
    sql.push(" order by due_at, id limit ").bind(limit);
    sql.push(" for update skip locked) returning id, body, attempts::int8");
    let rows = db.rows(&sql).await?;
    let mut tasks = Vec::with_capacity(rows.len());
    for row in &rows {
        tasks.push(Task {
            id: cell::<i64>(row, 0)?.unwrap_or_default(),
            body: cell::<Document>(row, 1)?.map(|Document(json)| json).unwrap_or_default(),
            attempts: cell::<i64>(row, 2)?.unwrap_or_default(),
        });
    }
    tasks.sort_by_key(|task| task.id);
    Ok(tasks)
}

/// Forgets work that is done.
pub async fn done(db: &Db, id: i64) -> Result<(), StoreError> {
    let mut sql = Sql::new("delete from _touchstone.outbox where id = ");
    db.execute(sql.bind(id)).await?;
    Ok(())
}

/// Leaves work that failed to be tried again, or gives it up where there is no time to do that.
pub async fn failed(
    db: &Db,
    id: i64,
    problem: &str,
    again_at: Option<Date>,
) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set problem = ");
    sql.bind(problem);
    match again_at {
        Some(date) => sql.push(", due_at = ").bind(date),
        None => sql.push(", is_dead = true"),
    };
    sql.push(" where id = ").bind(id);
    db.execute(&sql).await?;
    Ok(())
}

/// When the next piece of work of a topic is due, if there is one.
pub async fn next_due(db: &Db, topic: &str) -> Result<Option<Date>, StoreError> {
    let mut sql =
        Sql::new("select min(due_at) from _touchstone.outbox where not is_dead and topic = ");
    let rows = db.rows(sql.bind(topic)).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(cell::<Moment>(row, 0)?.map(|Moment(date)| date))
}

/// Forgets what was given up before a moment.
pub async fn bury(db: &Db, before: Date) -> Result<u64, StoreError> {
    let mut sql = Sql::new("delete from _touchstone.outbox where is_dead and put_at < ");
    db.execute(sql.bind(before)).await
}
