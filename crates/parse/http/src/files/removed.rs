//! The task that deletes the bytes of files that are to go.

use std::sync::Arc;
use std::time::Duration;

use parse_engine::file;
use parse_identity::Caller;
use telemetry::error_chain::chain;

use crate::state::HttpState;

/// How often it looks.
const BETWEEN: Duration = Duration::from_secs(10);

/// Deletes what is to go, for ever.
pub async fn delete_removed(state: Arc<HttpState>) {
    loop {
        tokio::time::sleep(BETWEEN).await;
        let cx = state.engine.cx(Caller::master());
        if let Err(error) = file::delete_removed(&cx, &state.files).await {
            tracing::warn!(reason = chain(&error), "deleted files not removed, will retry");
        }
    }
}
