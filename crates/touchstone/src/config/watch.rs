//! Reads the settings of monitoring.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use outbound::network::is_private;
use telemetry::secret::Secret;

use super::reader::{Reader, url};

/// Metrics, traces and the addresses that monitoring uses.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchSettings {
    /// Where metrics are read, if they are.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether answers say how long they took.
    pub server_timing: bool,
    /// From how long on a statement is slow, if any is.
    pub slow_statement: Option<Duration>,
    /// Where traces are sent, if they are.
    pub otlp_endpoint: Option<String>,
    /// Headers that the collector wants, such as a key.
    pub otlp_headers: Vec<(String, Secret)>,
    /// How many requests are traced, as a share.
    pub otlp_sample_ratio: f64,
}

/// Reads them.
pub(super) fn watch_settings(
    read: &mut Reader<'_>,
    listen: SocketAddr,
    is_product: bool,
) -> WatchSettings {
    let slow = read.milliseconds("slow_statement");
    let metrics_listen = read.value("metrics_listen", private);
    if metrics_listen.is_some_and(|address| address.port() != 0 && address.port() == listen.port())
    {
        let told = "metrics_listen has the port of listen; metrics need a port of their own.";
        read.problems.push(told.to_owned());
    }
    WatchSettings {
        metrics_listen,
        server_timing: is_product,
        slow_statement: (!slow.is_zero()).then_some(slow),
        otlp_endpoint: read.value("otlp_endpoint", url),
        otlp_headers: read.value("otlp_headers", headers).unwrap_or_default(),
        otlp_sample_ratio: read.value("otlp_sample_ratio", share).unwrap_or_default(),
    }
}

/// An address that strangers do not reach. All networks of the machine are an address too: of those
/// only private ones are answered.
fn private(text: &str) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    (address.ip().is_unspecified() || is_private(address.ip())).then_some(address)
}

/// Headers as `OTEL_EXPORTER_OTLP_HEADERS` has them: `name=value`, separated by commas.
fn headers(text: &str) -> Option<Vec<(String, Secret)>> {
    let one = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        HeaderName::try_from(name).ok()?;
        HeaderValue::try_from(value).ok()?;
        (!value.is_empty()).then(|| (name.to_owned(), Secret::new(value.to_owned())))
    };
    text.split(',').map(one).collect()
}

fn share(text: &str) -> Option<f64> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_a_private_address_of_their_own() {
        for taken in
            ["127.0.0.1:9464", "[::1]:9464", "10.1.2.3:9464", "0.0.0.0:9464", "127.0.0.1:0"]
        {
            assert!(private(taken).is_some(), "{taken}");
        }
        for refused in ["203.0.113.5:9464", "9464", "localhost"] {
            assert_eq!(private(refused), None, "{refused}");
        }
    }

    #[test]
    fn headers_are_names_with_values() {
        let names =
            |text| headers(text).map(|all| all.into_iter().map(|one| one.0).collect::<Vec<_>>());
        assert_eq!(names("x-key=abc=, b = c"), Some(vec!["x-key".to_owned(), "b".to_owned()]));
        for refused in ["x-key", "x key=1", "x=", "x=a\nb"] {
            assert_eq!(names(refused), None, "{refused}");
        }
    }

    #[test]
    fn a_share_is_between_none_and_all() {
        assert_eq!((share("0"), share("0.25"), share("1")), (Some(0.0), Some(0.25), Some(1.0)));
        assert_eq!(
            (share("-0.1"), share("1.1"), share("NaN"), share("x")),
            (None, None, None, None)
        );
    }
}
