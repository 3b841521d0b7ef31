//! How often one key of a program may be used.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use super::SharedCounts;
use super::counter::Counter;

/// Counts uses of keys: on this node, and with Redis on all nodes together.
#[derive(Debug)]
pub struct KeyLimit {
    count: NonZeroU32,
    window: Duration,
    counter: Counter,
    shared: Option<Arc<SharedCounts>>,
}

impl KeyLimit {
    /// So many in a window, at any pace within it.
    pub fn new(count: NonZeroU32, window: Duration, shared: Option<Arc<SharedCounts>>) -> KeyLimit {
        KeyLimit { count, window, counter: Counter::new(count, window), shared }
    }

    /// Counts a use; says when to come again if it is one too many. While Redis is silent this node
    /// counts for itself.
    pub async fn charge(&self, key: &str) -> Result<(), Duration> {
        self.counter.charge(&key.to_owned().into())?;
        let Some(shared) = &self.shared else { return Ok(()) };
        let charge = shared.charge_as("api key", key, self.count, self.window);
        match Box::pin(shared.ask(&[charge])).await {
            Some(wait) => Err(wait),
            None => Ok(()),
        }
    }
}
