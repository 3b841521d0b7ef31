//! Lists of this node find what workers and other nodes have changed as soon as it is told. What a
//! command changes that keeps lists as they are, such as who looks at an issue, is not.
//!
//! Whoever follows a list live asks again when it is told of a change. Without this the answer could
//! be of a second ago, and nothing would make them ask once more.

use async_trait::async_trait;
use parse_engine::{Engine, Error, Worker};

use crate::product_state::ProductState;

/// Invalidates what lists and pages of ranks found.
pub struct ListInvalidation {
    /// Whose caches are invalidated.
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
