//! Follows the clock of the database, so that all nodes agree on what time it is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parse_engine::{DatabaseClock, Engine};
use parse_store::StoreError;
use telemetry::task;

use crate::app::App;

/// How often the database is asked.
const EVERY: Duration = Duration::from_secs(10);

/// Asks once before anything is served, and then from time to time.
pub(crate) async fn begin(app: &App, clock: Arc<DatabaseClock>) {
    let engine = app.engine.clone();
    note(ask(&engine, &clock).await);
    task::spawn("clock", async move {
        loop {
            tokio::time::sleep(EVERY).await;
            note(ask(&engine, &clock).await);
        }
    });
}

async fn ask(engine: &Engine, clock: &DatabaseClock) -> Result<(), StoreError> {
    let began = Instant::now();
    let told = engine.store().time().await?;
    if let Some(off) = clock.told(told, began, began.elapsed()) {
        tracing::info!(milliseconds = off, "clock synchronized with the database");
    }
    Ok(())
}

fn note(outcome: Result<(), StoreError>) {
    if let Err(error) = outcome {
        tracing::debug!(%error, "database time not read");
    }
}
