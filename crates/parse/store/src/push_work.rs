//! Pushes that are still to be sent: work in the outbox that says how far it is.

use parse_model::{Date, Json};
use serde_json::json;

use crate::error::StoreError;
use crate::outbox::{self, Task};
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// The work of the outbox that is pushes.
const TOPIC: &str = "push";

/// A piece of work that this node has taken.
#[derive(Debug, Clone)]
pub struct PushWork {
    row: Task,
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

impl PushWork {
    fn new(row: Task, now: Date) -> PushWork {
        let text = |name: &str| row.body[name].as_str().unwrap_or_default().to_owned();
        PushWork {
            push: text("push"),
            due: Date::parse(&text("due")).unwrap_or(now),
            task: row.body["task"].clone(),
            is_prepared: row.body["isPrepared"].as_bool().unwrap_or_default(),
            cursor: text("cursor"),
            tries: row.attempts,
            row,
        }
    }

    /// The row with what is known now.
    fn row(&self, due: Date) -> Task {
        let body = json!({
            "push": self.push, "due": due.iso(), "task": self.task,
            "isPrepared": self.is_prepared, "cursor": self.cursor,
        });
        let mut row = self.row.clone();
        row.body = body;
        row
    }
}

/// Adds a piece of work.
pub async fn add(db: &Db, push: &str, due: Date, task: Json) -> Result<(), StoreError> {
    let body = json!({ "push": push, "due": due.iso(), "task": task });
    outbox::put_for(db, TOPIC, body, due).await
}

/// Claims due work that no node holds; it is this node's until `lease`.
pub async fn take(db: &Db, now: Date, lease: Date) -> Result<Option<PushWork>, StoreError> {
    let taken = outbox::take(db, TOPIC, 1, now, lease).await?;
    Ok(taken.into_iter().next().map(|row| PushWork::new(row, now)))
}

/// Writes down how far the work is and keeps it until `lease`. Says whether it was still this
/// node's.
pub async fn keep(db: &Db, work: &mut PushWork, lease: Date) -> Result<bool, StoreError> {
    let mut row = work.row(work.due);
    let is_held = outbox::keep(db, &mut row, lease).await?;
    work.row = row;
    Ok(is_held)
}

/// Gives the work back, to be taken again from `due` on.
pub async fn put_back(db: &Db, work: &PushWork, due: Date) -> Result<(), StoreError> {
    // How far it was is what was last kept: what was done since may not have been noted.
    let mut row = work.row.clone();
    row.body["due"] = Json::from(due.iso());
    outbox::put_back(db, &row, due, None).await
}

/// Ends a piece of work. Says whether it was still this node's.
pub async fn end(db: &Db, work: &PushWork) -> Result<bool, StoreError> {
    outbox::end(db, &work.row).await
}

/// Whether a push has work left.
pub async fn exists(db: &Db, push: &str) -> Result<bool, StoreError> {
    let mut sql =
        Sql::new("select 1 from _touchstone.outbox where topic = 'push' and body ->> 'push' = ");
    sql.bind(push).push(" limit 1");
    Ok(!db.rows(&sql).await?.is_empty())
}

/// When there is something to take next.
pub async fn next_due(db: &Db) -> Result<Option<Date>, StoreError> {
    outbox::next_due(db, TOPIC).await
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
