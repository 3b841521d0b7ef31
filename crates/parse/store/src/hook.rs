//! Webhooks as they are kept: Parse Server's table `_Hooks`, and a table of our own for jobs.
//!
//! `_Hooks` has no key, and a Parse Server adds a second row at every change. Reading takes the
//! last row of each name; writing leaves one.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// What a webhook stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum HookKey {
    /// A cloud function.
    Function(String),
    /// A trigger of a class.
    Trigger {
        /// The class.
        class: String,
        /// Its kind, by its name in the protocol.
        trigger: String,
    },
    /// A job.
    Job(String),
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredHook {
    /// What for.
    pub key: HookKey,
    /// Whom to call.
    pub url: String,
}

/// All webhooks, in the order in which they were made.
pub async fn all(db: &Db) -> Result<Vec<StoredHook>, StoreError> {
    let mut found: Vec<StoredHook> = Vec::new();
    let sql = Sql::new(
        r#"select "functionName", "className", "triggerName", "url" from "_Hooks"
        where "url" is not null"#,
    );
    for row in &db.rows(&sql).await? {
        let text = |at: usize| cell::<String>(row, at);
        let key = match (text(0)?, text(1)?, text(2)?) {
            (_, Some(class), Some(trigger)) => HookKey::Trigger { class, trigger },
            (Some(name), ..) => HookKey::Function(name),
            _ => continue,
        };
        let url = text(3)?.unwrap_or_default();
        match found.iter_mut().find(|hook| hook.key == key) {
            Some(known) => known.url = url,
            None => found.push(StoredHook { key, url }),
        }
    }
    let sql = Sql::new("select name, url from _touchstone.job_hook order by created_at, name");
    for row in &db.rows(&sql).await? {
        let text = |at: usize| cell::<String>(row, at).map(Option::unwrap_or_default);
        found.push(StoredHook { key: HookKey::Job(text(0)?), url: text(1)? });
    }
    Ok(found)
}

/// Keeps others from changing webhooks until the transaction ends.
pub async fn lock_hooks(db: &Db) -> Result<(), StoreError> {
    db.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.hooks'))")).await?;
    Ok(())
}

/// Writes a webhook, in place of any there is for the same thing.
pub async fn put(db: &Db, hook: &StoredHook) -> Result<(), StoreError> {
    remove(db, &hook.key).await?;
    let mut sql = Sql::default();
    match &hook.key {
        HookKey::Function(name) => {
            sql.push(r#"insert into "_Hooks" ("functionName", "url") values ("#).bind(&**name);
        }
        HookKey::Trigger { class, trigger } => {
            sql.push(r#"insert into "_Hooks" ("className", "triggerName", "url") values ("#);
            sql.bind(&**class).push(", ").bind(&**trigger);
        }
        HookKey::Job(name) => {
            sql.push("insert into _touchstone.job_hook (name, url) values (").bind(&**name);
        }
    }
    sql.push(", ").bind(&*hook.url).push(")");
    db.execute(&sql).await?;
    Ok(())
}

/// Removes a webhook.
pub async fn remove(db: &Db, key: &HookKey) -> Result<(), StoreError> {
    let mut sql = Sql::default();
    match key {
        HookKey::Function(name) => {
            sql.push(r#"delete from "_Hooks" where "functionName" = "#).bind(&**name);
        }
        HookKey::Trigger { class, trigger } => {
            sql.push(r#"delete from "_Hooks" where "className" = "#).bind(&**class);
            sql.push(r#" and "triggerName" = "#).bind(&**trigger);
        }
        HookKey::Job(name) => {
            sql.push("delete from _touchstone.job_hook where name = ").bind(&**name);
        }
    }
    db.execute(&sql).await?;
    Ok(())
}
