//! Requests that carry an id, so that a repeat is recognised.

use parse_model::{Date, ObjectId};

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// One request that carried an id.
#[derive(Debug)]
pub struct RequestKey<'a> {
    /// Who asked for what: the same id elsewhere is another request.
    pub scope: &'a str,
    /// The digest of the id.
    pub id: &'a str,
    /// The digest of what was asked.
    pub digest: &'a str,
}

/// What is known of a request that came before.
#[derive(Debug, PartialEq, Eq)]
pub struct Answered {
    /// The digest of what was asked then.
    pub digest: String,
    /// The answer it got; `None` if it is still at work or was lost.
    pub answer: Option<String>,
}

/// The statement that claims a request until a time. It touches a row if it is the first; one at
/// the same time is waited for.
pub fn request_claim(key: &RequestKey<'_>, expires_at: Date, now: Date) -> Sql {
    let mut sql = Sql::new(
        "insert into _touchstone.answered_request as known (scope, id, digest, expires_at) values (",
    );
    sql.bind(key.scope).push(", ").bind(key.id).push(", ").bind(key.digest);
    sql.push(", ").bind(expires_at);
    sql.push(
        ") on conflict (scope, id) do update
        set digest = excluded.digest, answer = null, expires_at = excluded.expires_at
        where known.expires_at < ",
    );
    sql.bind(now);
    sql
}

/// Keeps the answer of a request that was claimed.
pub async fn keep_answer(db: &Db, key: &RequestKey<'_>, answer: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.answered_request set answer = ");
    sql.bind(answer).push(" where scope = ").bind(key.scope).push(" and id = ").bind(key.id);
    db.execute(&sql).await?;
    Ok(())
}

/// Takes a claim back: nothing has happened.
pub async fn release_request(db: &Db, key: &RequestKey<'_>) -> Result<(), StoreError> {
    let mut sql = Sql::new("delete from _touchstone.answered_request where scope = ");
    sql.bind(key.scope).push(" and id = ").bind(key.id);
    db.execute(&sql).await?;
    Ok(())
}

/// What is known of a request whose time is not over.
pub async fn answered(
    db: &Db,
    key: &RequestKey<'_>,
    now: Date,
) -> Result<Option<Answered>, StoreError> {
    let mut sql =
        Sql::new("select digest, answer from _touchstone.answered_request where scope = ");
    sql.bind(key.scope).push(" and id = ").bind(key.id).push(" and expires_at >= ").bind(now);
    let rows = db.read(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let digest = cell::<String>(row, 0)?.unwrap_or_default();
    Ok(Some(Answered { digest, answer: cell::<String>(row, 1)? }))
}

/// Notes an id as Parse Server does, for all of its servers. Says whether it is new.
pub async fn note_request(
    db: &Db,
    object_id: &ObjectId,
    id: &str,
    expires_at: Date,
    now: Date,
) -> Result<bool, StoreError> {
    let mut sql = Sql::new(
        r#"insert into "_Idempotency" ("objectId", "createdAt", "updatedAt", "reqId", "expire")
        values ("#,
    );
    sql.bind(object_id.as_str()).push(", ").bind(now).push(", ").bind(now);
    sql.push(", ").bind(id).push(", ").bind(expires_at);
    sql.push(r#") on conflict ("reqId") do nothing"#);
    Ok(db.execute(&sql).await? > 0)
}

/// Deletes requests that have expired.
pub async fn forget_requests(db: &Db, now: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new("delete from _touchstone.answered_request where expires_at < ");
    sql.bind(now);
    db.execute(&sql).await?;
    let mut sql = Sql::new(r#"delete from "_Idempotency" where "expire" < "#);
    sql.bind(now);
    db.execute(&sql).await?;
    Ok(())
}
