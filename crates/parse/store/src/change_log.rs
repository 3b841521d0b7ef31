//! What happened to the objects of live classes, in the order in which each object saw it.
//!
//! A trigger on the table of a live class logs every change in the transaction that makes it,
//! regardless of the writer. A reader's cursor is a snapshot: transactions that had not begun then,
//! or were still running, are unread. That is complete, keeps the order of commits within an
//! object, and does not wait for long transactions.

mod cursor;
mod keep;
mod refetch;
mod row;
mod statement;
mod trigger;

use parse_model::{ClassName, JsonMap};
use tokio_postgres::Row;

use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::{Bind, Sql};
use crate::store::Db;

pub use cursor::Cursor;
pub use keep::{forget_node, keep_cursor, kept_cursor, lag, settle, trim};
pub use refetch::{keep_still, refetch};
pub use row::object;
pub(crate) use statement::logged;
pub use trigger::{attach, unlogged};

/// One change of one object.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Its number; within an object, later changes have greater ones.
    pub seq: i64,
    /// The class of the object.
    pub class: ClassName,
    /// The id of the object.
    pub id: String,
    /// The row before; nothing if it was made.
    pub before: Option<JsonMap>,
    /// The row after; nothing if it was removed.
    pub after: Option<JsonMap>,
    /// Whether one of our nodes wrote it, and not a Parse Server or an operator.
    pub is_ours: bool,
}

/// What a look at the log finds.
#[derive(Debug)]
pub enum Look {
    /// What was committed since.
    Changes {
        /// The changes, in order.
        changes: Vec<Change>,
        /// From where to look next.
        cursor: Cursor,
    },
    /// The cursor is of another database, later changes were trimmed, or a bulk writer logged
    /// nothing: the missed changes are unknown.
    Lost {
        /// From where to look next.
        cursor: Cursor,
    },
}

/// The place behind all that is committed.
pub async fn current(db: &Db) -> Result<Cursor, StoreError> {
    let sql = Sql::new("select pg_current_snapshot()::text, _touchstone.log_place()");
    let rows = db.read(&sql).await?;
    let row = rows.first().ok_or_else(|| unreadable("no answer"))?;
    Ok(Cursor::at(text(row, 1)?, text(row, 0)?))
}

/// Where the log is now, and whether something was trimmed that a snapshot does not show. Told once,
/// whatever is found.
macro_rules! looked_from {
    () => {
        "with here as materialized (
            select pg_current_snapshot() as now, _touchstone.log_place() as place),
        looked as materialized (
            select now, place, pg_snapshot_xmax($1::text::pg_snapshot) > pg_snapshot_xmax(now)
                or coalesce((select k.place <> here.place
                    or k.trimmed >= pg_snapshot_xmin($1::text::pg_snapshot)
                    from _touchstone.change_log k), true) as is_lost
            from here)
        select l.now::text, l.place, l.is_lost, c.seq, c.class, c.id, c.before, c.after, c.is_ours
        from looked l left join _touchstone.change c "
    };
}

/// What is newly visible since a snapshot.
const SINCE: &str = concat!(
    looked_from!(),
    "on c.xid >= pg_snapshot_xmax($1::text::pg_snapshot)
        or c.xid = any (array(select pg_snapshot_xip($1::text::pg_snapshot)))
    order by c.seq limit $2::int8"
);

/// The same as far as it was visible at a later snapshot, behind a number.
const SINCE_UNTIL: &str = concat!(
    looked_from!(),
    "on (c.xid >= pg_snapshot_xmax($1::text::pg_snapshot)
        or c.xid = any (array(select pg_snapshot_xip($1::text::pg_snapshot))))
        and pg_visible_in_snapshot(c.xid, $3::text::pg_snapshot) and c.seq > $4::int8
    order by c.seq limit $2::int8"
);

/// What was committed since a look, at most so many changes; the rest comes with the next.
pub async fn since(db: &Db, cursor: &Cursor, most: usize) -> Result<Look, StoreError> {
    let most = most.max(1);
    let limit = Bind::from(i64::try_from(most).unwrap_or(i64::MAX));
    let sql = match &cursor.part {
        None => Sql::fixed(SINCE, [cursor.seen.as_str().into(), limit]),
        Some(part) => Sql::fixed(
            SINCE_UNTIL,
            [cursor.seen.as_str().into(), limit, part.until.as_str().into(), part.after.into()],
        ),
    };
    let rows = db.read(&sql).await?;
    let first = rows.first().ok_or_else(|| unreadable("no answer"))?;
    let (now, place) = (text(first, 0)?, text(first, 1)?);
    if place != cursor.place || cell::<bool>(first, 2)?.unwrap_or(true) {
        return Ok(Look::Lost { cursor: Cursor::at(place, now) });
    }
    let mut changes = Vec::with_capacity(rows.len());
    for row in &rows {
        if text(row, 4)? == refetch::EVERYTHING {
            return Ok(Look::Lost { cursor: Cursor::at(place, now) });
        }
        changes.extend(change(row)?);
    }
    let last = changes.last().map(|change: &Change| change.seq);
    let last = last.filter(|_| changes.len() >= most);
    Ok(Look::Changes { cursor: cursor.moved(now, last), changes })
}

/// One row of the log; nothing if the join found none.
fn change(row: &Row) -> Result<Option<Change>, StoreError> {
    let Some(seq) = cell::<i64>(row, 3)? else { return Ok(None) };
    // A table whose name is no class's cannot have been made by any of us.
    let Some(class) = ClassName::parse(&text(row, 4)?) else { return Ok(None) };
    let document = |at| {
        let cell = cell::<Document>(row, at)?;
        Ok::<_, StoreError>(cell.and_then(|Document(json)| match json {
            parse_model::Json::Object(map) => Some(map),
            _ => None,
        }))
    };
    Ok(Some(Change {
        seq,
        class,
        id: text(row, 5)?,
        before: document(6)?,
        after: document(7)?,
        is_ours: cell::<bool>(row, 8)?.unwrap_or_default(),
    }))
}

fn text(row: &Row, at: usize) -> Result<String, StoreError> {
    Ok(cell::<String>(row, at)?.unwrap_or_default())
}

fn unreadable(problem: &str) -> StoreError {
    StoreError::Unreadable { place: "the change log".to_owned(), problem: problem.to_owned() }
}
