//! The seam to the rank cache, to find places in it quickly.
//!
//! Every question names the version of the board that the database has, and is answered only by
//! exactly that one: what is late, lost or damaged is never shown. Anyone who may write there can
//! still show a wrong order of the right version; points and pay are counted in the database and
//! never asked for here.

use std::sync::Arc;

use async_trait::async_trait;
use serde::Deserialize;

/// A board as the database has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Board {
    /// Its name, which is never given to another one.
    pub name: String,
    /// How often a user has moved on it.
    pub version: u64,
}

/// A user who moved: from a place, to a place, or both. Places are texts in the order of the ranks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Move {
    /// The place they left.
    pub gone: Option<String>,
    /// The place they took.
    pub come: Option<String>,
}

/// What the cache knows about a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RankUpdate<T> {
    /// It has this version, and this is the answer.
    Known(T),
    /// It has another version.
    At(u64),
    /// It has no such board.
    Nothing,
}

/// Why there is no answer: the cache cannot be reached, or does not do what it is asked.
pub type Unanswered = Box<dyn std::error::Error + Send + Sync>;

/// Where the order of boards is kept beside the database, if it is.
#[derive(Debug, Default)]
pub struct RankCacheSlot(pub Option<Arc<dyn RankCache>>);

impl RankCacheSlot {
    /// The cache, if there is one.
    pub fn get(&self) -> Option<&dyn RankCache> {
        self.0.as_deref()
    }
}

/// Keeps boards in their order.
#[async_trait]
pub trait RankCache: std::fmt::Debug + Send + Sync {
    /// How many persons rank before a place; `None` if the place is empty.
    async fn before(
        &self,
        board: &Board,
        place: &str,
    ) -> Result<RankUpdate<Option<u64>>, Unanswered>;

    /// The places after the first `skipped`, at most `count`.
    async fn places(
        &self,
        board: &Board,
        skipped: u64,
        count: u32,
    ) -> Result<RankUpdate<Vec<String>>, Unanswered>;

    /// The version of the board, if it is cached. Unused boards expire.
    async fn version(&self, name: &str) -> Result<Option<u64>, Unanswered>;

    /// Brings a board from a version to a later one. Nothing happens where it has another by now.
    async fn advance(&self, to: &Board, from: u64, moves: &[Move]) -> Result<(), Unanswered>;

    /// Starts an unpublished draft of a board, and drops an abandoned one.
    async fn begin(&self, name: &str) -> Result<(), Unanswered>;

    /// Adds places to the draft.
    async fn draft(&self, name: &str, places: &[String]) -> Result<(), Unanswered>;

    /// Makes the draft the board, after so many more moves.
    async fn publish(&self, board: &Board, moves: &[Move]) -> Result<(), Unanswered>;
}
