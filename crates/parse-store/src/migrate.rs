//! Tables and functions of our own, in the schema `_touchstone`, brought up to date in order.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;
use crate::tx::Tx;

/// One step: its name, by which it is remembered, and its statements.
pub type Step = (&'static str, &'static str);

/// Every step there has ever been. A step is never edited once released; a new one is appended.
const STEPS: &[Step] = &[
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
    apply(tx, STEPS).await
}

/// Applies the steps of an application that this database has not seen. Their names must differ from
/// everybody else's, so they begin with the application's.
pub async fn bring_up_to_date(db: &Db, steps: &[Step]) -> Result<(), StoreError> {
    let Db::Tx(_, tx) = db else {
        return Err(StoreError::Unavailable("steps stand or fall together".to_owned()));
    };
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.migration'))")).await?;
    apply(tx, steps).await
}

async fn apply(tx: &Tx, steps: &[Step]) -> Result<(), StoreError> {
    let applied = tx.rows(&Sql::new("select name from _touchstone.migration")).await?;
    let mut names = Vec::with_capacity(applied.len());
    for row in &applied {
        names.extend(cell::<String>(row, 0)?);
    }
    for (name, text) in steps {
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
