//! Questions about users and sessions that are asked too often, or are too particular, for the
//! general way of asking.

use parse_model::Date;

use crate::error::StoreError;
use crate::row::{Moment, cell};
use crate::sql::Sql;
use crate::store::Db;

/// A field of `_User` whose values are unique whatever their case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unique {
    /// The name a user signs in with.
    Username,
    /// The e-mail address.
    Email,
}

/// Whether another user has this value already, in whatever case.
pub async fn is_taken(
    db: &Db,
    field: Unique,
    value: &str,
    except_id: &str,
) -> Result<bool, StoreError> {
    let mut sql = Sql::new(r#"select 1 from "_User" where "#);
    sql.push(match field {
        Unique::Username => r#"lower("username") = lower("#,
        Unique::Email => r#"lower("email") = lower("#,
    });
    sql.bind(value).push(r#") and "objectId" <> "#).bind(except_id).push(" limit 1");
    Ok(!db.read(&sql).await?.is_empty())
}

/// Lets nobody else claim a value, in whatever case, until the transaction ends.
pub async fn claim(db: &Db, field: Unique, value: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("select pg_advisory_xact_lock(hashtextextended(");
    sql.push(match field {
        Unique::Username => "'touchstone.username.' || lower(",
        Unique::Email => "'touchstone.email.' || lower(",
    });
    sql.bind(value).push("), 0))");
    db.rows(&sql).await?;
    Ok(())
}

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
    /// When it ends; nothing means never.
    pub expires_at: Option<Date>,
    /// When it was last changed.
    pub updated_at: Option<Date>,
    /// Whether it ends when it was said to, however much it is used.
    pub keeps_end: bool,
}

/// The session that is kept under one of these forms of its token.
pub async fn session_kept_as(
    db: &Db,
    forms: &[String],
) -> Result<Option<StoredSession>, StoreError> {
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
    let date = |at: usize| cell::<Moment>(row, at).map(|moment| moment.map(|Moment(date)| date));
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

/// Keeps a session's token in another form, unless somebody has changed it meanwhile.
pub async fn replace_token(db: &Db, id: &str, old: &str, new: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_Session" set "sessionToken" = "#);
    sql.bind(new).push(r#" where "objectId" = "#).bind(id);
    sql.push(r#" and "sessionToken" = "#).bind(old);
    db.execute(&sql).await?;
    Ok(())
}

/// Makes a session last longer if it would have ended by `by`. Says whether it did.
pub async fn renew_session(
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
pub async fn touch_session(db: &Db, id: &str, since: Date, now: Date) -> Result<bool, StoreError> {
    let mut sql = Sql::new(r#"update "_Session" set "updatedAt" = "#);
    sql.bind(now).push(r#" where "objectId" = "#).bind(id);
    sql.push(r#" and "updatedAt" <= "#).bind(since);
    Ok(db.execute(&sql).await? > 0)
}

/// Ends the oldest sessions of a user until at most so many are left. Says how many it ended.
pub async fn end_oldest_sessions(db: &Db, user_id: &str, most: i64) -> Result<u64, StoreError> {
    if db.is_transaction() {
        // Two transactions that do not see each other's session would each leave one too many.
        let mut sql =
            Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.sessions'), hashtext(");
        sql.bind(user_id).push("))");
        db.rows(&sql).await?;
    }
    let mut sql = Sql::new(r#"delete from "_Session" where "user" = "#);
    sql.bind(user_id)
        .push(r#" and "objectId" in (select "objectId" from "_Session" where "user" = "#);
    sql.bind(user_id).push(r#" order by "createdAt" desc nulls last, "objectId" desc offset "#);
    sql.bind(most).push(")");
    db.execute(&sql).await
}

/// Keeps a password under another hash, unless it has been changed meanwhile.
pub async fn replace_hash(db: &Db, user_id: &str, old: &str, new: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_User" set "_hashed_password" = "#);
    sql.bind(new).push(r#" where "objectId" = "#).bind(user_id);
    sql.push(r#" and "_hashed_password" = "#).bind(old);
    db.execute(&sql).await?;
    Ok(())
}

/// The ids of users who have one of these identities, each a provider and an id there. Two are
/// enough to know that it is not one.
pub async fn holders(db: &Db, identities: &[(&str, &str)]) -> Result<Vec<String>, StoreError> {
    if identities.is_empty() {
        return Ok(Vec::new());
    }
    let mut sql = Sql::new(r#"select "objectId" from "_User" where "#);
    let mut lead = "";
    for (provider, id) in identities {
        // The provider is a constant by the time the statement is planned, so that its index fits.
        sql.push(lead).push(r#"("authData" -> "#).bind(*provider);
        sql.push(" ->> 'id') = ").bind(*id);
        lead = " or ";
    }
    sql.push(" limit 2");
    let rows = db.read(&sql).await?;
    let mut ids = Vec::with_capacity(rows.len());
    for row in &rows {
        ids.extend(cell::<String>(row, 0)?);
    }
    Ok(ids)
}

/// Makes sure that no two users have the same identity at a provider. The index is named as Parse
/// Server names it.
pub async fn ensure_unique_identities(db: &Db, provider: &str) -> Result<(), StoreError> {
    let tx = db.in_transaction();
    let outcome = index_identities(&tx, provider).await;
    tx.finish_for(db, outcome).await
}

async fn index_identities(tx: &Db, provider: &str) -> Result<(), StoreError> {
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.schema'))")).await?;
    // DDL takes no bound values; the name goes in through a setting and is quoted by `format`.
    let mut sql = Sql::new("select set_config('touchstone.provider', ");
    sql.bind(provider).push(", true)");
    tx.rows(&sql).await?;
    tx.execute(&Sql::new(
        r#"do $$
        declare
            provider text := current_setting('touchstone.provider');
            held text := format('("authData" -> %L ->> ''id'')', provider);
        begin
            execute format('create unique index if not exists %I on "_User" (%s) where %s is not null',
                '_User_unique_authData_' || provider || '_id', '(' || held || ')', held);
        end $$"#,
    ))
    .await?;
    Ok(())
}
