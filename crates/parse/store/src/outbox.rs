//! Work that must happen after the transaction that asked for it.
//!
//! A row is put in by that transaction and taken by one node at a time, which has a lease on it;
//! when the lease ends, it is taken again. So the work happens at least once. A node whose lease
//! has ended changes nothing of the row any more.

use parse_model::{Date, Json};

use crate::error::StoreError;
use crate::notify::Invalidation;
use crate::row::{DateValue, Document, cell};
use crate::sql::Sql;
use crate::store::Db;

/// A piece of work that was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// The row.
    pub id: i64,
    /// What to do.
    pub body: Json,
    /// How many times it was taken since something was done, this time included.
    pub attempts: i64,
    /// The end of the lease. Other workers do not know the exact moment, so it proves who holds the
    /// row.
    lease: Date,
}

/// Puts work in, and wakes the worker when the transaction is committed.
pub async fn put(db: &Db, topic: &str, body: Json, now: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new(
        "with put as (insert into _touchstone.outbox (topic, body, put_at, due_at) values (",
    );
    sql.bind(topic).push(", ").bind(body).push(", ").bind(now).push(", ").bind(now);
    sql.push(") returning 1) select pg_notify('touchstone', ");
    sql.bind(Invalidation::Outbox.payload()).push(") from put");
    db.rows(&sql).await?;
    Ok(())
}

/// Puts work in that is due at a time of its own, without a wake-up.
pub async fn put_for(db: &Db, topic: &str, body: Json, due: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new("insert into _touchstone.outbox (topic, body, put_at, due_at) values (");
    sql.bind(topic).push(", ").bind(body).push(", now(), ").bind(due).push(")");
    db.execute(&sql).await?;
    Ok(())
}

/// Takes the work of a topic that is due, at most `limit` pieces, until `lease`.
pub async fn take(
    db: &Db,
    topic: &str,
    limit: i64,
    now: Date,
    lease: Date,
) -> Result<Vec<Task>, StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set attempts = attempts + 1, due_at = ");
    sql.bind(lease)
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
            lease,
        });
    }
    tasks.sort_by_key(|task| task.id);
    Ok(tasks)
}

/// Writes down how far work is, in its body, and keeps it until `lease`. Says whether it was still
/// held.
pub async fn keep(db: &Db, task: &mut Task, lease: Date) -> Result<bool, StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set attempts = 0, body = ");
    sql.bind(task.body.clone()).push(", due_at = ").bind(lease);
    let is_held = db.execute(held(&mut sql, task)).await? > 0;
    task.lease = lease;
    Ok(is_held)
}

/// Gives work back, to be taken again from `due` on, with what kept it from being done.
pub async fn put_back(
    db: &Db,
    task: &Task,
    due: Date,
    problem: Option<&str>,
) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set body = ");
    sql.bind(task.body.clone()).push(", due_at = ").bind(due);
    if let Some(problem) = problem {
        sql.push(", problem = ").bind(problem);
    }
    db.execute(held(&mut sql, task)).await?;
    Ok(())
}

/// Gives work up. It is kept for a while to be looked at.
pub async fn give_up(db: &Db, task: &Task, problem: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.outbox set is_dead = true, problem = ");
    sql.bind(problem);
    db.execute(held(&mut sql, task)).await?;
    Ok(())
}

/// Takes out work that is done. Says whether it was still held.
pub async fn end(db: &Db, task: &Task) -> Result<bool, StoreError> {
    let mut sql = Sql::new("delete from _touchstone.outbox");
    Ok(db.execute(held(&mut sql, task)).await? > 0)
}

fn held<'a>(sql: &'a mut Sql, task: &Task) -> &'a Sql {
    sql.push(" where id = ").bind(task.id).push(" and due_at = ").bind(task.lease)
}

/// When the next piece of work of a topic is due, if there is one.
pub async fn next_due(db: &Db, topic: &str) -> Result<Option<Date>, StoreError> {
    let mut sql =
        Sql::new("select min(due_at) from _touchstone.outbox where not is_dead and topic = ");
    let rows = db.rows(sql.bind(topic)).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(cell::<DateValue>(row, 0)?.map(|DateValue(date)| date))
}

/// Deletes rows that failed permanently before a time.
pub async fn purge_dead(db: &Db, before: Date) -> Result<u64, StoreError> {
    let mut sql = Sql::new("delete from _touchstone.outbox where is_dead and put_at < ");
    db.execute(sql.bind(before)).await
}

/// How much work of one topic there is.
#[derive(Debug, Clone, PartialEq)]
pub struct Backlog {
    /// What it is about.
    pub topic: String,
    /// How much waits or is being done.
    pub waiting: i64,
    /// For how many seconds the oldest piece has been due; zero where none is.
    pub oldest_seconds: f64,
    /// How much was given up and is kept to be looked at.
    pub dead: i64,
}

/// How much work there is, by topic.
pub async fn backlog(db: &Db, now: Date) -> Result<Vec<Backlog>, StoreError> {
    let sql = Sql::fixed(
        "select topic, count(*) filter (where not is_dead), \
         coalesce(extract(epoch from $1::timestamptz - min(due_at) \
             filter (where not is_dead and due_at <= $1::timestamptz)), 0)::float8, \
         count(*) filter (where is_dead) from _touchstone.outbox group by topic order by topic",
        [now.into()],
    );
    let rows = db.read(&sql).await?;
    let read = |row: &tokio_postgres::Row| {
        Ok(Backlog {
            topic: cell::<String>(row, 0)?.unwrap_or_default(),
            waiting: cell::<i64>(row, 1)?.unwrap_or_default(),
            oldest_seconds: cell::<f64>(row, 2)?.unwrap_or_default(),
            dead: cell::<i64>(row, 3)?.unwrap_or_default(),
        })
    };
    rows.iter().map(read).collect()
}
