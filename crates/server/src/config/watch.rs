//! What is offered to whoever watches the server.

use std::net::SocketAddr;
use std::time::Duration;

use super::reader::{Reader, url};
use crate::network::is_private;

/// What is offered to whoever watches the server.
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
    /// How many requests are traced, as a share.
    pub otlp_sample_ratio: f64,
}

/// Reads them.
pub(super) fn watch_settings(read: &mut Reader<'_>, listen: SocketAddr) -> WatchSettings {
    let slow = read.milliseconds("slow_statement");
    WatchSettings {
        metrics_listen: read.value("metrics_listen", |text| private(text, listen)),
        server_timing: read.flag("server_timing"),
        slow_statement: (!slow.is_zero()).then_some(slow),
        otlp_endpoint: read.value("otlp_endpoint", url),
        otlp_sample_ratio: read.value("otlp_sample_ratio", share).unwrap_or_default(),
    }
}

/// An address that strangers do not reach. All networks of the machine are an address too: of those
/// only private ones are answered.
fn private(text: &str, listen: SocketAddr) -> Option<SocketAddr> {
    let address: SocketAddr = text.parse().ok()?;
    let is_near = address.ip().is_unspecified() || is_private(address.ip());
    let is_own = address.port() == 0 || address.port() != listen.port();
    (is_near && is_own).then_some(address)
}

fn share(text: &str) -> Option<f64> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_have_a_private_address_of_their_own() {
        let listen: SocketAddr = "127.0.0.1:1337".parse().unwrap();
        for taken in
            ["127.0.0.1:9464", "[::1]:9464", "10.1.2.3:9464", "0.0.0.0:9464", "127.0.0.1:0"]
        {
            assert!(private(taken, listen).is_some(), "{taken}");
        }
        for refused in ["203.0.113.5:9464", "127.0.0.1:1337", "0.0.0.0:1337", "9464", "localhost"] {
            assert_eq!(private(refused, listen), None, "{refused}");
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
