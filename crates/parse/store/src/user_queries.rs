//! Questions about users that are asked too often, or are too particular, for the general way of
//! asking.

use crate::error::StoreError;
use crate::row::cell;
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

/// Locks a unique value, in whatever case, until the transaction ends.
pub async fn lock_unique_value(db: &Db, field: Unique, value: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("select pg_advisory_xact_lock(hashtextextended(");
    sql.push(match field {
        Unique::Username => "'touchstone.username.' || lower(",
        Unique::Email => "'touchstone.email.' || lower(",
    });
    sql.bind(value).push("), 0))");
    db.rows(&sql).await?;
    Ok(())
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
pub async fn users_with_identity(
    db: &Db,
    identities: &[(&str, &str)],
) -> Result<Vec<String>, StoreError> {
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
