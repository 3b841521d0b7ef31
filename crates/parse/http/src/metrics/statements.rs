//! Records statements: in the times of their request, the metrics, a span, and a log line for slow
//! ones. Values are never recorded: they are bound, and the text has none.

use std::sync::Arc;
use std::time::Duration;

use parse_store::{SentStatement, StatementWatch};
use telemetry::with_current;

use super::Metrics;

/// How much of the text of a slow statement is logged.
const TEXT: usize = 400;

/// Watches statements.
#[derive(Debug)]
pub struct Statements {
    metrics: Option<Arc<Metrics>>,
    slow: Option<Duration>,
}

impl Statements {
    /// Counts them there, and takes them for slow from so long on.
    pub fn new(metrics: Option<Arc<Metrics>>, slow: Option<Duration>) -> Statements {
        Statements { metrics, slow }
    }
}

impl StatementWatch for Statements {
    fn statement(&self, sent: &SentStatement<'_>) {
        if let Some(metrics) = &self.metrics {
            metrics.statement(sent.took, sent.is_failed);
        }
        with_current(|request| {
            request.spend_in_database(sent.took);
            if let Some(trace) = request.trace() {
                trace.statement(sent);
            }
        });
        let micros = u64::try_from(sent.took.as_micros()).unwrap_or(u64::MAX);
        if self.slow.is_some_and(|slow| sent.took >= slow) {
            let text: String = sent.text.chars().take(TEXT).collect();
            tracing::warn!(statement = sent.name(), micros, text, "slow statement");
        } else if tracing::enabled!(tracing::Level::TRACE) {
            let is_failed = sent.is_failed;
            tracing::trace!(statement = sent.name(), micros, is_failed, "statement sent");
        }
    }

    fn connection(&self, waited: Duration) {
        if let Some(metrics) = &self.metrics {
            metrics.connection(waited);
        }
        with_current(|request| request.spend_waiting(waited));
    }
}
