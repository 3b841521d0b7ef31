//! All websockets of this node: their bytes, their limits, and who is behind them.

pub(crate) mod frame;
pub(crate) mod identity;
pub(crate) mod limits;
pub(crate) mod socket;
pub(crate) mod subscribers;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use live_query::SocketId;
use telemetry::task::InFlight;
use tokio::sync::{Notify, watch};

use crate::settings::LiveSettings;

use limits::SocketLimits;
use socket::{Closing, Socket};
use subscribers::Subscribers;

pub use limits::raise_open_files;

/// How many sockets are closed in a second when all are: their clients come back.
const CLOSED_PER_SECOND: usize = 3000;
/// How often some of them are.
const CLOSING_STEP: Duration = Duration::from_millis(10);

/// All websockets of this node.
#[derive(Debug)]
pub(crate) struct LiveQueries {
    limits: SocketLimits,
    subscribers: Mutex<Subscribers>,
    next_socket: AtomicU64,
    pub(crate) open: InFlight,
    /// Messages about changes since the start.
    events: AtomicU64,
    is_closing: AtomicBool,
    /// Sockets with subscriptions.
    pub(crate) interested: watch::Sender<usize>,
    /// Whether the change log is followed.
    pub(crate) is_followed: watch::Sender<bool>,
    /// There are identities to look up again.
    pub(crate) marked: Notify,
}

/// How much there is of live queries on this node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiveCounts {
    /// Websockets.
    pub(crate) sockets: usize,
    /// What they are subscribed to.
    pub(crate) subscriptions: usize,
    /// Messages about changes since the start.
    pub(crate) events: u64,
}

impl LiveQueries {
    /// None yet.
    pub(crate) fn new(settings: &LiveSettings) -> LiveQueries {
        LiveQueries {
            limits: SocketLimits::new(settings),
            subscribers: Mutex::default(),
            next_socket: AtomicU64::new(0),
            open: InFlight::default(),
            events: AtomicU64::new(0),
            is_closing: AtomicBool::new(false),
            interested: watch::Sender::new(0),
            is_followed: watch::Sender::new(false),
            marked: Notify::new(),
        }
    }

    /// How much there is.
    pub(crate) fn counted(&self) -> LiveCounts {
        let (sockets, subscriptions) = self.subscribers().counted();
        LiveCounts { sockets, subscriptions, events: self.events.load(Ordering::Relaxed) }
    }

    /// So many messages about changes are sent.
    pub(crate) fn count_events(&self, messages: usize) {
        self.events.fetch_add(u64::try_from(messages).unwrap_or_default(), Ordering::Relaxed);
    }

    pub(crate) fn limits(&self) -> &SocketLimits {
        &self.limits
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst)
    }

    pub(crate) fn subscribers(&self) -> MutexGuard<'_, Subscribers> {
        self.subscribers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a socket in until what is returned is dropped.
    pub(crate) fn enter(self: &Arc<LiveQueries>, socket: &Arc<Socket>) -> Membership {
        let id = SocketId(self.next_socket.fetch_add(1, Ordering::Relaxed));
        self.subscribers().enter(id, Arc::clone(socket));
        if self.is_closing() {
            socket.close(Closing::GoingAway);
        }
        Membership { live: Arc::clone(self), id, is_interested: false }
    }

    /// Waits until the change log is followed. A socket must have asked for it.
    pub(crate) async fn followed(&self) {
        // The sender is here, so it is never closed.
        let _ = self.is_followed.subscribe().wait_for(|is_followed| *is_followed).await;
    }

    /// Closes all websockets and waits until they are gone. Their clients reconnect in the seconds
    /// after, to the node that listens then.
    pub(crate) async fn close_all(&self, grace: Duration) {
        self.is_closing.store(true, Ordering::SeqCst);
        self.close_sockets(Closing::GoingAway, grace / 2).await;
        self.open.finished().await;
    }

    /// Closes all sockets for a reason, not all at once, within so long.
    pub(crate) async fn close_sockets(&self, why: Closing, within: Duration) {
        let sockets = self.subscribers().sockets();
        let steps = (within.as_millis() / CLOSING_STEP.as_millis()).max(1);
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        let at_once = (CLOSED_PER_SECOND / 100).max(sockets.len().div_ceil(steps));
        for some in sockets.chunks(at_once) {
            some.iter().for_each(|socket| socket.close(why));
            tokio::time::sleep(CLOSING_STEP).await;
        }
    }
}

/// A socket among all.
#[derive(Debug)]
pub(crate) struct Membership {
    live: Arc<LiveQueries>,
    pub(crate) id: SocketId,
    is_interested: bool,
}

impl Membership {
    /// The socket has a subscription, so the change log is to be followed.
    pub(crate) fn ask_to_follow(&mut self) {
        if !self.is_interested {
            self.is_interested = true;
            self.live.interested.send_modify(|count| *count += 1);
        }
    }
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.live.subscribers().leave(self.id);
        if self.is_interested {
            self.live.interested.send_modify(|count| *count -= 1);
        }
    }
}
