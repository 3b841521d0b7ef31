//! Jobs as they are kept: `_JobStatus` in Parse Server's layout, and which of them run now.

use parse_model::{Date, Json};

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// A job that is about to run.
#[derive(Debug)]
pub struct JobBegin<'a> {
    /// The id of its status.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Who started it: `api` or `schedule`.
    pub source: &'a str,
    /// What it was started with.
    pub params: &'a Json,
    /// When.
    pub now: Date,
}

/// How a job ended.
#[derive(Debug)]
pub struct JobEnd<'a> {
    /// `succeeded` or `failed`.
    pub status: &'a str,
    /// What it says at the end, if anything.
    pub message: Option<&'a str>,
    /// When.
    pub now: Date,
}

/// Writes the status of a job that begins. It is readable with the master key alone.
pub async fn begin(db: &Db, job: &JobBegin<'_>) -> Result<(), StoreError> {
    let mut sql = Sql::new("with run as (insert into _touchstone.job_run (status_id) values (");
    sql.bind(job.id).push(
        r#")) insert into "_JobStatus" ("objectId", "createdAt", "jobName", "source", "status",
        "params", "_rperm", "_wperm") values ("#,
    );
    sql.bind(job.id).push(", ").bind(job.now).push(", ").bind(job.name);
    sql.push(", ").bind(job.source).push(", 'running', ").bind(job.params.clone());
    sql.push(", '{}', '{}')");
    db.execute(&sql).await?;
    Ok(())
}

/// Notes what a running job says.
pub async fn note(db: &Db, id: &str, message: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_JobStatus" set "message" = "#);
    sql.bind(message).push(r#" where "objectId" = "#).bind(id);
    db.execute(&sql).await?;
    Ok(())
}

/// Notes that a job still runs. Says whether it is known to; one that was given up is not.
pub async fn beat(db: &Db, id: &str) -> Result<bool, StoreError> {
    let mut sql = Sql::new("update _touchstone.job_run set beat = now() where status_id = ");
    sql.bind(id);
    Ok(db.execute(&sql).await? > 0)
}

/// Writes how a job ended, unless it was given up meanwhile.
pub async fn end(db: &Db, id: &str, end: &JobEnd<'_>) -> Result<(), StoreError> {
    let mut sql = Sql::new("with run as (delete from _touchstone.job_run where status_id = ");
    sql.bind(id).push(r#") update "_JobStatus" set "status" = "#).bind(end.status);
    sql.push(r#", "finishedAt" = "#).bind(end.now);
    if let Some(message) = end.message {
        sql.push(r#", "message" = "#).bind(message);
    }
    sql.push(r#" where "objectId" = "#).bind(id).push(r#" and "status" = 'running'"#);
    db.execute(&sql).await?;
    Ok(())
}

/// Lets a job run on in another process, which writes how it ended.
pub async fn release(db: &Db, id: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("delete from _touchstone.job_run where status_id = ");
    sql.bind(id);
    db.execute(&sql).await?;
    Ok(())
}

/// Marks jobs as failed whose lease expired so many seconds ago. Returns their ids.
pub async fn give_up(
    db: &Db,
    silent_seconds: i64,
    message: &str,
    now: Date,
) -> Result<Vec<String>, StoreError> {
    let mut sql = Sql::new(
        "with lost as (delete from _touchstone.job_run
        where beat < now() - make_interval(secs => (",
    );
    sql.bind(silent_seconds).push(
        r#")::float8) returning status_id) update "_JobStatus" set "status" = 'failed',
        "finishedAt" = "#,
    );
    sql.bind(now).push(r#", "message" = "#).bind(message);
    sql.push(
        r#" from lost where "objectId" = lost.status_id and "status" = 'running'
        returning "objectId""#,
    );
    let mut ids = Vec::new();
    for row in &db.rows(&sql).await? {
        ids.extend(cell::<String>(row, 0)?);
    }
    Ok(ids)
}

/// Whether this transaction is the one that looks after schedules now. Others need not wait.
pub async fn try_lock_schedules(db: &Db) -> Result<bool, StoreError> {
    let sql = Sql::new("select pg_try_advisory_xact_lock(hashtext('touchstone.schedules'))");
    let rows = db.rows(&sql).await?;
    match rows.first() {
        Some(row) => Ok(cell::<bool>(row, 0)?.unwrap_or(false)),
        None => Ok(false),
    }
}
