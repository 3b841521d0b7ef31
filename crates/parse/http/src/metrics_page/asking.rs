//! Reads metrics from the database periodically, if the metrics page is served.

use std::sync::Mutex;
use std::time::Duration;

use parse_engine::{Engine, Error, Sample, WhileDoing};
use parse_identity::Caller;
use parse_store::{change_log, outbox};
use telemetry::error_chain;

use crate::metrics::stored::kept;
use crate::state::HttpState;

/// How often queues are counted.
const EVERY: Duration = Duration::from_secs(15);
/// The application is asked once in so many times: once a minute.
const SELDOM: u32 = 4;

/// Asks for ever. One task of a server that is watched runs this.
pub(super) async fn keep_asking(state: &HttpState) {
    let Some(metrics) = &state.metrics else { return };
    for round in 0_u32.. {
        keep(&metrics.stored.queues, queues(&state.engine).await);
        if round % SELDOM == 0 {
            keep(&metrics.stored.application, application(&state.engine).await);
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Asks everything once, as a server that is watched does every minute.
pub async fn ask_database(state: &HttpState) {
    let Some(metrics) = &state.metrics else { return };
    keep(&metrics.stored.queues, queues(&state.engine).await);
    keep(&metrics.stored.application, application(&state.engine).await);
}

fn keep(place: &Mutex<Vec<Sample>>, answer: Result<Vec<Sample>, Error>) {
    let samples = answer.unwrap_or_else(|error| {
        tracing::debug!(reason = error_chain::chain(&error), "metrics not read from the database");
        Vec::new()
    });
    *kept(place) = samples;
}

async fn queues(engine: &Engine) -> Result<Vec<Sample>, Error> {
    let db = engine.store().read_only();
    let lag = change_log::lag(&db).await.while_doing("measuring the change log")?;
    let help = "How long the oldest change has waited for a node that follows the change log";
    let mut samples = vec![Sample::gauge("touchstone_live_lag_seconds", help, lag)];
    let backlog = outbox::backlog(&db, engine.clock().now()).await;
    let backlog = backlog.while_doing("measuring the outbox")?;
    let total: i64 = backlog.iter().map(|topic| topic.waiting).sum();
    let oldest = backlog.iter().map(|topic| topic.oldest_seconds).fold(0.0, f64::max);
    let dead: i64 = backlog.iter().map(|topic| topic.dead).sum();
    let gauge = |name, help, value| Sample::gauge(name, help, value);
    let help = "Pieces of work in the outbox that wait or are done";
    samples.push(gauge("touchstone_outbox_depth", help, number(total)));
    let help = "For how long the oldest piece of work in the outbox has been due";
    samples.push(gauge("touchstone_outbox_oldest_seconds", help, oldest));
    let help = "Pieces of work in the outbox that were given up";
    samples.push(gauge("touchstone_outbox_dead", help, number(dead)));
    for topic in backlog {
        let help = "Pieces of work in the outbox that wait or are done, by topic";
        let depth = gauge("touchstone_outbox_topic_depth", help, number(topic.waiting));
        samples.push(depth.of("topic", topic.topic));
    }
    Ok(samples)
}

async fn application(engine: &Engine) -> Result<Vec<Sample>, Error> {
    let cx = engine.cx(Caller::master());
    let mut samples = Vec::new();
    for (_, source) in engine.extension().metric_sources() {
        samples.extend(source.stored(&cx).await?);
    }
    Ok(samples)
}

#[expect(clippy::cast_precision_loss, reason = "rows of a table")]
fn number(count: i64) -> f64 {
    count as f64
}
