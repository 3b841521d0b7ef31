//! What a node knows of live changes.

use parse_store::{Invalidation, LiveClasses};
use tokio::sync::{Notify, broadcast, watch};

use crate::id::random_text;

/// How many invalidations wait for whoever keeps something; who is further behind drops everything.
const INVALIDATIONS: usize = 1024;
/// How many users who wrote a role wait to be told of.
const ROLE_WRITERS: usize = 64;

/// What a node knows of live changes.
#[derive(Debug)]
pub(crate) struct Live {
    pub(super) classes: LiveClasses,
    /// The name of this run of this node.
    pub(super) node: String,
    /// Counts wakes.
    pub(super) woken: watch::Sender<u64>,
    /// Other nodes are to be told.
    pub(super) to_tell: Notify,
    pub(super) applied: broadcast::Sender<Invalidation>,
    /// Users who have written a role, for Parse Servers to hear of.
    pub(super) role_writers: broadcast::Sender<String>,
}

impl Live {
    /// Nothing was told yet, and these classes are live.
    pub(crate) fn new(classes: LiveClasses) -> Live {
        Live {
            classes,
            node: random_text(20),
            woken: watch::Sender::new(0),
            to_tell: Notify::new(),
            applied: broadcast::Sender::new(INVALIDATIONS),
            role_writers: broadcast::Sender::new(ROLE_WRITERS),
        }
    }

    /// A node has told that there are changes. What this one told itself has woken it already.
    pub(crate) fn heard(&self, node: &str) {
        if node != self.node {
            self.wake();
        }
    }

    pub(super) fn wake(&self) {
        self.woken.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Tells whoever keeps something that an invalidation was applied here.
    pub(crate) fn applied(&self, invalidation: Invalidation) {
        if !matches!(invalidation, Invalidation::Changes(_)) {
            // Nobody needs to listen.
            let _ = self.applied.send(invalidation);
        }
    }
}
