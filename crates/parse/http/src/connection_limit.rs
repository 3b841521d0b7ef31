//! How many connections there are, in all and by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Open connections, in all and by address.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    most: usize,
    most_per_address: usize,
    inside: Mutex<Inside>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl ConnectionLimit {
    /// With room for so many, and so many from one address.
    pub(crate) fn new(most: usize, most_per_address: usize) -> ConnectionLimit {
        ConnectionLimit { most, most_per_address, inside: Mutex::default() }
    }

    /// Lets a connection in, if there is room. Proxies are not counted by their address, because
    /// behind it are many.
    pub(crate) fn enter(
        self: &Arc<ConnectionLimit>,
        from: IpAddr,
        is_exempt: bool,
    ) -> Result<ConnectionPermit, Full> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if inside.all >= self.most {
            return Err(Full::InAll);
        }
        if !is_exempt {
            let here = inside.by_address.entry(from).or_default();
            if *here >= self.most_per_address {
                return Err(Full::FromAddress);
            }
            *here += 1;
        }
        inside.all += 1;
        let from = (!is_exempt).then_some(from);
        Ok(ConnectionPermit { connection_limit: self.clone(), from })
    }
}

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    /// There are too many.
    InAll,
    /// There are too many from its address.
    FromAddress,
}

/// A counted connection, until it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    connection_limit: Arc<ConnectionLimit>,
    from: Option<IpAddr>,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside =
            self.connection_limit.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.all -= 1;
        if let Some(from) = self.from
            && let Some(here) = inside.by_address.get_mut(&from)
        {
            *here -= 1;
            if *here == 0 {
                inside.by_address.remove(&from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_so_many_in_all_and_from_one_address() {
        let connection_limit = Arc::new(ConnectionLimit::new(4, 2));
        let address = |last: u8| IpAddr::from([192, 0, 2, last]);
        let first = connection_limit.enter(address(1), false).unwrap();
        let _second = connection_limit.enter(address(1), false).unwrap();
        assert_eq!(connection_limit.enter(address(1), false).unwrap_err(), Full::FromAddress);
        let _proxied = connection_limit.enter(address(1), true).unwrap();
        let _other = connection_limit.enter(address(2), false).unwrap();
        assert_eq!(connection_limit.enter(address(3), false).unwrap_err(), Full::InAll);
        drop(first);
        assert!(connection_limit.enter(address(1), false).is_ok());
        assert_eq!(connection_limit.inside.lock().unwrap().by_address.len(), 2);
    }
}
