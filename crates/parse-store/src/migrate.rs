//! Tables and functions of our own, in the schema `_touchstone`, migrated in order.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;
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

/// What was applied is compared with what this program would apply: a migration that was edited
/// since is an error. Migrations that were applied before checksums were kept are taken to be what
/// they are now.
async fn apply(tx: &Tx, migrations: &[Migration]) -> Result<(), StoreError> {
    let rows = tx.rows(&Sql::new("select name, checksum from _touchstone.migration")).await?;
    let mut applied: HashMap<String, Option<String>> = HashMap::with_capacity(rows.len());
    for row in &rows {
        applied.insert(cell::<String>(row, 0)?.unwrap_or_default(), cell::<String>(row, 1)?);
    }
    for (name, text) in migrations {
        let checksum = format!("{:x}", Sha256::digest(text.as_bytes()));
        match applied.get(*name) {
            Some(Some(known)) if *known == checksum => {}
            Some(Some(known)) => {
                return Err(StoreError::EditedMigration {
                    name: (*name).to_owned(),
                    applied: known.clone(),
                    ours: checksum,
                });
            }
            Some(None) => {
                let mut sql = Sql::new("update _touchstone.migration set checksum = ");
                sql.bind(checksum).push(" where name = ").bind(*name);
                tx.execute(&sql).await?;
            }
            None => {
                tx.batch(text).await?;
                let mut sql =
                    Sql::new("insert into _touchstone.migration (name, checksum) values (");
                sql.bind(*name).push(", ").bind(checksum).push(")");
                tx.execute(&sql).await?;
                tracing::info!(migration = name, "migration applied");
            }
        }
    }
    Ok(())
}
