//! Which addresses lie inside: no stranger's word may send us there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

const fn v4(a: u8, b: u8, c: u8, d: u8, length: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), length)
}

const fn v6(a: u16, b: u16, length: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), length)
}

/// Networks of IPv4 that are not the public internet.
const INNER_V4: &[Ipv4Net] = &[
    v4(0, 0, 0, 0, 8),        // this host
    v4(10, 0, 0, 0, 8),       // private
    v4(100, 64, 0, 0, 10),    // carriers' own
    v4(127, 0, 0, 0, 8),      // loopback
    v4(168, 63, 129, 16, 32), // a cloud's metadata, on a public address
    v4(169, 254, 0, 0, 16),   // link-local, and the metadata of most clouds
    v4(172, 16, 0, 0, 12),    // private
    v4(192, 0, 0, 0, 24),     // protocol assignments
    v4(192, 0, 2, 0, 24),     // documentation
    v4(192, 88, 99, 0, 24),   // relays to IPv6
    v4(192, 168, 0, 0, 16),   // private
    v4(198, 18, 0, 0, 15),    // benchmarks
    v4(198, 51, 100, 0, 24),  // documentation
    v4(203, 0, 113, 0, 24),   // documentation
    v4(224, 0, 0, 0, 4),      // multicast
    v4(240, 0, 0, 0, 4),      // reserved, broadcast
];

/// The only part of IPv6 that is the public internet, and what is not public within it. Mapped,
/// compatible, translated and tunnelled forms of IPv4 lie outside the one or inside the other.
const GLOBAL_V6: Ipv6Net = v6(0x2000, 0, 3);
const INNER_V6: &[Ipv6Net] = &[
    v6(0x2001, 0, 23),     // protocol assignments, Teredo
    v6(0x2001, 0xdb8, 32), // documentation
    v6(0x2002, 0, 16),     // 6to4
    v6(0x3fff, 0, 20),     // documentation
];

/// Whether an address lies inside.
pub(crate) fn is_inner(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => INNER_V4.iter().any(|network| network.contains(&address)),
        IpAddr::V6(address) => {
            !GLOBAL_V6.contains(&address)
                || INNER_V6.iter().any(|network| network.contains(&address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_inside_are_known_in_every_form() {
        for inside in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "100.100.100.200",
            "127.0.0.1",
            "127.255.255.254",
            "168.63.129.16",
            "169.254.169.254",
            "172.31.255.255",
            "192.0.0.192",
            "192.168.1.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:8.8.8.8",
            "::ffff:0:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(is_inner(ip(inside)), "{inside}");
        }
    }

    #[test]
    fn public_addresses_are_not_inside() {
        for outside in ["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"] {
            assert!(!is_inner(ip(outside)), "{outside}");
        }
    }
}
