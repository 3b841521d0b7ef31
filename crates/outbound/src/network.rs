//! Who is calling, by address, and lists of addresses.

use std::net::{IpAddr, Ipv4Addr};

use axum::http::{HeaderMap, HeaderValue};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// Addresses and networks; `0.0.0.0` and `::` stand for all of their kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Reads `127.0.0.1,10.0.0.0/8,::1`, or nothing.
    pub fn parse(text: &str) -> Option<Networks> {
        text.split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .map(network)
            .collect::<Option<Vec<IpNet>>>()
            .map(Networks)
    }

    /// All addresses there are.
    pub fn everywhere() -> Networks {
        Networks(vec![IpNet::V4(Ipv4Net::default()), IpNet::V6(Ipv6Net::default())])
    }

    /// Whether an address is in one of them.
    pub fn contain(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether one of them is every address of its kind.
    pub fn cover_everything(&self) -> bool {
        self.0.iter().any(|network| network.prefix_len() == 0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The addresses of one customer of a provider: one of IPv4, a /64 of IPv6.
pub fn of_customer(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => Ipv6Net::new_assert(six, 64).network().into(),
    }
}

/// Whether an address is on this machine or on a private network.
pub fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            // 100.64.0.0/10 is what carriers, and some clusters, have to themselves.
            let [first, second, ..] = address.octets();
            let is_shared = first == 100 && second & 0b1100_0000 == 0b0100_0000;
            address.is_loopback() || address.is_private() || address.is_link_local() || is_shared
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

fn network(entry: &str) -> Option<IpNet> {
    match entry {
        "0.0.0.0" => "0.0.0.0/0".parse().ok(),
        "::" | "::0" => "::/0".parse().ok(),
        _ => match entry.parse::<IpNet>() {
            Ok(network) => Some(network),
            Err(_) => entry.parse::<IpAddr>().ok().map(|ip| IpNet::from(ip.to_canonical())),
        },
    }
}

/// Which proxies' word on the caller's address is believed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TrustedProxies {
    /// Nothing was said; in production that is taken for an oversight behind a local proxy.
    #[default]
    Unset,
    /// There is no proxy, by the operator's own word.
    None,
    /// These.
    Listed(Networks),
}

impl TrustedProxies {
    /// Reads `none` or a list of networks.
    pub fn parse(text: &str) -> Option<TrustedProxies> {
        match text.trim() {
            "none" => Some(TrustedProxies::None),
            list => {
                let networks = Networks::parse(list)?;
                let is_listed = !networks.is_empty();
                Some(if is_listed { TrustedProxies::Listed(networks) } else { Self::Unset })
            }
        }
    }

    /// Whether an address is that of a trusted proxy.
    pub fn contain(&self, address: IpAddr) -> bool {
        matches!(self, TrustedProxies::Listed(networks) if networks.contain(address))
    }

    /// Whether nothing was said about proxies.
    pub fn are_unset(&self) -> bool {
        *self == TrustedProxies::Unset
    }
}

/// Whether a request carries a header that only something between the caller and us puts on one.
fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        matches!(
            name.as_str(),
            "x-forwarded-for"
                | "x-forwarded-host"
                | "x-forwarded-proto"
                | "forwarded"
                | "via"
                | "x-real-ip"
                | "x-client-ip"
                | "cf-connecting-ip"
                | "true-client-ip"
        )
    })
}

/// A placeholder for an unknown caller: it is never this machine's address, and matches no list of
/// networks but one of all addresses.
pub const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// The address of the caller: the peer, or, behind trusted proxies, the last address that the
/// outermost of them did not know.
///
/// Read from the right: entries further left were written by the caller and prove nothing. A
/// request that was forwarded without a trusted proxy naming its caller comes from an [`UNKNOWN`]
/// address, so that the caller is not taken for the proxy, whose own address may be privileged. A
/// trusted proxy that names no caller names none for all callers behind it, and one that names this
/// machine may repeat what the caller wrote.
pub fn caller_address(peer: IpAddr, headers: &HeaderMap, proxies: &TrustedProxies) -> IpAddr {
    let mut address = peer.to_canonical();
    // A proxy may add a line of its own below the one it was sent; together they are one list.
    let lines: Vec<&HeaderValue> = headers.get_all("x-forwarded-for").iter().collect();
    if !proxies.contain(address) {
        return if is_forwarded(headers) { UNKNOWN } else { address };
    }
    if lines.is_empty() {
        return UNKNOWN;
    }
    let hops = lines.into_iter().rev();
    for hop in hops.flat_map(|line| line.to_str().unwrap_or_default().rsplit(',')) {
        if !proxies.contain(address) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(before) => address = before.to_canonical(),
            Err(_) => return UNKNOWN,
        }
    }
    if address.is_loopback() { UNKNOWN } else { address }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderName;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn single_addresses_and_networks_are_told_apart() {
        let networks = Networks::parse("127.0.0.1, ::1,10.0.0.0/8").unwrap();
        for inside in ["127.0.0.1", "::1", "10.200.0.1"] {
            assert!(networks.contain(ip(inside)), "{inside}");
        }
        for outside in ["127.0.0.2", "::2", "11.0.0.1"] {
            assert!(!networks.contain(ip(outside)), "{outside}");
        }
    }

    #[test]
    fn the_words_for_everybody_cover_their_own_kind_only() {
        for all in ["0.0.0.0/0", "0.0.0.0"] {
            let networks = Networks::parse(all).unwrap();
            assert!(networks.contain(ip("8.8.8.8")));
            assert!(!networks.contain(ip("::1")));
            assert!(networks.cover_everything());
        }
        for all in ["::/0", "::", "::0"] {
            let networks = Networks::parse(all).unwrap();
            assert!(networks.contain(ip("2001:db8::1")));
            assert!(!networks.contain(ip("8.8.8.8")));
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        assert_eq!(Networks::parse("localhost"), None);
        assert_eq!(Networks::parse("10.0.0.0/33"), None);
        assert!(Networks::parse("").unwrap().is_empty());
    }

    fn headers(name: &'static str, lines: &str) -> HeaderMap {
        lines.lines().map(|line| (HeaderName::from_static(name), line.parse().unwrap())).collect()
    }

    fn seen(peer: &str, forwarded_for: &str, proxies: &str) -> IpAddr {
        let proxies = TrustedProxies::parse(proxies).unwrap();
        caller_address(ip(peer), &headers("x-forwarded-for", forwarded_for), &proxies)
    }

    #[test]
    fn a_forwarded_address_counts_only_behind_a_trusted_proxy() {
        let behind = |peer, forwarded: &str| seen(peer, forwarded, "127.0.0.1,10.0.0.0/8");
        assert_eq!(behind("127.0.0.1", "8.8.8.8"), ip("8.8.8.8"));
        assert_eq!(behind("127.0.0.1", "1.1.1.1, 8.8.8.8, 10.1.1.1"), ip("8.8.8.8"));
        assert_eq!(behind("127.0.0.1", "1.1.1.1\n8.8.8.8"), ip("8.8.8.8"), "two lines");
        assert_eq!(behind("127.0.0.1", ""), UNKNOWN, "a proxy without a caller");
        assert_eq!(behind("10.1.1.1", ""), UNKNOWN, "a proxy without a caller");
        for inside in ["127.0.0.1", "::1", "127.0.0.1, 10.1.1.1", "::ffff:127.0.0.1"] {
            assert_eq!(behind("127.0.0.1", inside), UNKNOWN, "{inside}");
        }
        for forged in ["forged", "10.1", "8.8.8.8, 127.0.0.1%lo", " "] {
            assert_eq!(behind("127.0.0.1", forged), UNKNOWN, "{forged}");
        }
    }

    #[test]
    fn what_was_forwarded_by_a_proxy_nobody_named_comes_from_nowhere() {
        for proxies in ["", "none", "10.0.0.0/8"] {
            assert_eq!(seen("127.0.0.1", "8.8.8.8", proxies), UNKNOWN);
            assert_eq!(seen("9.9.9.9", "127.0.0.1", proxies), UNKNOWN);
            assert_eq!(seen("9.9.9.9", "", proxies), ip("9.9.9.9"));
            assert_eq!(seen("127.0.0.1", "", proxies), ip("127.0.0.1"));
        }
        for name in ["x-forwarded-for", "forwarded", "via", "x-real-ip", "cf-connecting-ip"] {
            for proxies in ["", "127.0.0.1"] {
                let proxies = TrustedProxies::parse(proxies).unwrap();
                let told = headers(name, "x");
                assert_eq!(caller_address(ip("127.0.0.1"), &told, &proxies), UNKNOWN, "{name}");
            }
        }
    }

    #[test]
    fn a_mapped_address_is_the_address_it_maps() {
        assert_eq!(seen("::ffff:127.0.0.1", "", ""), ip("127.0.0.1"));
    }
}
