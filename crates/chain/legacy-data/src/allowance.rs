//! How much a caller may ask for: by user and by address separately, so that neither many accounts
//! at one address nor one account at many addresses get more.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use moka::sync::Cache;

/// How long an allowance is for.
const WINDOW: Duration = Duration::from_secs(60);

/// How many callers are counted separately.
const MOST_CALLERS: u64 = 100_000;

/// Counts what callers have used of this minute's allowance.
pub(crate) struct Allowance {
    by_user: Counter<String>,
    by_address: Counter<IpAddr>,
}

struct Counter<K> {
    used: Cache<K, Arc<AtomicU32>>,
    most: u32,
}

impl<K: std::hash::Hash + Eq + Send + Sync + 'static> Counter<K> {
    fn new(most: u32) -> Counter<K> {
        let used = Cache::builder().max_capacity(MOST_CALLERS).time_to_live(WINDOW).build();
        Counter { used, most }
    }

    /// Whether there is so much left. What was refused is not used up.
    fn charge(&self, caller: K, cost: u32) -> bool {
        let used = self.used.get_with(caller, Arc::default);
        let taken = used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            used.checked_add(cost).filter(|total| *total <= self.most)
        });
        taken.is_ok()
    }
}

impl Allowance {
    /// An address gets twice as much as a user.
    pub(crate) fn new(per_user: u32) -> Allowance {
        let per_address = per_user.saturating_mul(2);
        Allowance { by_user: Counter::new(per_user), by_address: Counter::new(per_address) }
    }

    /// Takes a cost from the allowances of a caller; says whether both had it.
    pub(crate) fn charge(&self, user: Option<&str>, address: Option<IpAddr>, cost: u32) -> bool {
        let of_user = user.is_none_or(|user| self.by_user.charge(user.to_owned(), cost));
        of_user && address.is_none_or(|ip| self.by_address.charge(network(ip), cost))
    }
}

/// The owner of one IPv6 address has 2⁶⁴ of them.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => {
            let mut parts = six.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn an_allowance_ends_for_a_user_wherever_they_are_and_for_an_address_whoever_calls() {
        let allowance = Allowance::new(10);
        assert!(allowance.charge(Some("ann"), ip("10.0.0.1"), 10));
        assert!(!allowance.charge(Some("ann"), ip("10.0.0.2"), 1));
        assert!(allowance.charge(Some("ben"), ip("10.0.0.1"), 10));
        assert!(!allowance.charge(Some("cat"), ip("10.0.0.1"), 1));
        assert!(allowance.charge(Some("cat"), ip("10.0.0.2"), 1));
    }

    #[test]
    fn a_network_of_the_sixth_version_is_one_address() {
        let allowance = Allowance::new(5);
        assert!(allowance.charge(None, ip("2001:db8::1"), 10));
        assert!(!allowance.charge(None, ip("2001:db8::2"), 1));
        assert!(allowance.charge(None, ip("2001:db8:0:1::2"), 1));
    }
}
