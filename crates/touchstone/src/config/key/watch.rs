//! Metrics and traces.

use super::definition::{Key, MILLISECONDS, open, secret, with_unlimited};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("metrics_listen", None, "an address on this machine or a private network, such as 127.0.0.1:9464", "IP address and port where Prometheus reads `/metrics`. It must differ from `listen`. Only callers on this machine and on private networks get a response. Default: metrics are off."),
    with_unlimited(open("slow_statement", Some("1000"), MILLISECONDS, "Duration from which a statement is logged as slow, without its values. 0 or unlimited: none is logged."), "0"),
    open("otlp_endpoint", None, "an address such as http://127.0.0.1:4318", "Collector that traces are sent to, by OTLP over HTTP with protobuf. `/v1/traces` is added. Default: traces are off."),
    Key { expects: "name=value, separated by commas", ..secret("otlp_headers", "Headers that are sent with traces, such as the key of a hosted collector.") },
    open("otlp_sample_ratio", Some("0.05"), "a number from 0 to 1", "Share of requests that are traced. A trusted proxy that sends `traceparent` decides for the requests it forwards."),
];
