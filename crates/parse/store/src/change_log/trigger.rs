//! The triggers that fill the change log.

use parse_model::ClassName;
use parse_model::name::SYSTEM_CLASSES;

use super::statement::{logged, no_longer_logged};
use crate::error::StoreError;
use crate::live_classes::LiveClasses;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// What is not as it should be: live classes without their trigger, and triggers of others.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Unlogged {
    /// Live classes whose changes are not logged, or not without what must stay out.
    pub missing: Vec<ClassName>,
    /// Classes that are logged and not live.
    pub needless: Vec<ClassName>,
}

/// Which triggers are missing, and which are there for nothing.
pub async fn unlogged(db: &Db, live: &LiveClasses) -> Result<Unlogged, StoreError> {
    let schema = db.schema();
    // Some classes of the protocol have their tables before they are listed.
    let system = SYSTEM_CLASSES.iter().map(|name| ClassName::from_static(name));
    let known = schema.classes().map(|class| class.name.clone()).chain(system);
    let known = known.filter(|name| live.matches(name));
    let mut names: Vec<String> = known.map(|name| name.as_str().to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    let sql = Sql::fixed(
        "select name, true from unnest($1::text[]) name
            where to_regclass(quote_ident(name)) is not null and not _touchstone.is_logged(name)
        union all
        select relname::text, false from pg_trigger join pg_class c on c.oid = tgrelid
            where tgname = 'touchstone_change' and relnamespace = current_schema()::regnamespace
            and relname::text <> all ($1::text[])",
        [names.into()],
    );
    let mut unlogged = Unlogged::default();
    for row in &db.read(&sql).await? {
        let name = cell::<String>(row, 0)?.unwrap_or_default();
        let Some(name) = ClassName::parse(&name) else { continue };
        match cell::<bool>(row, 1)? {
            Some(true) => unlogged.missing.push(name),
            // A live class may have been made since this node last read the classes.
            _ if live.matches(&name) => {}
            _ => unlogged.needless.push(name),
        }
    }
    Ok(unlogged)
}

/// Logs the changes of live classes from now on, and those of others no longer. Each class is a
/// transaction of its own: a trigger waits for the writers of its table, and other tables should
/// not be locked meanwhile.
pub async fn attach(db: &Db, live: &LiveClasses) -> Result<(), StoreError> {
    let unlogged = unlogged(db, live).await?;
    for (classes, is_live) in [(&unlogged.missing, true), (&unlogged.needless, false)] {
        for class in classes {
            let tx = db.store().begin();
            let outcome = attach_under_lock(&tx, class, is_live).await;
            tx.finish_for(db, outcome).await?;
            tracing::info!(class = class.as_str(), is_live, "change log trigger set");
        }
    }
    Ok(())
}

async fn attach_under_lock(tx: &Db, class: &ClassName, is_live: bool) -> Result<(), StoreError> {
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.schema'))")).await?;
    let sql = if is_live { logged(class) } else { no_longer_logged(class) };
    tx.rows(&sql).await.map(drop)
}
