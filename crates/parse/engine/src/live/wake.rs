//! Waking those who follow the change log, here and on other nodes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use parse_model::ClassName;
use parse_store::Invalidation;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::cx::Cx;
use crate::engine::Engine;

/// How long a follower waits at most before it looks by itself.
pub(super) const POLL: Duration = Duration::from_millis(250);
/// The shortest time between two looks, and between two words to other nodes.
pub(super) const SPACING: Duration = Duration::from_millis(10);
/// How long the database may take to pass a word on.
const PATIENCE: Duration = Duration::from_secs(1);

/// A way to other nodes that is quicker than the database's.
#[async_trait]
pub trait ChangeChannel: Send + Sync {
    /// Tells every node that this one has committed changes, by a word that it hands to
    /// [`Engine::hear_changes`].
    async fn tell(&self, word: &str) -> Result<(), Untold>;
}

/// Other nodes could not be notified.
#[derive(Debug, thiserror::Error)]
#[error("other nodes could not be notified")]
pub struct Untold(#[from] pub Box<dyn std::error::Error + Send + Sync>);

impl Engine {
    /// Wakes those who follow the log: something was committed to a live class. Cheap, and never
    /// waits.
    pub fn wake_changes(&self) {
        self.live().tells_stale.store(true, Ordering::Release);
        self.live().wake(false);
        self.live().to_tell.notify_one();
    }

    /// The same of something that leaves what applications cache as it is.
    pub(crate) fn wake_followers(&self) {
        self.live().wake(true);
        self.live().to_tell.notify_one();
    }

    /// Another node has told that it committed changes.
    pub fn hear_changes(&self, word: &str) {
        self.live().heard(word);
    }

    /// Changes when something was committed, by whichever node, after which what an application
    /// caches may be something else. A wake may be lost.
    pub fn stale_caches(&self) -> watch::Receiver<u64> {
        self.live().stale.subscribe()
    }

    /// Waits for the next wake, or for as long as a follower goes without.
    pub async fn changes_woken(&self) {
        let mut woken = self.live().woken.subscribe();
        // The engine holds the sender, so only time ends it otherwise.
        let _ = timeout(POLL, woken.changed()).await;
    }

    /// Tells other nodes of what was committed here, for ever, a hundred times a second at most.
    /// One task of the server runs this.
    ///
    /// Uses the database if there is no other channel, or that fails. This never happens inside the
    /// transaction of a write, because transactions with NOTIFY queue behind one another.
    pub async fn tell_of_changes(&self, channel: Option<&dyn ChangeChannel>) {
        loop {
            self.live().to_tell.notified().await;
            let word = self.live().word();
            let is_told = match channel {
                Some(channel) => channel.tell(&word).await.is_ok(),
                None => false,
            };
            if !is_told {
                let changes = Invalidation::Changes(word);
                let told = timeout(PATIENCE, self.store().notify(&changes)).await;
                if !matches!(told, Ok(Ok(()))) {
                    tracing::debug!("other nodes not woken, they will poll");
                }
            }
            sleep(SPACING).await;
        }
    }
}

impl Cx {
    /// Wakes those who follow the log after a write to a class. Inside a transaction its commit
    /// does.
    pub(crate) fn wake_changes_of(&self, class: &ClassName) {
        if !self.db().is_transaction() && self.engine().live_classes().matches(class) {
            self.engine().wake_changes();
        }
    }
}
