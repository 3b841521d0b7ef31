//! Wrong keys, by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::rule::subnet;

/// How long wrong keys count, and how long an address with too many is rejected.
const WINDOW: Duration = Duration::from_secs(3600);

/// How many addresses are remembered.
const MOST_ADDRESSES: usize = 20_000;

/// Addresses that have presented wrong keys.
#[derive(Debug)]
pub(super) struct Failures {
    most: u32,
    seen: Mutex<HashMap<IpAddr, (u32, Instant)>>,
}

impl Failures {
    /// Turns an address away after so many wrong keys in an hour.
    pub(super) fn new(most: u32) -> Failures {
        Failures { most, seen: Mutex::default() }
    }

    /// Whether an address is rejected.
    pub(super) fn is_barred(&self, from: IpAddr) -> bool {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&subnet(from, 32, 64))
            .is_some_and(|(count, since)| *count >= self.most && since.elapsed() < WINDOW)
    }

    /// Counts a wrong key. What comes from this machine is not an attack from outside.
    pub(super) fn note(&self, from: IpAddr) {
        if from.is_loopback() {
            return;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST_ADDRESSES {
            seen.retain(|_, (_, since)| since.elapsed() < WINDOW);
        }
        if seen.len() >= MOST_ADDRESSES {
            return;
        }
        let (count, since) = seen.entry(subnet(from, 32, 64)).or_insert((0, Instant::now()));
        if since.elapsed() >= WINDOW {
            *count = 0;
        }
        // The hour runs from the last wrong key, so trying on does not help.
        *since = Instant::now();
        *count = count.saturating_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_too_many_wrong_keys_is_turned_away_and_no_other() {
        let failures = Failures::new(3);
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        for _ in 0..3 {
            assert!(!failures.is_barred(address("192.0.2.1")));
            failures.note(address("192.0.2.1"));
        }
        assert!(failures.is_barred(address("192.0.2.1")));
        assert!(!failures.is_barred(address("192.0.2.2")));
        for _ in 0..9 {
            failures.note(address("2001:db8::1"));
            failures.note(address("127.0.0.1"));
        }
        assert!(failures.is_barred(address("2001:db8::ffff")), "one network of one customer");
        assert!(!failures.is_barred(address("127.0.0.1")));
    }
}
