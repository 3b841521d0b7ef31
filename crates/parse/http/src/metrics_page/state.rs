//! Samples of the server's parts, computed on each scrape.

use std::sync::Arc;
use std::time::Duration;

use parse_engine::Sample;

use super::process;
use crate::state::HttpState;

/// How long the database may take to say that it is there.
const PATIENCE: Duration = Duration::from_secs(2);

/// All of it.
pub(super) async fn samples(state: &Arc<HttpState>) -> Vec<Sample> {
    let mut samples = vec![build()];
    samples.extend(process::samples());
    samples.extend(database(state).await);
    samples.extend(workers(state));
    samples.extend(live(state));
    samples.extend(caches(state));
    samples.extend(redis(state));
    for (_, source) in state.engine.extension().metric_sources() {
        samples.extend(source.in_memory());
    }
    samples
}

#[expect(clippy::cast_precision_loss, reason = "numbers of things that fit into a machine")]
fn number(count: usize) -> f64 {
    count as f64
}

fn build() -> Sample {
    let help = "Always 1; which program this is";
    Sample::gauge("touchstone_build_info", help, 1.0).of("version", env!("CARGO_PKG_VERSION")).of(
        "commit",
        option_env!("BUILD_COMMIT").filter(|commit| !commit.is_empty()).unwrap_or("unknown"),
    )
}

async fn database(state: &HttpState) -> Vec<Sample> {
    let asked = tokio::time::timeout(PATIENCE, state.engine.is_healthy()).await;
    let is_up = asked.unwrap_or(false);
    let store = state.engine.store();
    let traffic = store.traffic();
    let help = "Whether the database answered within two seconds when this was read";
    let mut samples = vec![
        Sample::gauge("touchstone_database_up", help, f64::from(u8::from(is_up))),
        Sample::gauge(
            "touchstone_database_hearing",
            "Whether what other nodes tell through the database is heard",
            f64::from(u8::from(store.listener_health().epoch().is_some())),
        ),
        Sample::counter(
            "touchstone_database_statements",
            "Statements sent, without those that begin and end transactions",
            traffic.statements,
        ),
        Sample::counter(
            "touchstone_database_transactions",
            "Transactions begun",
            traffic.transactions,
        ),
    ];
    for pool in store.pools() {
        let gauge =
            |name, help, count| Sample::gauge(name, help, number(count)).of("pool", pool.name);
        let help = "Connections to the database that there may be, by what they are for";
        samples.push(gauge("touchstone_database_connections_limit", help, pool.most));
        let help = "Connections to the database that are open, by what they are for";
        samples.push(gauge("touchstone_database_connections_open", help, pool.open));
        let help = "Open connections to the database that have nothing to do";
        samples.push(gauge("touchstone_database_connections_idle", help, pool.idle));
        let help = "Statements and transactions that wait for a connection";
        samples.push(gauge("touchstone_database_connections_waiting", help, pool.waiting));
    }
    samples
}

fn workers(state: &HttpState) -> Vec<Sample> {
    let states = state.supervision.states().into_iter();
    states
        .flat_map(|(name, state)| {
            let help =
                "Whether work beside requests runs; 0 while it waits to be restarted after a panic";
            let up = f64::from(u8::from(state.is_up));
            let up = Sample::gauge("touchstone_worker_up", help, up).of("worker", name.as_str());
            let help = "How often work beside requests was restarted after a panic";
            let restarts = Sample::counter("touchstone_worker_restarts", help, state.restarts);
            [up, restarts.of("worker", name)]
        })
        .collect()
}

fn live(state: &HttpState) -> Vec<Sample> {
    let counted = state.live.counted();
    let name = "touchstone_live_connections";
    vec![
        Sample::gauge(name, "Websockets that are open", number(counted.sockets)),
        Sample::gauge(
            "touchstone_live_subscriptions",
            "Live queries that are subscribed to",
            number(counted.subscriptions),
        ),
        Sample::counter(
            "touchstone_live_events",
            "Messages about changes to subscribers",
            counted.events,
        ),
    ]
}

fn caches(state: &HttpState) -> Vec<Sample> {
    let state = state.engine.session_cache();
    let asked = |result, count| {
        let help = "Questions to caches, by what came of them";
        let sample = Sample::counter("touchstone_cache_requests", help, count);
        sample.of("cache", "sessions").of("result", result)
    };
    let help = "What is in a cache, about";
    let entries = usize::try_from(state.entries).unwrap_or(usize::MAX);
    vec![
        asked("hit", state.hits),
        asked("miss", state.misses),
        Sample::gauge("touchstone_cache_entries", help, number(entries)).of("cache", "sessions"),
    ]
}

fn redis(state: &HttpState) -> Vec<Sample> {
    let Some(redis) = &state.redis else { return Vec::new() };
    let state = redis.state();
    let asked = |result, count| {
        let help = "Questions to Redis, by what came of them";
        Sample::counter("touchstone_redis_requests", help, count).of("result", result)
    };
    let help = "Whether there is a line to Redis";
    vec![
        Sample::gauge("touchstone_redis_up", help, f64::from(u8::from(state.is_open))),
        asked("answered", state.answered),
        asked("failed", state.failed),
        asked("left_alone", state.left_alone),
    ]
}
