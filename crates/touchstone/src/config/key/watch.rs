//! What is offered to whoever watches the server.

use super::definition::{Key, MILLISECONDS, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("metrics_listen", None, "an address on this machine or a private network, such as 127.0.0.1:9464", "Where Prometheus reads `/metrics`; never the address of `listen`. Only callers on this machine and on private networks are answered. Not set: nothing is counted."),
    open("slow_statement", Some("1000"), MILLISECONDS, "From how long on a statement is logged as slow, without its values; 0: never."),
    open("otlp_endpoint", None, "an address such as http://127.0.0.1:4318", "Where traces are sent, by OTLP over HTTP with protobuf; `/v1/traces` is added. Not set: none are made."),
    Key { expects: "name=value, separated by commas", ..secret("otlp_headers", "Headers that are sent with traces, such as the key of a hosted collector.") },
    open("otlp_sample_ratio", Some("0.05"), "a number from 0 to 1", "How many requests are traced, as a share. A trusted proxy that sends `traceparent` decides for the requests that it forwards."),
];
