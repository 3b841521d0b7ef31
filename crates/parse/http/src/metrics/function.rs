//! Calls of functions: how many, how they ended, how long they took.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::seconds;
use crate::reply::HttpError;

/// What every function is called that is not the program's own: webhooks, and names that nothing
/// has.
const OTHER: &str = "other";

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Called {
    function: String,
    outcome: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Name {
    function: String,
}

/// What is counted of one function.
#[derive(Debug)]
struct Meter {
    done: Counter,
    refused: Counter,
    failed: Counter,
    took: Histogram,
}

/// Calls of functions, by a list of names that is made once.
#[derive(Debug)]
pub(super) struct FunctionMeters {
    called: Family<Called, Counter>,
    took: Family<Name, Histogram, fn() -> Histogram>,
    /// Made at the first call: most functions are called by few installations.
    meters: HashMap<String, OnceLock<Meter>>,
    other: OnceLock<Meter>,
}

impl FunctionMeters {
    pub(super) fn new<'a>(
        registry: &mut Registry,
        names: impl Iterator<Item = &'a str>,
    ) -> FunctionMeters {
        let called = Family::default();
        let took: Family<Name, Histogram, fn() -> Histogram> =
            Family::new_with_constructor(seconds);
        let help = "Calls of functions, by name and end";
        registry.register("function_calls", help, called.clone());
        let help = "How long functions took, by name";
        registry.register("function_duration_seconds", help, took.clone());
        let meters = names.map(|name| (name.to_owned(), OnceLock::new())).collect();
        FunctionMeters { called, took, meters, other: OnceLock::new() }
    }

    fn meter(&self, name: &str) -> &Meter {
        let (name, meter) = match self.meters.get_key_value(name) {
            Some((name, meter)) => (name.as_str(), meter),
            None => (OTHER, &self.other),
        };
        meter.get_or_init(|| {
            let counter = |outcome| {
                self.called.get_or_create_owned(&Called { function: name.to_owned(), outcome })
            };
            Meter {
                done: counter("ok"),
                refused: counter("refused"),
                failed: counter("failed"),
                took: self.took.get_or_create_owned(&Name { function: name.to_owned() }),
            }
        })
    }

    pub(super) fn add<T>(&self, name: &str, outcome: &Result<T, HttpError>, took: Duration) {
        let meter = self.meter(name);
        let counter = match outcome {
            Ok(_) => &meter.done,
            Err(HttpError::Refused(_) | HttpError::Undone(_)) => &meter.refused,
            Err(_) => &meter.failed,
        };
        counter.inc();
        meter.took.observe(took.as_secs_f64());
    }
}
