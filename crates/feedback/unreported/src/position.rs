//! How far the blocks of a network are counted.

use serde::Deserialize;

/// The position of a network.
#[derive(Debug, Deserialize)]
pub(super) struct Watch {
    /// The last counted block. `None` before the first round.
    pub(super) block: Option<u64>,
    /// Its hash, unless it was not read.
    pub(super) hash: Option<String>,
    /// Consecutive rounds in which no endpoint had the next block.
    pub(super) misses: i64,
}
