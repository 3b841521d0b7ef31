//! Failure clusters: evidence with the same fingerprint, and its effects.
//!
//! Database triggers on evidence count for clusters (`0018_clusters.sql`), regardless of the
//! writer. This module has their effects on issues and points, and the output of clusters.

pub mod attach;
mod change;
pub mod classes;
mod coverage;
pub mod effect;
mod get;
mod list;
mod period;
mod reproduced_failure;
mod row;
mod statistics;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::ClusterList>(extension, state);
    let extension = query::<get::ClusterGet>(extension, state);
    let extension = query::<statistics::CoverageMatrix>(extension, state);
    let extension = query::<statistics::FailureStats>(extension, state);
    let extension = command::<change::ClusterSave>(extension, state);
    let extension = command::<change::ClusterSetState>(extension, state);
    command::<change::ClusterSetIssue>(extension, state)
}
