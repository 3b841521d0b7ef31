//! What Prometheus reads: counted while requests are served, read from the parts when it asks, and
//! told by the database now and then.
//!
//! No label has a value that a caller can make up: routes, methods, functions and channels are
//! closed lists, and what is not on one is `other`.

mod call;
mod function;
mod http;
mod statements;
pub(crate) mod stored;

use std::sync::Arc;
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use function::FunctionMeters;
use http::RequestMeters;
use stored::Stored;

pub use call::measured;
pub use statements::Statements;

/// The bounds of what takes from half a millisecond to half a minute.
const SECONDS: [f64; 13] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// Everything that is counted while the server works.
#[derive(Debug)]
pub struct Metrics {
    pub(crate) registry: Registry,
    requests: RequestMeters,
    functions: FunctionMeters,
    /// Requests that are being served.
    in_flight: Gauge,
    /// Requests that found no place.
    shed: Counter,
    statements: Histogram,
    failed_statements: Counter,
    connections: Histogram,
    pub(crate) stored: Stored,
}

impl Metrics {
    /// Nothing was counted yet. These are the functions that there are.
    pub fn new<'a>(functions: impl Iterator<Item = &'a str>) -> Arc<Metrics> {
        let mut registry = Registry::with_prefix("touchstone");
        let requests = RequestMeters::new(&mut registry);
        let functions = FunctionMeters::new(&mut registry, functions);
        let (in_flight, shed, failed) = (Gauge::default(), Counter::default(), Counter::default());
        let (statements, connections) = (seconds(), seconds());
        let mut put = |name: &str, help: &str, counter: &Counter| {
            registry.register(name, help, counter.clone());
        };
        put("http_requests_shed", "Requests answered with 503 because too many were served", &shed);
        put("database_statement_failures", "Statements that failed, refusals included", &failed);
        let help = "Requests that are being served";
        registry.register("http_requests_in_flight", help, in_flight.clone());
        let help = "How long statements took, with waiting for a connection";
        registry.register("database_statement_duration_seconds", help, statements.clone());
        let help = "How long transactions waited for a connection";
        registry.register("database_connection_wait_seconds", help, connections.clone());
        Arc::new(Metrics {
            registry,
            requests,
            functions,
            in_flight,
            shed,
            statements,
            failed_statements: failed,
            connections,
            stored: Stored::default(),
        })
    }

    /// A request was answered.
    pub(crate) fn request(
        &self,
        route: &'static str,
        method: &'static str,
        status: u16,
        took: Duration,
    ) {
        self.requests.add(route, method, status, took);
    }

    /// A request found no place.
    pub(crate) fn request_shed(&self) {
        self.shed.inc();
    }

    /// A statement was answered, or failed.
    pub(crate) fn statement(&self, took: Duration, is_failed: bool) {
        self.statements.observe(took.as_secs_f64());
        if is_failed {
            self.failed_statements.inc();
        }
    }

    /// A transaction has its connection.
    pub(crate) fn connection(&self, waited: Duration) {
        self.connections.observe(waited.as_secs_f64());
    }

    /// Counts a request as being served until what is returned is dropped.
    pub(crate) fn serving(self: &Arc<Metrics>) -> Serving {
        self.in_flight.inc();
        Serving(Arc::clone(self))
    }
}

/// A request that is being served.
#[derive(Debug)]
pub(crate) struct Serving(Arc<Metrics>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.in_flight.dec();
    }
}
