//! The origins of a key.

use parse_engine::Error;

use feedback_core::refused::invalid_with;
use serde_json::json;

/// Hosts of a developer's own machine, which need no certificate.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// An origin as browsers send it. Pages are served by https, except on the own machine.
pub(super) fn parse_origin(text: &str) -> Result<String, Error> {
    let origin = text.trim().trim_end_matches('/').to_ascii_lowercase();
    let fits = match origin.split_once("://") {
        Some(("https", host)) => is_host(host),
        Some(("http", host)) => is_host(host) && LOCAL.contains(&host_name(host)),
        _ => false,
    };
    let default_port = origin.starts_with("https:") && origin.ends_with(":443")
        || origin.starts_with("http:") && origin.ends_with(":80");
    if fits && !default_port {
        return Ok(origin);
    }
    let sentence = format!(
        "{text} is not an origin. Write it as https://swap.example.org, without a path. Only localhost may use http."
    );
    Err(invalid_with("WIDGET_ORIGINS", sentence, json!({ "origin": text })))
}

fn is_host(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_name = name == "[::1]"
        || !name.is_empty()
            && name.split('.').all(|label| !label.is_empty())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'.');
    is_name && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}

fn host_name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (text, parsed) in [
            ("https://swap.example.org", "https://swap.example.org"),
            (" https://Swap.Example.org/ ", "https://swap.example.org"),
            ("https://swap.example.org:8443", "https://swap.example.org:8443"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://127.0.0.1:5173", "http://127.0.0.1:5173"),
            ("http://[::1]:5173", "http://[::1]:5173"),
        ] {
            assert_eq!(parse_origin(text).ok().as_deref(), Some(parsed), "{text}");
        }
    }

    #[test]
    fn what_no_browser_sends_and_open_http_are_refused() {
        for text in [
            "",
            "null",
            "*",
            "swap.example.org",
            "https://",
            "https://a/b",
            "https://a?b",
            "https://u@a",
            "http://swap.example.org",
            "https://*.example.org",
            "https://a..b",
            "https://a:0",
            "https://a:x",
            "https://a:443",
            "http://localhost:80",
            "ftp://a",
            "https://a b",
            "http://localhost.evil.org",
        ] {
            assert!(parse_origin(text).is_err(), "{text}");
        }
    }
}
