//! Evidence: transactions and errors from users, looked up on chains and explained.
//!
//! A command only stores what was pasted. The worker calls RPC endpoints outside any transaction,
//! and stores the outcome in one of its own.

mod answer_shape;
pub mod attach;
mod blocking_pool;
pub mod classes;
pub mod copies;
mod explain;
mod finished;
mod found_cache;
mod from_watcher;
mod get;
mod limit;
mod lookup;
mod of_issue;
mod owner_actions;
mod pasted;
mod preview;
mod progress;
mod proposal;
mod queue;
mod record;
mod redact;
mod rerun;
mod store;
mod sweep;
pub mod view;
mod wallet;
mod worker;
mod write;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::lease_queue::register_queue;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use explain::explain_found;
pub use from_watcher::notice;

/// Registers the functions, tasks and the worker of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<preview::EvidencePreview>(extension, state);
    let extension = query::<get::EvidenceGet>(extension, state);
    let extension = command::<owner_actions::EvidenceRefresh>(extension, state);
    let extension = command::<owner_actions::EvidenceShare>(extension, state);
    let extension = command::<owner_actions::EvidenceAttach>(extension, state);
    let extension = query::<of_issue::EvidenceOfIssue>(extension, state);
    let extension = query::<copies::EvidenceCopies>(extension, state);
    let extension = register_task::<sweep::EvidenceSweep>(extension, state);
    register_queue(extension, state, worker::EvidenceQueue)
}
