//! Which nodes keep files in which folder, as each of them says of itself.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// For how many seconds a node counts after it was last heard of. It tells of itself every ten.
const COUNTS_FOR: i64 = 35;

/// The folder in which files were kept last, and where that was.
pub(crate) const LAST: &str =
    "select folder, place from _touchstone.file_folder order by seen_at desc limit 1";

/// A node and its folder.
#[derive(Debug, Clone, Copy)]
pub struct FolderOfNode<'a> {
    /// The node, by a name that is its own for this run.
    pub node: &'a str,
    /// Where it runs, for people.
    pub place: &'a str,
    /// The name that is written in its folder.
    pub folder: &'a str,
}

/// Writes down that a node runs with a folder, and forgets other nodes that were not heard of for a
/// day.
pub async fn tell(db: &Db, one: &FolderOfNode<'_>) -> Result<(), StoreError> {
    let sql = Sql::fixed(
        "with old as (delete from _touchstone.file_folder where seen_at < now() - interval '1 day')
        insert into _touchstone.file_folder (node, place, folder, seen_at) values ($1::text, $2::text, $3::text, now())
        on conflict (node) do update set folder = excluded.folder, seen_at = excluded.seen_at",
        [one.node.into(), one.place.into(), one.folder.into()],
    );
    db.execute(&sql).await.map(drop)
}

/// Where nodes run that keep files elsewhere.
pub async fn elsewhere(db: &Db, one: &FolderOfNode<'_>) -> Result<Vec<String>, StoreError> {
    let sql = Sql::fixed(
        "select place from _touchstone.file_folder
        where node <> $1::text and folder <> $2::text and seen_at > now() - make_interval(secs => $3::int8) order by place",
        [one.node.into(), one.folder.into(), COUNTS_FOR.into()],
    );
    let rows = db.rows(&sql).await?;
    rows.iter().map(|row| cell::<String>(row, 0).map(Option::unwrap_or_default)).collect()
}

/// The name of the folder in which files were kept last, and where that was; `None` if there never
/// was one, or no file that could be missing is known.
pub async fn last(db: &Db) -> Result<Option<(String, String)>, StoreError> {
    let mut sql = Sql::new("select folder, place from (");
    sql.push(LAST)
        .push(") last where exists (select from _touchstone.file where removed_at is null)");
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let text = |at: usize| cell::<String>(row, at).map(Option::unwrap_or_default);
    Ok(Some((text(0)?, text(1)?)))
}

/// A node runs no more. Its folder stays known, for the next start to compare with.
pub async fn leave(db: &Db, node: &str) -> Result<(), StoreError> {
    let sql = Sql::fixed(
        "update _touchstone.file_folder set seen_at = now() - make_interval(secs => $2::int8) where node = $1::text",
        [node.into(), COUNTS_FOR.into()],
    );
    db.execute(&sql).await.map(drop)
}
