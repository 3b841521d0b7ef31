//! A node's state of live changes.

use std::sync::atomic::{AtomicBool, Ordering};

use parse_store::{Invalidation, LiveClasses};
use tokio::sync::{Notify, broadcast, watch};

use parse_identity::id::random_text;

/// Invalidations buffered for a cache. A cache that falls further behind drops everything.
const INVALIDATIONS: usize = 1024;
/// How many users who wrote a role are buffered.
const ROLE_WRITERS: usize = 64;

/// The prefix of notifications about commits that do not affect the caches of applications. Nodes
/// of the previous version take it for a part of the name.
const LEAVES_CACHES: char = '~';

/// A node's state of live changes.
#[derive(Debug)]
pub(crate) struct Live {
    pub(crate) classes: LiveClasses,
    /// The name of this process.
    pub(crate) node: String,
    /// Counts wakes.
    pub(crate) woken: watch::Sender<u64>,
    /// Counts those that may affect the caches of applications.
    pub(crate) stale: watch::Sender<u64>,
    /// Other nodes are to be notified.
    pub(crate) to_tell: Notify,
    /// Whether one of the commits to announce may affect those caches.
    pub(crate) tells_stale: AtomicBool,
    pub(crate) applied: broadcast::Sender<Invalidation>,
    /// Users who have written a role, for Parse Servers.
    pub(crate) role_writers: broadcast::Sender<String>,
}

impl Live {
    /// Nothing was announced yet, and these classes are live.
    pub(crate) fn new(classes: LiveClasses) -> Live {
        Live {
            classes,
            node: random_text(20),
            woken: watch::Sender::new(0),
            stale: watch::Sender::new(0),
            to_tell: Notify::new(),
            tells_stale: AtomicBool::new(false),
            applied: broadcast::Sender::new(INVALIDATIONS),
            role_writers: broadcast::Sender::new(ROLE_WRITERS),
        }
    }

    /// A node has announced changes. Its own announcements have already woken this node.
    pub(crate) fn heard(&self, word: &str) {
        let (node, leaves_caches) = match word.strip_prefix(LEAVES_CACHES) {
            Some(node) => (node, true),
            None => (word, false),
        };
        if node != self.node {
            self.wake(leaves_caches);
        }
    }

    pub(crate) fn wake(&self, leaves_caches: bool) {
        let count_up = |count: &mut u64| *count = count.wrapping_add(1);
        if !leaves_caches {
            self.stale.send_modify(count_up);
        }
        self.woken.send_modify(count_up);
    }

    /// The message to other nodes about the commits since the last one.
    pub(crate) fn word(&self) -> String {
        let node = &self.node;
        match self.tells_stale.swap(false, Ordering::AcqRel) {
            true => node.clone(),
            false => format!("{LEAVES_CACHES}{node}"),
        }
    }

    /// Announces to caches that an invalidation was applied here.
    pub(crate) fn applied(&self, invalidation: Invalidation) {
        if !matches!(invalidation, Invalidation::Changes(_)) {
            // There may be no listener.
            let _ = self.applied.send(invalidation);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_hears_of_others_whether_its_caches_are_still_right_and_nothing_of_itself() {
        let (here, there) = (Live::new(LiveClasses::default()), Live::new(LiveClasses::default()));
        let (mut woken, mut stale) = (here.woken.subscribe(), here.stale.subscribe());
        let mut heard = |word: &str| {
            here.heard(word);
            let changed = (woken.has_changed().unwrap(), stale.has_changed().unwrap());
            woken.mark_unchanged();
            stale.mark_unchanged();
            changed
        };
        assert_eq!(heard(&there.word()), (true, false));
        there.tells_stale.store(true, Ordering::Release);
        assert_eq!(heard(&there.word()), (true, true));
        assert_eq!(heard(&there.word()), (true, false), "it was sent once");
        assert_eq!(heard("a node of the version before"), (true, true));
        let own = [here.word(), here.node.clone()];
        assert_eq!(own.map(|word| heard(&word)), [(false, false); 2]);
    }
}
