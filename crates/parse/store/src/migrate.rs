//! Migrations: tables and functions in the schema `_touchstone`, created in order.

use std::collections::HashMap;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::connection::connect;
use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;
use crate::store_options::{StoreOptions, configured};
use crate::tx::Tx;

/// One migration: its name, which is recorded when it is applied, and its statements.
pub type Migration = (&'static str, &'static str);

/// The migrations of the object server, in order. Released migrations are never edited: new ones
/// are appended.
const MIGRATIONS: &[Migration] = &[
    ("0001_json", include_str!("../migrations/0001_json.sql")),
    ("0002_aggregates", include_str!("../migrations/0002_aggregates.sql")),
    ("0003_files", include_str!("../migrations/0003_files.sql")),
    ("0004_jobs", include_str!("../migrations/0004_jobs.sql")),
    ("0005_outbox", include_str!("../migrations/0005_outbox.sql")),
    ("0006_sign_in_attempts", include_str!("../migrations/0006_sign_in_attempts.sql")),
    ("0007_answered_requests", include_str!("../migrations/0007_answered_requests.sql")),
    ("0008_change_log", include_str!("../migrations/0008_change_log.sql")),
];

/// Reads the applied migrations. A database from before checksums has no such column.
const APPLIED: &str =
    "select m.name, coalesce(to_jsonb(m) ->> 'checksum', '') from _touchstone.migration m";

/// Every migration of the object server, in order.
pub fn all() -> &'static [Migration] {
    MIGRATIONS
}

/// Applies the migrations that this database has not seen.
pub(crate) async fn run(tx: &Tx) -> Result<(), StoreError> {
    // Another node may be at it, and a large table takes as long as it takes.
    tx.batch("set local statement_timeout = 0; set local lock_timeout = 0").await?;
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.migration'))")).await?;
    tx.batch("create schema if not exists _touchstone").await?;
    tx.batch(
        "create table if not exists _touchstone.migration (
            name text primary key, applied_at timestamptz not null default now(), checksum text not null)",
    )
    .await?;
    apply(tx, MIGRATIONS).await
}

/// Applies the migrations of an application that this database has not seen. Their names must be
/// unique, so they begin with the application's.
pub async fn run_migrations(db: &Db, migrations: &[Migration]) -> Result<(), StoreError> {
    let Db::Tx(_, tx) = db else {
        return Err(StoreError::Unavailable("migrations need a transaction".to_owned()));
    };
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.migration'))")).await?;
    apply(tx, migrations).await
}

/// The migrations that a database has applied, each with the checksum of its text.
type Applied = HashMap<String, String>;

/// The migrations, ours and those of an application, that a database has not seen. Only reads; what
/// would make [`run_migrations`] refuse is refused here too.
pub async fn pending(
    options: &StoreOptions,
    application: &[Migration],
) -> Result<Vec<&'static str>, StoreError> {
    let way = configured(&options.url, options, options.timeouts.statement)?;
    let client = connect(&way).await?;
    let is_there = "select to_regclass('_touchstone.migration') is not null";
    let is_there: bool = client.query_one(is_there, &[]).await?.try_get(0)?;
    let mut applied = Applied::new();
    if is_there {
        for row in client.query(APPLIED, &[]).await? {
            applied.insert(row.try_get(0)?, row.try_get(1)?);
        }
    }
    let mut names = Vec::new();
    for migrations in [MIGRATIONS, application] {
        names.extend(missing(&applied, migrations)?.into_iter().map(|(name, _)| name));
    }
    Ok(names)
}

/// Applies the missing migrations.
async fn apply(tx: &Tx, migrations: &[Migration]) -> Result<(), StoreError> {
    let rows = tx.rows(&Sql::new(APPLIED)).await?;
    let mut applied = Applied::with_capacity(rows.len());
    for row in &rows {
        let text = |at| cell::<String>(row, at).map(Option::unwrap_or_default);
        applied.insert(text(0)?, text(1)?);
    }
    for (name, text) in missing(&applied, migrations)? {
        let began = Instant::now();
        tx.batch(text).await?;
        let mut sql = Sql::new("insert into _touchstone.migration (name, checksum) values (");
        sql.bind(name).push(", ").bind(checksum(text)).push(")");
        tx.execute(&sql).await?;
        let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(migration = name, millis, "migration applied");
    }
    Ok(())
}

/// The migrations that a database has not applied, in order. An error if the database is from
/// before the baseline, if it is of a newer version, or if an applied migration was edited since.
fn missing(applied: &Applied, migrations: &[Migration]) -> Result<Vec<Migration>, StoreError> {
    let names: Vec<&str> = applied.keys().map(String::as_str).collect();
    if let Some(name) = before_baseline(&names, migrations) {
        return Err(StoreError::BeforeBaseline { name: name.to_owned() });
    }
    let is_newer = |name: &&String| {
        let ours = migrations.iter().filter(|(ours, _)| family(ours) == family(name));
        ours.max().is_some_and(|(last, _)| name.as_str() > *last)
    };
    if let Some(newer) = applied.keys().filter(is_newer).max() {
        return Err(StoreError::NewerDatabase { name: newer.clone() });
    }
    let mut missing = Vec::new();
    for &(name, text) in migrations {
        match applied.get(name) {
            None => missing.push((name, text)),
            Some(known) => {
                let ours = checksum(text);
                if *known != ours {
                    let (name, applied) = (name.to_owned(), known.clone());
                    return Err(StoreError::EditedMigration { name, applied, ours });
                }
            }
        }
    }
    Ok(missing)
}

/// The newest of the applied migrations that show that a database is from before the baseline: it
/// has migrations of a family, but not the first one, which every database since then has.
pub fn before_baseline<'a>(applied: &[&'a str], migrations: &[Migration]) -> Option<&'a str> {
    let lacks_first = |name: &&str| {
        let mut ours = migrations.iter().filter(|(ours, _)| family(ours) == family(name));
        ours.next().is_some_and(|(first, _)| !applied.contains(first))
    };
    applied.iter().copied().filter(lacks_first).max()
}

fn checksum(text: &str) -> String {
    format!("{:x}", Sha256::digest(text.as_bytes()))
}

/// What the names of one program's migrations have in common: all before the number.
fn family(name: &str) -> &str {
    name.find(|c: char| c.is_ascii_digit()).map_or(name, |at| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &[Migration] = &[("app_0001_a", "a"), ("app_0003_c", "c"), ("wallet_0001_x", "x")];

    fn missing_after(names: &[&str]) -> Result<Vec<&'static str>, StoreError> {
        let text = |name: &str| OURS.iter().find(|(ours, _)| *ours == name).map_or("", |one| one.1);
        let applied = names.iter().map(|name| ((*name).to_owned(), checksum(text(name)))).collect();
        Ok(missing(&applied, OURS)?.into_iter().map(|(name, _)| name).collect())
    }

    #[test]
    fn only_a_migration_after_all_known_ones_is_newer() {
        for known in [&["app_0001_a"][..], &["app_0001_a", "app_0002_gone"], &["other_0009_z"]] {
            assert!(missing_after(known).is_ok(), "{known:?}");
        }
        let refused = missing_after(&["app_0001_a", "app_0004_d", "app_0005_e"]).err();
        assert!(
            matches!(refused, Some(StoreError::NewerDatabase { name }) if name == "app_0005_e")
        );
    }

    #[test]
    fn a_database_without_the_first_migration_of_a_family_is_from_before_the_baseline() {
        assert_eq!(missing_after(&[]).expect("an empty database").len(), OURS.len());
        for known in [&["app_0001_old", "app_0009_old"][..], &["wallet_0001_x", "app_0009_old"]] {
            let refused = missing_after(known).err();
            assert!(
                matches!(refused, Some(StoreError::BeforeBaseline { name }) if name == "app_0009_old")
            );
        }
    }
}
