//! Keeps the change log as long as a reader needs it, and no longer.

use super::Cursor;
use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// How many rows are trimmed at once.
const PIECE: i64 = 10_000;

/// Writes down how far a node has read: what it has not seen is kept for it.
pub async fn keep_cursor(db: &Db, node: &str, cursor: &Cursor) -> Result<(), StoreError> {
    let sql = Sql::fixed(
        "insert into _touchstone.change_cursor (node, cursor, oldest, seen_at)
        values ($1::text, $2::text, pg_snapshot_xmin($3::text::pg_snapshot), now())
        on conflict (node) do update set cursor = excluded.cursor, oldest = excluded.oldest, seen_at = now()",
        [node.into(), cursor.to_text().into(), cursor.seen.as_str().into()],
    );
    db.execute(&sql).await.map(drop)
}

/// How far a node had read when it last said so.
pub async fn kept_cursor(db: &Db, node: &str) -> Result<Option<Cursor>, StoreError> {
    let sql = Sql::fixed(
        "select cursor from _touchstone.change_cursor where node = $1::text",
        [node.into()],
    );
    let rows = db.read(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(cell::<String>(row, 0)?.as_deref().and_then(Cursor::parse))
}

/// A node reads no more.
pub async fn forget_node(db: &Db, node: &str) -> Result<(), StoreError> {
    let sql =
        Sql::fixed("delete from _touchstone.change_cursor where node = $1::text", [node.into()]);
    db.execute(&sql).await.map(drop)
}

/// Empties a log that was written where transactions were numbered otherwise: in a database that
/// this one is a copy of, or before another server took over. Says whether it was one.
pub async fn settle(db: &Db) -> Result<bool, StoreError> {
    let sql = Sql::new(
        "with moved as (update _touchstone.change_log set place = _touchstone.log_place(), trimmed = '0'
            where place <> _touchstone.log_place() returning 1),
        cursors as (delete from _touchstone.change_cursor where exists (select from moved)),
        changes as (delete from _touchstone.change where exists (select from moved))
        select 1 from moved",
    );
    Ok(!db.rows(&sql).await?.is_empty())
}

/// Deletes one piece of what is older than `seconds` and seen by every node that was itself seen
/// since. Says whether there may be more. Of several nodes that try at the same time, one does it.
pub async fn trim(db: &Db, seconds: i64) -> Result<bool, StoreError> {
    let sql = Sql::fixed(
        "with mine as (select pg_try_advisory_xact_lock(hashtext('touchstone.trim')) as is_mine),
        away as (delete from _touchstone.change_cursor using mine
            where is_mine and seen_at < now() - make_interval(secs => $1::int8)),
        gone as (delete from _touchstone.change where ctid = any (array(
            select ctid from (
                select c.ctid, c.at from _touchstone.change c, mine
                where is_mine and c.xid < least(pg_snapshot_xmin(pg_current_snapshot()),
                    (select n.oldest from _touchstone.change_cursor n
                        where n.seen_at >= now() - make_interval(secs => $1::int8) order by n.oldest limit 1))
                order by c.xid limit $2::int8) oldest
            where at < now() - make_interval(secs => $1::int8))) returning xid),
        noted as (update _touchstone.change_log
            set trimmed = greatest(trimmed, (select xid from gone order by xid desc limit 1))
            where exists (select from gone))
        select count(*) from gone",
        [seconds.into(), PIECE.into()],
    );
    let rows = db.rows(&sql).await?;
    let trimmed = rows.first().map(|row| cell::<i64>(row, 0)).transpose()?.flatten();
    Ok(trimmed.is_some_and(|count| count >= PIECE))
}

/// For how many seconds the oldest change has waited that some node has yet to read. Nodes write
/// down every few seconds how far they have read, so less than that means nothing.
pub async fn lag(db: &Db) -> Result<f64, StoreError> {
    let sql = Sql::new(
        "select coalesce(extract(epoch from now() - min(at)), 0)::float8 from _touchstone.change \
         where xid >= (select oldest from _touchstone.change_cursor \
         where seen_at > now() - interval '1 minute' order by oldest limit 1)",
    );
    let rows = db.read(&sql).await?;
    rows.first().map_or(Ok(0.0), |row| Ok(cell::<f64>(row, 0)?.unwrap_or_default()))
}
