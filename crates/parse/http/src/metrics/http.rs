//! Requests by route: how many, how they ended, how long they took.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::seconds;

/// The labels. All three are closed lists.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: &'static str,
    method: &'static str,
    status: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: &'static str,
}

/// Requests by route.
#[derive(Debug)]
pub(super) struct RequestMeters {
    answered: Family<Answered, Counter>,
    took: Family<Route, Histogram, fn() -> Histogram>,
}

impl RequestMeters {
    pub(super) fn new(registry: &mut Registry) -> RequestMeters {
        let answered = Family::default();
        let took: Family<Route, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(seconds);
        let help = "Requests answered, by route, method and class of status";
        registry.register("http_requests", help, answered.clone());
        let help = "How long requests took, by route";
        registry.register("http_request_duration_seconds", help, took.clone());
        RequestMeters { answered, took }
    }

    pub(super) fn add(
        &self,
        route: &'static str,
        method: &'static str,
        status: u16,
        took: Duration,
    ) {
        let labels = Answered { route, method, status: class(status) };
        self.answered.get_or_create(&labels).inc();
        self.took.get_or_create(&Route { route }).observe(took.as_secs_f64());
    }
}

/// The hundred that a status is of.
fn class(status: u16) -> &'static str {
    match status / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}
