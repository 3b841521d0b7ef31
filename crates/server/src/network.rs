//! Who is calling, by address, and lists of addresses.

use std::net::{IpAddr, Ipv4Addr};

use ipnet::IpNet;

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

/// The address of the caller: the peer, or, behind trusted proxies, the last address that the
/// outermost of them did not know.
///
/// Read from the right: what stands further left was written by the caller and proves nothing.
/// A proxy that tells something else than an address tells of nobody we know, so that the caller is
/// not taken for the proxy, whose own address may be one that counts.
pub(crate) fn caller_address<'a>(
    peer: IpAddr,
    forwarded_for: impl DoubleEndedIterator<Item = &'a str>,
    proxies: &Networks,
) -> IpAddr {
    let mut address = peer.to_canonical();
    // A proxy may add a line of its own below the one it was sent; together they are one list.
    for hop in forwarded_for.rev().flat_map(|line| line.rsplit(',')) {
        if !proxies.contain(address) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(before) => address = before.to_canonical(),
            Err(_) => return IpAddr::V4(Ipv4Addr::UNSPECIFIED),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_forwarded_address_counts_only_behind_a_trusted_proxy() {
        let proxies = Networks::parse("127.0.0.1,10.0.0.0/8").unwrap();
        let seen = |peer, forwarded: &str| caller_address(ip(peer), forwarded.lines(), &proxies);
        assert_eq!(seen("127.0.0.1", "8.8.8.8"), ip("8.8.8.8"));
        assert_eq!(seen("127.0.0.1", "1.1.1.1, 8.8.8.8, 10.1.1.1"), ip("8.8.8.8"));
        assert_eq!(seen("127.0.0.1", "1.1.1.1\n8.8.8.8"), ip("8.8.8.8"), "two lines");
        assert_eq!(seen("9.9.9.9", "127.0.0.1"), ip("9.9.9.9"));
        for forged in ["forged", "10.1", "8.8.8.8, 127.0.0.1%lo", " "] {
            assert_eq!(seen("127.0.0.1", forged), ip("0.0.0.0"), "{forged}");
        }
        let none = Networks::default();
        assert_eq!(caller_address(ip("127.0.0.1"), "8.8.8.8".lines(), &none), ip("127.0.0.1"));
    }

    #[test]
    fn a_mapped_address_is_the_address_it_maps() {
        let none = Networks::default();
        assert_eq!(caller_address(ip("::ffff:127.0.0.1"), "".lines(), &none), ip("127.0.0.1"));
    }
}
