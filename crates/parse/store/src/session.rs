//! Sessions: asked for with every request, and changed by using them.

use parse_model::Date;

use crate::error::StoreError;
use crate::row::{DateValue, cell};
use crate::sql::Sql;
use crate::store::Db;

/// A session whose user exists, as far as finding out who calls needs it.
#[derive(Debug, Clone)]
pub struct StoredSession {
    /// The session.
    pub id: String,
    /// Its user.
    pub user_id: String,
    /// The token in the form in which it is kept.
    pub token: String,
    /// When it was made.
    pub created_at: Option<Date>,
    /// Whether the user proved who they are to get it, rather than coming by another session or by
    /// the server's own key.
    pub is_sign_in: bool,
    /// When it ends; `None` means never.
    pub expires_at: Option<Date>,
    /// When it was last changed.
    pub updated_at: Option<Date>,
    /// Whether it ends when it was said to, however much it is used.
    pub keeps_end: bool,
}

/// The session that is kept under one of these forms of its token.
pub async fn find(db: &Db, forms: &[String]) -> Result<Option<StoredSession>, StoreError> {
    let mut sql = Sql::new(
        r#"select s."objectId", u."objectId", s."sessionToken", s."expiresAt", s."updatedAt",
            coalesce(s."createdWith" -> 'keepsEnd' = 'true', false), s."createdAt",
            coalesce(s."createdWith" ->> 'action' in ('login', 'signup'), false)
                and s."createdWith" ->> 'authProvider' is distinct from 'masterkey'
        from "_Session" as s join "_User" as u on u."objectId" = s."user"
        where s."sessionToken" = any("#,
    );
    sql.bind(forms).push(") limit 1");
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let text = |at: usize| cell::<String>(row, at).map(Option::unwrap_or_default);
    let date =
        |at: usize| cell::<DateValue>(row, at).map(|moment| moment.map(|DateValue(date)| date));
    Ok(Some(StoredSession {
        id: text(0)?,
        user_id: text(1)?,
        token: text(2)?,
        expires_at: date(3)?,
        updated_at: date(4)?,
        keeps_end: cell::<bool>(row, 5)?.unwrap_or(false),
        created_at: date(6)?,
        is_sign_in: cell::<bool>(row, 7)?.unwrap_or(false),
    }))
}

/// Keeps a session's token in another form, unless it has changed meanwhile.
pub async fn replace_token(db: &Db, id: &str, old: &str, new: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_Session" set "sessionToken" = "#);
    sql.bind(new).push(r#" where "objectId" = "#).bind(id);
    sql.push(r#" and "sessionToken" = "#).bind(old);
    db.execute(&sql).await?;
    Ok(())
}

/// Makes a session last longer if it would have ended by `by`. Says whether it did.
pub async fn renew(
    db: &Db,
    id: &str,
    by: Date,
    expires_at: Date,
    now: Date,
) -> Result<bool, StoreError> {
    let mut sql = Sql::new(r#"update "_Session" set "expiresAt" = "#);
    sql.bind(expires_at).push(r#", "updatedAt" = "#).bind(now);
    sql.push(r#" where "objectId" = "#).bind(id);
    sql.push(r#" and "expiresAt" <= "#).bind(by);
    Ok(db.execute(&sql).await? > 0)
}

/// Writes down that a session is in use, unless that was done since `since`. Says whether it was
/// written.
pub async fn touch(db: &Db, id: &str, since: Date, now: Date) -> Result<bool, StoreError> {
    let mut sql = Sql::new(r#"update "_Session" set "updatedAt" = "#);
    sql.bind(now).push(r#" where "objectId" = "#).bind(id);
    sql.push(r#" and "updatedAt" <= "#).bind(since);
    Ok(db.execute(&sql).await? > 0)
}

/// Ends the oldest sessions of a user until at most so many are left, inside a transaction. Returns
/// how many it ended.
pub async fn end_oldest(tx: &Db, user_id: &str, most: i64) -> Result<u64, StoreError> {
    // Two transactions that do not see each other's session would each leave one too many.
    let mut sql =
        Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.sessions'), hashtext(");
    sql.bind(user_id).push("))");
    tx.rows(&sql).await?;
    let mut sql = Sql::new(r#"delete from "_Session" where "user" = "#);
    sql.bind(user_id)
        .push(r#" and "objectId" in (select "objectId" from "_Session" where "user" = "#);
    sql.bind(user_id).push(r#" order by "createdAt" desc nulls last, "objectId" desc offset "#);
    sql.bind(most).push(")");
    tx.execute(&sql).await
}
