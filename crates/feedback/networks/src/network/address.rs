//! Addresses that administrators type.

use std::str::FromStr;

use alloy_primitives::Address;
use parse_engine::Error;

use feedback_core::refused::invalid;

/// The longest URL of an endpoint or an explorer.
const LONGEST_URL: usize = 2000;

/// A contract's address, in lower-case hex.
pub(super) fn contract_address(text: &str) -> Result<String, Error> {
    let problem = || {
        invalid(
            "ADDRESS",
            "Invalid address: expected 0x and 40 hex digits. Mixed case must be a valid checksum.",
        )
    };
    let text = text.trim();
    let Some(digits) = text.strip_prefix("0x").filter(|digits| digits.len() == 40) else {
        return Err(problem());
    };
    let address = Address::from_str(text).map_err(|_| problem())?;
    // Mixed case is a checksum, and a wrong one is a typing mistake.
    let has_case = digits.bytes().any(|byte| byte.is_ascii_lowercase())
        && digits.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_case && address.to_checksum(None) != text {
        return Err(problem());
    }
    Ok(format!("{address:#x}"))
}

/// The URL of an endpoint. Its path or query may include a key, so only its host is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NodeUrl {
    pub(super) url: String,
    pub(super) host: String,
}

impl NodeUrl {
    /// Parses the URL of an endpoint.
    pub(super) fn parse(text: &str) -> Result<NodeUrl, Error> {
        let text = text.trim();
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host = rest.and_then(host_of).filter(|_| is_plain(text));
        match host {
            Some(host) => Ok(NodeUrl { url: text.to_owned(), host }),
            None => Err(invalid(
                "NODE_URL",
                "Invalid node URL: expected https://, a host and an optional path, without a user name.",
            )),
        }
    }
}

/// The URL of an explorer, without a slash at the end.
pub(super) fn explorer_url(text: &str) -> Result<String, Error> {
    let text = text.trim().trim_end_matches('/');
    let rest = text.strip_prefix("https://");
    let fits = rest.and_then(host_of).is_some() && is_plain(text) && text.len() <= 300;
    if !fits || text.contains(['?', '#', '{', '}']) {
        return Err(invalid(
            "EXPLORER_URL",
            "The explorer URL must start with https:// and end before /tx.",
        ));
    }
    Ok(text.to_owned())
}

/// The host of an explorer, for recognising pasted links.
pub(super) fn explorer_host(url: &str) -> Option<String> {
    url.strip_prefix("https://").and_then(host_of)
}

fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST_URL && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The host and the port before the path; `None` if there is a user name or an invalid host.
fn host_of(rest: &str) -> Option<String> {
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?.to_ascii_lowercase();
    let (name, port) = match authority.strip_prefix('[').and_then(|tail| tail.split_once(']')) {
        Some((name, "")) => (name, None),
        Some((name, tail)) => (name, Some(tail.strip_prefix(':')?)),
        None => match authority.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (&*authority, None),
        },
    };
    let is_name = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:_".contains(&byte));
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0));
    (is_name && is_port).then_some(authority)
}

#[cfg(test)]
mod tests {
    use super::{NodeUrl, contract_address, explorer_url};

    #[test]
    fn a_node_is_shown_by_its_host_alone() {
        let shown = |text: &str| NodeUrl::parse(text).map(|node| node.host).ok();
        assert_eq!(shown("https://Node.test/v1/secret?key=1").as_deref(), Some("node.test"));
        assert_eq!(shown("http://127.0.0.1:8545").as_deref(), Some("127.0.0.1:8545"));
        assert_eq!(shown("https://[::1]:8545/x").as_deref(), Some("[::1]:8545"));
        for wrong in [
            "",
            "node.test",
            "ftp://node.test",
            "wss://node.test",
            "https://",
            "https:///path",
            "https://user:key@node.test",
            "https://node.test:0",
            "https://node.test:99999",
            "https://node test",
            "https://node.test/\u{e9}",
        ] {
            assert_eq!(shown(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_explorer_is_reached_over_https_only() {
        let read = |text: &str| explorer_url(text).ok();
        assert_eq!(read("https://scan.test/").as_deref(), Some("https://scan.test"));
        for wrong in ["http://scan.test", "javascript:alert(1)", "https://scan.test/tx/{hash}"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_address_with_wrong_capitals_is_a_typing_mistake() {
        let read = |text: &str| contract_address(text).ok();
        let lower = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
        assert_eq!(read(lower).as_deref(), Some(lower));
        assert_eq!(read("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed").as_deref(), Some(lower));
        assert_eq!(read("0x5aAeb6053f3E94C9b9A09f33669435E7Ef1BeAed"), None);
        for wrong in ["", "0x12", &lower[2..], "0xzzaeb6053f3e94c9b9a09f33669435e7ef1beaed"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
