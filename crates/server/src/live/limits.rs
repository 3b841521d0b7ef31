//! How many websockets there are, and how many of them are just being opened.

use std::net::IpAddr;
use std::sync::Arc;

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit};

use crate::config::LiveSettings;
use crate::listen::connection_limit::{ConnectionLimit, ConnectionPermit, Full};
use crate::reply::NoSocket;

/// Sockets that were opened and have not said yet who they are. After a restart all clients come
/// back at once; those beyond are told to come a little later.
const OPENING: usize = 1024;

/// Look-ups in the database for sockets at a time, so that such a moment is not one of the
/// database too.
const LOOK_UPS: usize = 16;

/// Handles that are needed beside those of sockets.
const OTHER_HANDLES: u64 = 1024;

/// The limits of websockets.
#[derive(Debug)]
pub(super) struct SocketLimits {
    places: Arc<ConnectionLimit>,
    opening: Arc<Semaphore>,
    look_ups: Semaphore,
}

/// What a socket holds while it is there.
#[derive(Debug)]
pub(super) struct Place {
    _counted: ConnectionPermit,
    /// Given back once the socket has said who it is.
    opening: Option<OwnedSemaphorePermit>,
}

impl Place {
    /// The socket has said who it is.
    pub(super) fn opened(&mut self) {
        self.opening = None;
    }
}

impl SocketLimits {
    pub(super) fn new(settings: &LiveSettings) -> SocketLimits {
        let places = ConnectionLimit::new(settings.sockets, settings.sockets_per_address);
        SocketLimits {
            places: Arc::new(places),
            opening: Arc::new(Semaphore::new(OPENING)),
            look_ups: Semaphore::new(LOOK_UPS),
        }
    }

    /// Lets a socket in, if there is room.
    pub(super) fn enter(&self, from: IpAddr) -> Result<Place, NoSocket> {
        let opening = Arc::clone(&self.opening).try_acquire_owned().map_err(|_| busy())?;
        let counted = self.places.enter(from, from.is_loopback()).map_err(|full| match full {
            Full::InAll => busy(),
            Full::FromAddress => NoSocket::TooManyFromAddress,
        })?;
        Ok(Place { _counted: counted, opening: Some(opening) })
    }

    /// Waits for a turn to ask the database.
    pub(super) async fn look_up(&self) -> Option<SemaphorePermit<'_>> {
        self.look_ups.acquire().await.ok()
    }
}

/// Those who are turned away at once do not come back at once.
pub(super) fn busy() -> NoSocket {
    NoSocket::Busy(rand::random_range(1..=5))
}

/// Raises the limit of open files to what the system allows, and says so if that is too few.
pub(crate) fn raise_open_files(settings: &LiveSettings) {
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
