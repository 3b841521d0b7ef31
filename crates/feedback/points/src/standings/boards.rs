//! The interface of the rank cache, which finds positions quickly.
//!
//! Every query names the version of the board in the database, and is answered only for exactly
//! that version, so late, lost or damaged data is never shown. A client with write access to the
//! cache could still store a wrong order under the right version. Points and payouts are computed
//! in the database and never read from here.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

/// A board and its version in the database.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Board {
    /// Its name, which is never reused.
    pub name: String,
    /// Number of moves so far.
    pub version: u64,
}

/// A move of a user: from a position, to a position, or both. Positions are texts in the order of
/// the ranks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Move {
    /// The old position.
    pub gone: Option<String>,
    /// The new position.
    pub come: Option<String>,
}

/// The cache's knowledge of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RankUpdate<T> {
    /// It has this version, and this is the answer.
    Known(T),
    /// It has another version.
    At(u64),
    /// It does not have the board.
    Nothing,
}

/// Why there is no answer: the cache cannot be reached, or returned an error.
pub type Unanswered = Box<dyn std::error::Error + Send + Sync>;

/// The rank cache beside the database, if there is one.
#[derive(Debug, Default)]
pub struct RankCacheSlot(pub Option<Arc<dyn RankCache>>);

impl RankCacheSlot {
    /// The cache, if there is one.
    pub fn get(&self) -> Option<&dyn RankCache> {
        self.0.as_deref()
    }
}

/// Stores boards in order.
#[async_trait]
pub trait RankCache: std::fmt::Debug + Send + Sync {
    /// Number of persons before a position. `None` if the position is empty.
    async fn before(
        &self,
        board: &Board,
        place: &str,
    ) -> Result<RankUpdate<Option<u64>>, Unanswered>;

    /// The positions after the first `skipped`, at most `count`.
    async fn places(
        &self,
        board: &Board,
        skipped: u64,
        count: u32,
    ) -> Result<RankUpdate<Vec<String>>, Unanswered>;

    /// The version of the board, if it is cached. Unused boards expire.
    async fn version(&self, name: &str) -> Result<Option<u64>, Unanswered>;

    /// Updates a board from a version to a later one. Has no effect if it has another version by
    /// now.
    async fn advance(&self, to: &Board, from: u64, moves: &[Move]) -> Result<(), Unanswered>;

    /// Starts a new draft of a board, and deletes an abandoned one.
    async fn begin(&self, name: &str) -> Result<(), Unanswered>;

    /// Adds positions to the draft.
    async fn draft(&self, name: &str, places: &[String]) -> Result<(), Unanswered>;

    /// Applies these moves to the draft and makes it the board.
    async fn publish(&self, board: &Board, moves: &[Move]) -> Result<(), Unanswered>;
}
