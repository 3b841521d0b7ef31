//! Metrics of an application, for operators.

use std::sync::Arc;

use async_trait::async_trait;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// One number at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// What it is called; of a counter without `_total`, which is added where it is shown.
    pub name: &'static str,
    /// What it means.
    pub help: &'static str,
    /// Whether it only grows while the server runs.
    pub is_counter: bool,
    /// Its labels. Values come from a list that callers cannot extend.
    pub labels: Vec<(&'static str, String)>,
    /// The number.
    pub value: f64,
}

impl Sample {
    /// A number that goes up and down.
    pub fn gauge(name: &'static str, help: &'static str, value: f64) -> Sample {
        Sample { name, help, is_counter: false, labels: Vec::new(), value }
    }

    /// A number that only grows while the server runs.
    #[expect(clippy::cast_precision_loss, reason = "exact for what is counted in a thousand years")]
    pub fn counter(name: &'static str, help: &'static str, value: u64) -> Sample {
        Sample { name, help, is_counter: true, labels: Vec::new(), value: value as f64 }
    }

    /// The number of this in particular.
    #[must_use]
    pub fn of(mut self, label: &'static str, value: impl Into<String>) -> Sample {
        self.labels.push((label, value.into()));
        self
    }
}

/// What an application counts of itself.
#[async_trait]
pub trait MetricSource: Send + Sync {
    /// Samples that need no database; computed on each scrape.
    fn in_memory(&self) -> Vec<Sample> {
        Vec::new()
    }

    /// What the database knows; asked for once a minute by each node that is watched, so it must be
    /// cheap.
    async fn stored(&self, cx: &Cx) -> Result<Vec<Sample>, Error>;
}

impl Extension {
    /// Adds what the application counts of itself.
    #[must_use]
    pub fn with_metrics(mut self, name: &str, source: impl MetricSource + 'static) -> Extension {
        self.implementations.insert::<dyn MetricSource>(name, Arc::new(source));
        self
    }

    /// All that the application counts of itself, with names.
    pub fn metric_sources(&self) -> impl Iterator<Item = (&str, &dyn MetricSource)> {
        self.implementations.all::<dyn MetricSource>().map(|(name, source)| (name, &**source))
    }
}
