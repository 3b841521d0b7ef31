//! How often one key of a program may be used.

use std::num::NonZeroU32;
use std::time::Duration;

use super::counter::Counter;

/// Counts uses of keys, on this node.
#[derive(Debug)]
pub(crate) struct KeyLimit(Counter);

impl KeyLimit {
    /// So many in a window, at any pace within it.
    pub(crate) fn new(count: u32, window: Duration) -> KeyLimit {
        KeyLimit(Counter::new(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN), window))
    }

    /// Counts a use; says when to come again if it is one too many.
    pub(crate) fn charge(&self, key: &str) -> Result<(), Duration> {
        self.0.charge(&key.to_owned().into())
    }
}
