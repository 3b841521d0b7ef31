//! Pushes that are still to be sent: rows that nodes take one by one.

use parse_model::{Date, Json};

use crate::error::StoreError;
use crate::row::{Document, Moment, cell};
use crate::sql::Sql;
use crate::store::Db;

/// A piece of work that this node has taken.
#[derive(Debug, Clone)]
pub struct PushWork {
    id: i64,
    lease: Date,
    /// The row of `_PushStatus` it is for.
    pub push: String,
    /// When it was due.
    pub due: Date,
    /// What to do.
    pub task: Json,
    /// Whether the first step was done.
    pub is_prepared: bool,
    /// The last installation that is done.
    pub cursor: String,
    /// How often it was taken since something was done.
    pub tries: i64,
}

/// Adds a piece of work.
pub async fn add(db: &Db, push: &str, due: Date, task: Json) -> Result<(), StoreError> {
    let mut sql = Sql::new("insert into _touchstone.push_work (push, due, task) values (");
    sql.bind(push).push(", ").bind(due).push(", ").bind(task).push(")");
    db.execute(&sql).await?;
    Ok(())
}

/// Takes what is due and nobody is at; it is this node's until `lease`.
pub async fn take(db: &Db, now: Date, lease: Date) -> Result<Option<PushWork>, StoreError> {
    let mut sql = Sql::new("update _touchstone.push_work set lease = ");
    sql.bind(lease).push(", tries = tries + 1 where id = (");
    sql.push("select id from _touchstone.push_work where due <= ").bind(now);
    sql.push(" and (lease is null or lease < ").bind(now);
    sql.push(") order by due, id limit 1 for update skip locked)");
    sql.push(r#" returning id, push, due, task, is_prepared, "cursor", tries::int8"#);
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(PushWork {
        id: cell(row, 0)?.unwrap_or_default(),
        lease,
        push: cell(row, 1)?.unwrap_or_default(),
        due: cell::<Moment>(row, 2)?.map_or(now, |Moment(date)| date),
        task: cell::<Document>(row, 3)?.map_or(Json::Null, |Document(json)| json),
        is_prepared: cell(row, 4)?.unwrap_or_default(),
        cursor: cell(row, 5)?.unwrap_or_default(),
        tries: cell(row, 6)?.unwrap_or_default(),
    }))
}

/// Writes down how far the work is and keeps it until `lease`. Says whether it was still this
/// node's.
pub async fn keep(db: &Db, work: &mut PushWork, lease: Date) -> Result<bool, StoreError> {
    let mut sql = Sql::new("update _touchstone.push_work set tries = 0, is_prepared = ");
    sql.bind(work.is_prepared).push(r#", "cursor" = "#).bind(work.cursor.as_str());
    sql.push(", lease = ").bind(lease);
    owned(&mut sql, work);
    let is_ours = db.execute(&sql).await? > 0;
    work.lease = lease;
    Ok(is_ours)
}

/// Gives the work back, to be taken again from `due` on.
pub async fn put_back(db: &Db, work: &PushWork, due: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.push_work set lease = null, due = ");
    sql.bind(due);
    owned(&mut sql, work);
    db.execute(&sql).await?;
    Ok(())
}

/// Ends a piece of work. Says whether it was still this node's.
pub async fn end(db: &Db, work: &PushWork) -> Result<bool, StoreError> {
    let mut sql = Sql::new("delete from _touchstone.push_work");
    owned(&mut sql, work);
    Ok(db.execute(&sql).await? > 0)
}

/// Whether a push has work left.
pub async fn exists(db: &Db, push: &str) -> Result<bool, StoreError> {
    let mut sql = Sql::new("select 1 from _touchstone.push_work where push = ");
    sql.bind(push).push(" limit 1");
    Ok(!db.rows(&sql).await?.is_empty())
}

/// When there is something to take next.
pub async fn next_due(db: &Db) -> Result<Option<Date>, StoreError> {
    let sql =
        Sql::new("select min(greatest(due, coalesce(lease, due))) from _touchstone.push_work");
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(cell::<Moment>(row, 0)?.map(|Moment(date)| date))
}

/// The time zones that installations name and PostgreSQL knows, each with its distance from UTC in
/// minutes at a local time. The time has no zone of its own: it is read as each zone's.
pub async fn time_zones(db: &Db, local_time: &str) -> Result<Vec<(String, i64)>, StoreError> {
    let mut sql = Sql::new(
        r#"select z.name, round(extract(epoch from (l.at at time zone 'UTC') - (l.at at time zone z.name)) / 60)::int8
        from (select distinct "timeZone" as name from "_Installation" where "timeZone" is not null) as used
        join pg_timezone_names as z on z.name = used.name
        cross join (select "#,
    );
    sql.bind(local_time).push("::timestamp as at) as l");
    let rows = db.rows(&sql).await?;
    let mut zones = Vec::with_capacity(rows.len());
    for row in &rows {
        zones.push((cell(row, 0)?.unwrap_or_default(), cell(row, 1)?.unwrap_or_default()));
    }
    Ok(zones)
}

fn owned(sql: &mut Sql, work: &PushWork) {
    sql.push(" where id = ").bind(work.id).push(" and lease = ").bind(work.lease);
}
