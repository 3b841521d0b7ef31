//! The task that deletes expired rows.

use std::time::Duration;

use parse_engine::Engine;
use parse_engine::sweep::Swept;
use telemetry::error_chain::chain;

/// How long after the start it sweeps for the first time: a start has enough to do.
const FIRST: Duration = Duration::from_secs(60);
/// How often it sweeps then.
const EVERY: Duration = Duration::from_secs(3600);

/// Sweeps, for ever.
pub(crate) async fn run(engine: Engine) {
    tokio::time::sleep(FIRST).await;
    loop {
        match engine.sweep().await {
            Ok(swept) if swept == Swept::default() => {}
            Ok(Swept { sessions, jobs, pushes }) => {
                tracing::info!(sessions, jobs, pushes, "expired rows deleted");
            }
            Err(error) => {
                tracing::warn!(
                    reason = chain(&error),
                    "expired rows not deleted, will retry in an hour"
                );
            }
        }
        tokio::time::sleep(EVERY).await;
    }
}
