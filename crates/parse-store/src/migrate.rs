//! Tables and functions of our own, in the schema `_touchstone`, brought up to date in order.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::tx::Tx;

/// Every step there has ever been. A step is never edited once released; a new one is appended.
const STEPS: &[(&str, &str)] = &[
    ("0001_json_functions", include_str!("../migrations/0001_json_functions.sql")),
    ("0002_aggregates", include_str!("../migrations/0002_aggregates.sql")),
    ("0003_files", include_str!("../migrations/0003_files.sql")),
    ("0004_push", include_str!("../migrations/0004_push.sql")),
    ("0005_job_hook", include_str!("../migrations/0005_job_hook.sql")),
    ("0006_outbox", include_str!("../migrations/0006_outbox.sql")),
    ("0007_sign_in_attempts", include_str!("../migrations/0007_sign_in_attempts.sql")),
    ("0008_jobs_and_repeats", include_str!("../migrations/0008_jobs_and_repeats.sql")),
];

/// Applies the steps that this database has not seen.
pub(crate) async fn run(tx: &Tx) -> Result<(), StoreError> {
    // Another node may be at it, and a large table takes as long as it takes.
    tx.batch("set local statement_timeout = 0; set local lock_timeout = 0").await?;
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.migration'))")).await?;
    tx.batch("create schema if not exists _touchstone").await?;
    tx.batch(
        "create table if not exists _touchstone.migration (name text primary key, applied_at timestamptz not null default now())",
    )
    .await?;
    let applied = tx.rows(&Sql::new("select name from _touchstone.migration")).await?;
    let mut names = Vec::with_capacity(applied.len());
    for row in &applied {
        names.extend(cell::<String>(row, 0)?);
    }
    for (name, text) in STEPS {
        if names.iter().any(|known| known == name) {
            continue;
        }
        tx.batch(text).await?;
        let mut sql = Sql::new("insert into _touchstone.migration (name) values (");
        sql.bind(*name).push(")");
        tx.execute(&sql).await?;
        tracing::info!(step = name, "the database was brought up to date");
    }
    Ok(())
}
