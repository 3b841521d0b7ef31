//! Secrets that were mailed to users, and when their passwords were last wrong.
//!
//! Whatever may happen once only is tested and consumed by one statement.

use parse_model::Date;

use crate::error::StoreError;
use crate::row::{DateValue, cell};
use crate::sql::Sql;
use crate::store::Db;

/// What a mailed secret is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mailed {
    /// Setting a new password.
    Reset,
    /// Confirming an address.
    Verification,
}

impl Mailed {
    fn token(self) -> &'static str {
        match self {
            Mailed::Reset => r#""_perishable_token""#,
            Mailed::Verification => r#""_email_verify_token""#,
        }
    }

    fn expires_at(self) -> &'static str {
        match self {
            Mailed::Reset => r#""_perishable_token_expires_at""#,
            Mailed::Verification => r#""_email_verify_token_expires_at""#,
        }
    }
}

/// Whose a mailed secret is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailedTo {
    /// The user.
    pub user_id: String,
    /// When the secret ends; `None` means that it does not say.
    pub expires_at: Option<Date>,
}

/// The user to whom the secret was mailed that is kept under one of these forms.
pub async fn mailed_to(
    db: &Db,
    mailed: Mailed,
    forms: &[String],
) -> Result<Option<MailedTo>, StoreError> {
    let mut sql = Sql::new(r#"select "objectId", "#);
    sql.push(mailed.expires_at()).push(r#" from "_User" where "#).push(mailed.token());
    sql.push(" = any(").bind(forms).push(") limit 1");
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(MailedTo {
        user_id: cell::<String>(row, 0)?.unwrap_or_default(),
        expires_at: cell::<DateValue>(row, 1)?.map(|DateValue(date)| date),
    }))
}

/// Keeps a secret that is about to be mailed, in place of any before it.
pub async fn keep(
    db: &Db,
    mailed: Mailed,
    user_id: &str,
    kept: &str,
    expires_at: Option<Date>,
) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_User" set "#);
    sql.push(mailed.token()).push(" = ").bind(kept).push(", ");
    sql.push(mailed.expires_at()).push(" = ");
    match expires_at {
        Some(date) => sql.bind(date),
        None => sql.push("null"),
    };
    sql.push(r#" where "objectId" = "#).bind(user_id);
    db.execute(&sql).await?;
    Ok(())
}

/// Consumes a secret if it is still there and has not expired. Of several concurrent callers, one
/// gets `true`.
///
/// Where `must_expire` is set, a secret that does not say when it ends counts as ended.
pub async fn consume(
    db: &Db,
    mailed: Mailed,
    user_id: &str,
    forms: &[String],
    now: Date,
    must_expire: bool,
) -> Result<bool, StoreError> {
    let mut sql = Sql::new(r#"update "_User" set "#);
    sql.push(mailed.token()).push(" = null, ").push(mailed.expires_at()).push(" = null");
    sql.push(r#" where "objectId" = "#).bind(user_id).push(" and ").push(mailed.token());
    sql.push(" = any(").bind(forms).push(") and coalesce(").push(mailed.expires_at());
    sql.push(" > ").bind(now).push(", ").bind(!must_expire).push(")");
    Ok(db.execute(&sql).await? > 0)
}

/// Counts an attempt to sign in before its password is looked at, and locks the account until
/// `locked_until` if it is one too many. Gives how many there were, or nothing if the account is
/// locked.
pub async fn reserve_attempt(
    db: &Db,
    user_id: &str,
    threshold: u32,
    now: Date,
    locked_until: Date,
) -> Result<Option<f64>, StoreError> {
    let threshold = f64::from(threshold);
    let mut sql = Sql::new(
        r#"update "_User" set "_failed_login_count" = coalesce("_failed_login_count", 0) + 1,
        "_account_lockout_expires_at" = case when coalesce("_failed_login_count", 0) + 1 >= "#,
    );
    sql.bind(threshold).push(" then ").bind(locked_until);
    sql.push(r#" else "_account_lockout_expires_at" end where "objectId" = "#).bind(user_id);
    sql.push(r#" and not coalesce("_account_lockout_expires_at" > "#).bind(now);
    sql.push(r#" and "_failed_login_count" >= "#).bind(threshold);
    sql.push(r#", false) returning "_failed_login_count""#);
    let rows = db.rows(&sql).await?;
    rows.first().map_or(Ok(None), |row| cell::<f64>(row, 0))
}

/// Resets the failed attempts of a user who has just signed in.
pub async fn forget_attempts(db: &Db, user_id: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_User" set "_failed_login_count" = 0 where "objectId" = "#);
    db.execute(sql.bind(user_id)).await?;
    Ok(())
}

/// Lets the age of a password count from now, where it is not known.
pub async fn start_password_age(db: &Db, user_id: &str, now: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_User" set "_password_changed_at" = "#);
    sql.bind(now).push(r#" where "objectId" = "#).bind(user_id);
    sql.push(r#" and "_password_changed_at" is null"#);
    db.execute(&sql).await?;
    Ok(())
}
