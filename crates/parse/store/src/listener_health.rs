//! Whether this node receives the invalidations of other nodes.
//!
//! A dead connection is as silent as an idle one. So the listener counts as healthy only for a while
//! after its connection has answered.

use std::time::{Duration, Instant};

use tokio::sync::watch;

/// How long the listener counts as healthy after the last answer of its connection.
const HEALTHY_FOR: Duration = Duration::from_secs(5);

/// Whether the listener is healthy. Cheap to clone; clones share their state.
#[derive(Debug, Clone, Default)]
pub struct ListenerHealth(watch::Sender<Option<Listening>>);

/// A listening connection. Values read during another epoch may be stale, because invalidations
/// between the two are lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenerEpoch(u64);

#[derive(Debug, Clone, Copy)]
struct Listening {
    epoch: ListenerEpoch,
    until: Instant,
}

impl ListenerHealth {
    /// The epoch of the listening connection, or `None` while the listener is unhealthy.
    pub fn epoch(&self) -> Option<ListenerEpoch> {
        let listening = *self.0.borrow();
        listening.filter(|now| Instant::now() < now.until).map(|now| now.epoch)
    }

    /// A connection listens from now on. Each begins once.
    pub fn begin(&self, connection: u64) {
        let until = Instant::now() + HEALTHY_FOR;
        self.0.send_replace(Some(Listening { epoch: ListenerEpoch(connection), until }));
    }

    /// The connection is lost.
    pub fn end(&self) {
        self.0.send_replace(None);
    }

    /// The connection has answered what it was asked at that time.
    pub(crate) fn last(&self, asked_at: Instant) {
        self.0.send_modify(|listening| {
            if let Some(listening) = listening {
                listening.until = asked_at + HEALTHY_FOR;
            }
        });
    }

    /// Waits until a connection listens.
    pub(crate) async fn begun(&self) {
        let _ = self.0.subscribe().wait_for(Option::is_some).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_listener_is_healthy_until_its_connection_ends_or_stops_answering() {
        let health = ListenerHealth::default();
        assert_eq!(health.epoch(), None);
        health.begin(1);
        let first = health.epoch();
        assert!(first.is_some());
        health.last(Instant::now());
        assert_eq!(health.epoch(), first, "it has answered");
        let long_ago =
            Instant::now().checked_sub(HEALTHY_FOR).expect("a machine that runs a while");
        health.last(long_ago);
        assert_eq!(health.epoch(), None, "it answers no more");
        health.begin(2);
        assert!(health.epoch().is_some() && health.epoch() != first, "what it missed is unknown");
        health.end();
        assert_eq!(health.epoch(), None);
    }
}
