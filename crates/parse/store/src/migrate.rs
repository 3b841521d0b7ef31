//! Tables and functions of our own, in the schema `_touchstone`, migrated in order.

use std::collections::HashMap;
use std::time::Instant;

use sha2::{Digest, Sha256};

use crate::connection::connect;
use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::{Db, StoreOptions, configured};
use crate::tx::Tx;

/// One migration: its name, by which it is remembered, and its statements.
pub type Migration = (&'static str, &'static str);

/// Every migration there has ever been. A migration is never edited once released; a new one is
/// appended.
const MIGRATIONS: &[Migration] = &[
    ("0001_json_functions", include_str!("../migrations/0001_json_functions.sql")),
    ("0002_aggregates", include_str!("../migrations/0002_aggregates.sql")),
    ("0003_files", include_str!("../migrations/0003_files.sql")),
    ("0004_push", include_str!("../migrations/0004_push.sql")),
    ("0005_job_hook", include_str!("../migrations/0005_job_hook.sql")),
    ("0006_outbox", include_str!("../migrations/0006_outbox.sql")),
    ("0007_sign_in_attempts", include_str!("../migrations/0007_sign_in_attempts.sql")),
    ("0008_jobs_and_repeats", include_str!("../migrations/0008_jobs_and_repeats.sql")),
    ("0009_removed_files", include_str!("../migrations/0009_removed_files.sql")),
    ("0010_push_in_outbox", include_str!("../migrations/0010_push_in_outbox.sql")),
    ("0011_change_log", include_str!("../migrations/0011_change_log.sql")),
    ("0013_hot_tables", include_str!("../migrations/0013_hot_tables.sql")),
    ("0014_file_folders", include_str!("../migrations/0014_file_folders.sql")),
    ("0015_changes_by_statement", include_str!("../migrations/0015_changes_by_statement.sql")),
    ("0022_search_path", include_str!("../migrations/0022_search_path.sql")),
];

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
        "create table if not exists _touchstone.migration (name text primary key, applied_at timestamptz not null default now());
        alter table _touchstone.migration add column if not exists checksum text",
    )
    .await?;
    apply(tx, MIGRATIONS).await
}

/// Applies the migrations of an application that this database has not seen. Their names must
/// differ from everybody else's, so they begin with the application's.
pub async fn run_migrations(db: &Db, migrations: &[Migration]) -> Result<(), StoreError> {
    let Db::Tx(_, tx) = db else {
        return Err(StoreError::Unavailable("migrations need a transaction".to_owned()));
    };
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.migration'))")).await?;
    apply(tx, migrations).await
}

/// What a database has applied, each with the checksum of its text where that was kept.
type Applied = HashMap<String, Option<String>>;

/// What is left to do about one migration.
enum Step {
    Apply,
    /// It was applied before checksums were kept, and is taken to be what it is now.
    Remember,
}

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
        // The column of checksums came later than the table.
        let listed = "select m.name, to_jsonb(m)->>'checksum' from _touchstone.migration m";
        for row in client.query(listed, &[]).await? {
            applied.insert(row.try_get(0)?, row.try_get(1)?);
        }
    }
    let mut names = Vec::new();
    for migrations in [MIGRATIONS, application] {
        let steps = steps(&applied, migrations)?;
        let left = steps.into_iter().filter(|(_, _, step)| matches!(step, Step::Apply));
        names.extend(left.map(|(name, ..)| name));
    }
    Ok(names)
}

/// Does what is left to do.
async fn apply(tx: &Tx, migrations: &[Migration]) -> Result<(), StoreError> {
    let rows = tx.rows(&Sql::new("select name, checksum from _touchstone.migration")).await?;
    let mut applied = Applied::with_capacity(rows.len());
    for row in &rows {
        applied.insert(cell::<String>(row, 0)?.unwrap_or_default(), cell::<String>(row, 1)?);
    }
    for (name, text, step) in steps(&applied, migrations)? {
        match step {
            Step::Remember => {
                let mut sql = Sql::new("update _touchstone.migration set checksum = ");
                sql.bind(checksum(text)).push(" where name = ").bind(name);
                tx.execute(&sql).await?;
            }
            Step::Apply => {
                let began = Instant::now();
                tx.batch(text).await?;
                let mut sql =
                    Sql::new("insert into _touchstone.migration (name, checksum) values (");
                sql.bind(name).push(", ").bind(checksum(text)).push(")");
                tx.execute(&sql).await?;
                let millis = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                tracing::info!(migration = name, millis, "migration applied");
            }
        }
    }
    Ok(())
}

/// What is left to do, in order. What was applied is compared with what this program would apply: a
/// migration that was edited since is an error, and so is one that comes after all of ours.
fn steps(
    applied: &Applied,
    migrations: &[Migration],
) -> Result<Vec<(&'static str, &'static str, Step)>, StoreError> {
    let is_newer = |name: &&String| {
        let ours = migrations.iter().filter(|(ours, _)| family(ours) == family(name));
        ours.max().is_some_and(|(last, _)| name.as_str() > *last)
    };
    if let Some(newer) = applied.keys().filter(is_newer).max() {
        return Err(StoreError::NewerDatabase { name: newer.clone() });
    }
    let mut steps = Vec::new();
    for &(name, text) in migrations {
        match applied.get(name) {
            None => steps.push((name, text, Step::Apply)),
            Some(None) => steps.push((name, text, Step::Remember)),
            Some(Some(known)) => {
                let ours = checksum(text);
                if *known != ours {
                    let (name, applied) = (name.to_owned(), known.clone());
                    return Err(StoreError::EditedMigration { name, applied, ours });
                }
            }
        }
    }
    Ok(steps)
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

    #[test]
    fn only_what_comes_after_all_of_ours_is_newer() {
        let ours: &[Migration] =
            &[("app_0001_a", "a"), ("app_0003_c", "c"), ("wallet_0001_x", "x")];
        let of = |names: &[&str]| -> Applied {
            names.iter().map(|name| ((*name).to_owned(), None)).collect()
        };
        for known in [&["app_0001_a"][..], &["app_0002_gone"], &["other_0009_z", "0009_z"]] {
            assert!(steps(&of(known), ours).is_ok(), "{known:?}");
        }
        let refused = steps(&of(&["app_0001_a", "app_0004_d", "app_0005_e"]), ours).err();
        assert!(
            matches!(refused, Some(StoreError::NewerDatabase { name }) if name == "app_0005_e")
        );
    }
}
