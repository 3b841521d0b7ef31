//! Invalidates the cached lists of this node when a worker or another node reports a change.
//! Commands that leave lists unchanged, such as viewing an issue, do not invalidate.
//!
//! A client that follows a list live queries it again after an event. A cached answer could be a
//! second old, and no further event would make the client query again.

use async_trait::async_trait;
use parse_engine::{Engine, Error, Worker};

use crate::product_state::ProductState;

/// Invalidates cached lists and pages of ranks.
pub struct ListInvalidation {
    /// The state that owns the caches.
    pub state: ProductState,
}

#[async_trait]
impl Worker for ListInvalidation {
    async fn work(&self, engine: &Engine) {
        let mut stale = engine.stale_caches();
        // The engine holds the sender.
        while stale.changed().await.is_ok() {
            self.state.invalidate_lists();
        }
    }

    async fn drain(&self, _engine: &Engine) -> Result<(), Error> {
        self.state.invalidate_lists();
        Ok(())
    }
}
