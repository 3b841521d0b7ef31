//! The task that starts jobs whose time has come, ends those whose node is gone, and forgets
//! requests that are too old to be repeated.

use std::sync::Arc;
use std::time::Duration;

use parse_engine::{Engine, job};
use telemetry::task::{self, InFlight};

/// How often schedules are looked at.
const EVERY: Duration = Duration::from_secs(10);

/// Looks after schedules, for ever.
pub(crate) async fn run(engine: Engine, in_flight: Arc<InFlight>) {
    loop {
        tokio::time::sleep(EVERY).await;
        match job::start_due(&engine).await {
            Ok(started) => {
                for started in started {
                    let in_flight = Arc::clone(&in_flight);
                    task::spawn("job", async move {
                        let _begun = in_flight.begin();
                        started.finish().await;
                    });
                }
            }
            Err(error) => tracing::warn!(%error, "job schedule scan failed"),
        }
        let now = engine.clock().now();
        if let Err(error) =
            parse_store::idempotency::forget_requests(&engine.store().db(), now).await
        {
            tracing::warn!(%error, "idempotency cleanup failed");
        }
        if let Err(error) = job::give_up_lost(&engine).await {
            tracing::warn!(%error, "lost-job scan failed");
        }
    }
}
