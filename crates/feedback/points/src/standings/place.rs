//! A position in the order of a season.

use feedback_model::PersonId;
use serde::Deserialize;

/// A position and its user.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Rank {
    /// From 1, without gaps and ties.
    pub(super) rank: u64,
    pub(super) person: PersonId,
}
