//! Calls functions, and counts the calls where anything is counted.

use std::time::Instant;

use crate::app::App;
use crate::reply::HttpError;

/// Calls a function and counts it.
pub(crate) async fn measured<T>(
    app: &App,
    name: &str,
    call: impl Future<Output = Result<T, HttpError>>,
) -> Result<T, HttpError> {
    let Some(metrics) = &app.metrics else { return call.await };
    let began = Instant::now();
    let outcome = call.await;
    metrics.functions.add(name, &outcome, began.elapsed());
    outcome
}
