//! The task that deletes the bytes of files that are to go.

use std::sync::Arc;
use std::time::Duration;

use parse_engine::{Caller, file};

use crate::app::App;
use crate::error_chain::chain;

/// How often it looks.
const BETWEEN: Duration = Duration::from_secs(10);

/// Deletes what is to go, for ever.
pub(crate) async fn delete_removed(app: Arc<App>) {
    loop {
        tokio::time::sleep(BETWEEN).await;
        let cx = app.engine.cx(Caller::master());
        if let Err(error) = file::delete_removed(&cx, &app.files).await {
            tracing::warn!(reason = chain(&error), "deleted files not removed, will retry");
        }
    }
}
