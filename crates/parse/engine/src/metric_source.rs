//! Metrics of an application, for operators.

use std::sync::Arc;

use async_trait::async_trait;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// A measured value.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// Its name. For counters without `_total`, which is added in the output.
    pub name: &'static str,
    /// The help text.
    pub help: &'static str,
    /// Whether it is a counter.
    pub is_counter: bool,
    /// Its labels. Values come from a list that callers cannot extend.
    pub labels: Vec<(&'static str, String)>,
    /// The value.
    pub value: f64,
}

impl Sample {
    /// A gauge.
    pub fn gauge(name: &'static str, help: &'static str, value: f64) -> Sample {
        Sample { name, help, is_counter: false, labels: Vec::new(), value }
    }

    /// A counter.
    #[expect(clippy::cast_precision_loss, reason = "exact for what is counted in a thousand years")]
    pub fn counter(name: &'static str, help: &'static str, value: u64) -> Sample {
        Sample { name, help, is_counter: true, labels: Vec::new(), value: value as f64 }
    }

    /// Adds a label.
    #[must_use]
    pub fn of(mut self, label: &'static str, value: impl Into<String>) -> Sample {
        self.labels.push((label, value.into()));
        self
    }
}

/// A source of metrics.
#[async_trait]
pub trait MetricSource: Send + Sync {
    /// Values without a database query, computed on each scrape.
    fn in_memory(&self) -> Vec<Sample> {
        Vec::new()
    }

    /// Values from the database, read once a minute by each scraped node, so this must be cheap.
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
