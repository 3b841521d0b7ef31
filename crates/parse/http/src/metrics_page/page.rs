//! The page that Prometheus reads, in the OpenMetrics text format.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use parse_engine::Sample;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

use super::state;
use crate::state::HttpState;

/// The most series that one name may have. Lists are shorter than this; it holds where one is
/// an administrator's to make longer.
const MOST_SERIES: usize = 256;

/// The page as it is now; nothing if nothing is counted.
pub async fn page(state: &Arc<HttpState>) -> Option<String> {
    let metrics = state.metrics.as_ref()?;
    let mut samples = state::samples(state).await;
    samples.extend(metrics.stored.samples());
    let mut of_the_moment = Registry::default();
    of_the_moment.register_collector(Box::new(Snapshot(by_name(samples))));
    let mut page = String::with_capacity(64 * 1024);
    // Writing into a text does not fail.
    encode_registry(&mut page, &metrics.registry).ok()?;
    encode_registry(&mut page, &of_the_moment).ok()?;
    encode_eof(&mut page).ok()?;
    Some(page)
}

/// Samples by name; of two of the same name and labels the first counts.
fn by_name(samples: Vec<Sample>) -> BTreeMap<&'static str, Vec<Sample>> {
    let mut named: BTreeMap<&'static str, Vec<Sample>> = BTreeMap::new();
    let mut known = HashSet::new();
    for sample in samples {
        let of_name = named.entry(sample.name).or_default();
        if of_name.len() < MOST_SERIES && known.insert((sample.name, sample.labels.clone())) {
            of_name.push(sample);
        }
    }
    named
}

#[derive(Debug)]
struct Snapshot(BTreeMap<&'static str, Vec<Sample>>);

impl Collector for Snapshot {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), std::fmt::Error> {
        for (name, samples) in &self.0 {
            let Some(first) = samples.first() else { continue };
            let kind = if first.is_counter { MetricType::Counter } else { MetricType::Gauge };
            let mut metric = encoder.encode_descriptor(name, first.help, None, kind)?;
            for sample in samples {
                if sample.labels.is_empty() {
                    put(&mut metric, sample)?;
                } else {
                    put(&mut metric.encode_family(&sample.labels)?, sample)?;
                }
            }
        }
        Ok(())
    }
}

fn put(metric: &mut MetricEncoder<'_>, sample: &Sample) -> Result<(), std::fmt::Error> {
    if sample.is_counter {
        metric.encode_counter::<NoLabelSet, f64, f64>(&sample.value, None)
    } else {
        metric.encode_gauge(&sample.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_more_series_than_its_bound_and_none_twice() {
        let sample = |at: usize| Sample::gauge("g", "h", 1.0).of("at", at.to_string());
        let many: Vec<Sample> = (0..1000).chain(0..1000).map(sample).collect();
        assert_eq!(by_name(many)["g"].len(), MOST_SERIES);
        assert_eq!(by_name(vec![sample(1), sample(1)])["g"].len(), 1);
    }

    #[test]
    fn samples_are_written_as_openmetrics_wants_them() {
        let samples = vec![
            Sample::counter("c", "Counted", 3).of("kind", "a\"b"),
            Sample::gauge("g", "Measured", 1.5),
        ];
        let mut registry = Registry::default();
        registry.register_collector(Box::new(Snapshot(by_name(samples))));
        let mut page = String::new();
        encode_registry(&mut page, &registry).unwrap();
        for line in ["# TYPE c counter", "c_total{kind=\"a\\\"b\"} 3.0", "# TYPE g gauge", "g 1.5"]
        {
            assert!(page.lines().any(|one| one == line), "{line}\n{page}");
        }
    }
}
