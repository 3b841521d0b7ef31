//! Wakes followers of the change log, here and on other nodes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use parse_model::ClassName;
use parse_store::Invalidation;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::cx::Cx;
use crate::engine::Engine;

/// The polling interval of a follower.
pub(super) const POLL: Duration = Duration::from_millis(250);
/// The shortest time between two reads, and between two notifications of other nodes.
pub(super) const SPACING: Duration = Duration::from_millis(10);
/// How long the database may take to forward a notification.
const PATIENCE: Duration = Duration::from_secs(1);

/// A faster channel to other nodes than the database.
#[async_trait]
pub trait ChangeChannel: Send + Sync {
    /// Notifies every node that this one has committed changes, with a word for
    /// [`Engine::hear_changes`].
    async fn tell(&self, word: &str) -> Result<(), Untold>;
}

/// Other nodes could not be notified.
#[derive(Debug, thiserror::Error)]
#[error("other nodes could not be notified")]
pub struct Untold(#[from] pub Box<dyn std::error::Error + Send + Sync>);

impl Engine {
    /// Wakes followers after a commit to a live class. Cheap and non-blocking.
    pub fn wake_changes(&self) {
        self.live().tells_stale.store(true, Ordering::Release);
        self.live().wake(false);
        self.live().to_tell.notify_one();
    }

    /// The same for a commit that does not affect the caches of applications.
    pub(crate) fn wake_followers(&self) {
        self.live().wake(true);
        self.live().to_tell.notify_one();
    }

    /// Another node has announced changes.
    pub fn hear_changes(&self, word: &str) {
        self.live().heard(word);
    }

    /// Changes after a commit on any node that may affect the caches of applications. A wake-up may
    /// be lost.
    pub fn stale_caches(&self) -> watch::Receiver<u64> {
        self.live().stale.subscribe()
    }

    /// Waits for the next wake-up, or for the polling interval.
    pub async fn changes_woken(&self) {
        let mut woken = self.live().woken.subscribe();
        // The engine holds the sender, so only the timeout ends it otherwise.
        let _ = timeout(POLL, woken.changed()).await;
    }

    /// Notifies other nodes of commits, for ever, at most a hundred times a second. One task of the
    /// server runs this.
    ///
    /// Uses the database if there is no other channel, or it fails. This never happens inside the
    /// transaction of a write, because transactions with NOTIFY are serialized at commit.
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
    /// Wakes followers after a write to a class. Inside a transaction, after its commit.
    pub(crate) fn wake_changes_of(&self, class: &ClassName) {
        if !self.db().is_transaction() && self.engine().live_classes().matches(class) {
            self.engine().wake_changes();
        }
    }
}
