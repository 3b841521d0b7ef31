//! Calls functions, and counts the calls where anything is counted.

use std::time::Instant;

use super::Metrics;
use crate::reply::HttpError;

/// Calls a function and counts it.
pub async fn measured<T>(
    metrics: Option<&Metrics>,
    name: &str,
    call: impl Future<Output = Result<T, HttpError>>,
) -> Result<T, HttpError> {
    let Some(metrics) = metrics else { return call.await };
    let began = Instant::now();
    let outcome = call.await;
    metrics.functions.add(name, &outcome, began.elapsed());
    outcome
}
