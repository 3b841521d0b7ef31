//! How many websockets there are, and how many of them are just being opened.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::connection_limit::{ConnectionLimit, ConnectionPermit, Full};
use crate::rate::subnet;
use crate::reply::NoSocket;
use crate::settings::LiveSettings;
use crate::share::{Share, Shares};

/// Sockets that were opened and have not authenticated yet. After a restart all clients reconnect
/// at once; those beyond the limit are asked to retry a little later.
const OPENING: usize = 1024;

/// Of these, those of 256 addresses of IPv4 or a /56 of IPv6.
const OPENING_PER_NETWORK: usize = 64;

/// Of these, those of a /16 of IPv4 or a /32 of IPv6: no provider's customers can take all.
const OPENING_PER_WIDE_NETWORK: usize = 512;

/// Bytes that the long filters and the patterns of all subscriptions may take.
const FILTERS: usize = 32 << 20;

/// Bytes that those of one user may take, or of one address without a user.
const FILTERS_EACH: usize = 1 << 20;

/// Look-ups in the database for sockets at a time, so that such a moment is not one of the
/// database too.
const LOOK_UPS: usize = 16;

/// Handles that are needed beside those of sockets.
const OTHER_HANDLES: u64 = 1024;

/// The limits of websockets.
#[derive(Debug)]
pub(crate) struct SocketLimits {
    places: Arc<ConnectionLimit>,
    opening: Arc<ConnectionLimit>,
    opening_widely: Arc<ConnectionLimit>,
    users: Arc<Shares>,
    filters: Arc<Shares>,
    look_ups: Semaphore,
}

/// What a socket holds while it is there.
#[derive(Debug)]
pub(crate) struct Place {
    _counted: ConnectionPermit,
    /// Given back once the socket has said who it is.
    opening: Option<[ConnectionPermit; 2]>,
    /// The users who have said so, each with one socket more.
    users: HashMap<String, Share>,
}

impl Place {
    /// The socket has said who it is.
    pub(crate) fn opened(&mut self) {
        self.opening = None;
    }
}

impl SocketLimits {
    pub(crate) fn new(settings: &LiveSettings) -> SocketLimits {
        let limit = |most, most_each| Arc::new(ConnectionLimit::new(most, most_each));
        SocketLimits {
            places: limit(settings.sockets, settings.sockets_per_address),
            opening: limit(OPENING, OPENING_PER_NETWORK),
            opening_widely: limit(OPENING, OPENING_PER_WIDE_NETWORK),
            users: Arc::new(Shares::new(usize::MAX, settings.sockets_per_user)),
            filters: Arc::new(Shares::new(FILTERS, FILTERS_EACH)),
            look_ups: Semaphore::new(LOOK_UPS),
        }
    }

    /// Lets a socket in, if there is room. What comes from this machine is not counted by address.
    pub(crate) fn enter(&self, from: IpAddr) -> Result<Place, NoSocket> {
        let is_exempt = from.is_loopback();
        let enter = |limit: &Arc<ConnectionLimit>, v4: u8, v6: u8| {
            limit.enter(subnet(from, v4, v6), is_exempt)
        };
        let counted = enter(&self.places, 32, 64).map_err(|full| match full {
            Full::InAll => busy(),
            Full::FromAddress => NoSocket::TooManyFromAddress,
        })?;
        let narrow = enter(&self.opening, 24, 56).map_err(|_| busy())?;
        let wide = enter(&self.opening_widely, 16, 32).map_err(|_| busy())?;
        Ok(Place { _counted: counted, opening: Some([narrow, wide]), users: HashMap::new() })
    }

    /// Counts a socket among those of a user; `false` if the user has too many.
    pub(crate) fn count_for(&self, user: &str, place: &mut Place) -> bool {
        if place.users.contains_key(user) {
            return true;
        }
        let Some(share) = self.users.take(user, 1) else { return false };
        place.users.insert(user.to_owned(), share);
        true
    }

    /// Room for the filter of a subscription, which belongs to a user or else to an address.
    pub(crate) fn room_for_filter(
        &self,
        user: Option<&str>,
        from: IpAddr,
        bytes: usize,
    ) -> Option<Share> {
        match user {
            Some(user) => self.filters.take(user, bytes),
            None => self.filters.take(&subnet(from, 32, 64).to_string(), bytes),
        }
    }

    /// Waits for a turn to ask the database.
    pub(crate) async fn look_up(&self) -> Option<SemaphorePermit<'_>> {
        self.look_ups.acquire().await.ok()
    }
}

/// Those who are turned away at once do not come back at once.
pub(crate) fn busy() -> NoSocket {
    NoSocket::Busy(rand::random_range(1..=5))
}

/// Raises the limit of open files to what the system allows, and says so if that is too few.
pub fn raise_open_files(settings: &LiveSettings) {
    let sockets = settings.sockets;
    let raised = getrlimit(Resource::RLIMIT_NOFILE).and_then(|(soft, hard)| {
        if soft < hard {
            setrlimit(Resource::RLIMIT_NOFILE, hard, hard)?;
        }
        Ok(hard)
    });
    let wanted = u64::try_from(sockets).unwrap_or(u64::MAX).saturating_add(OTHER_HANDLES);
    match raised {
        Ok(limit) if limit < wanted && sockets != usize::MAX => {
            tracing::warn!(limit, wanted, "open file limit too low for live_query_max_sockets");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "open file limit not raised"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(per_address: usize, per_user: usize) -> SocketLimits {
        SocketLimits::new(&LiveSettings {
            sockets: 20_000,
            sockets_per_address: per_address,
            sockets_per_user: per_user,
            subscriptions: 50,
            ping_interval: std::time::Duration::from_secs(10),
            send_buffer: 16 << 10,
        })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Opens as many sockets as the limits allow, by an address for each number.
    fn fill(limits: &SocketLimits, address: impl Fn(u32) -> IpAddr) -> Vec<Place> {
        (0..5000).map_while(|n| limits.enter(address(n)).ok()).collect()
    }

    #[test]
    fn addresses_of_one_customer_count_as_one() {
        let limits = limits(20, 10);
        let inside = fill(&limits, |n| address(&format!("2001:db8:0:1::{n:x}")));
        assert_eq!(inside.len(), 20);
        assert!(limits.enter(address("2001:db8:0:2::1")).is_ok());
        let inside = fill(&limits, |_| address("192.0.2.1"));
        assert_eq!(inside.len(), 20);
        assert!(limits.enter(address("192.0.2.2")).is_ok());
    }

    #[test]
    fn silent_sockets_of_one_network_close_nothing_for_others() {
        let limits = limits(20, 10);
        // A /56 has 256 networks of customers.
        let of_one = fill(&limits, |n| address(&format!("2001:db8:0:{:x}::1", n % 256)));
        assert_eq!(of_one.len(), OPENING_PER_NETWORK);
        let mut of_provider = Vec::new();
        for network in 1..=32 {
            let customer = |n: u32| address(&format!("2001:db8:{network:x}:{:x}::1", n % 256));
            of_provider.extend(fill(&limits, customer));
        }
        assert_eq!(of_one.len() + of_provider.len(), OPENING_PER_WIDE_NETWORK);
        let mut other = limits.enter(address("2001:db9::1")).unwrap();
        // Who has said who it is makes room for the next.
        other.opened();
        let ours = fill(&limits, |n| address(&format!("198.51.{}.7", n % 256)));
        assert_eq!(ours.len(), OPENING - OPENING_PER_WIDE_NETWORK);
    }

    #[test]
    fn a_user_has_so_many_sockets_and_each_counts_once() {
        let limits = limits(20, 2);
        let mut places: Vec<Place> =
            (1..=3).map(|n| limits.enter(address(&format!("192.0.2.{n}"))).unwrap()).collect();
        assert!(limits.count_for("ann", &mut places[0]) && limits.count_for("ann", &mut places[0]));
        assert!(limits.count_for("ann", &mut places[1]));
        assert!(!limits.count_for("ann", &mut places[2]));
        assert!(limits.count_for("bob", &mut places[2]));
        places.remove(0);
        assert!(limits.count_for("ann", &mut places[1]));
    }

    #[test]
    fn filters_are_counted_by_user_or_by_the_network_of_a_customer() {
        let limits = limits(20, 10);
        let room = |user, from: &str| limits.room_for_filter(user, address(from), 600 << 10);
        let _held = room(Some("ann"), "2001:db8::1").unwrap();
        assert!(room(Some("ann"), "192.0.2.1").is_none());
        let _of_address = room(None, "2001:db8::1").unwrap();
        assert!(room(None, "2001:db8::2").is_none() && room(None, "2001:db8:1::2").is_some());
    }
}
