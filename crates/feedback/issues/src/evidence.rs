//! Evidence: transactions and errors that users show, looked up on chains and explained.
//!
//! A command only writes down what was shown; the worker asks nodes, outside any transaction, and
//! writes what it found in one of its own.

mod answer_shape;
pub mod attach;
mod blocking_pool;
pub mod classes;
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

pub use from_watcher::notice;

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<preview::EvidencePreview>(extension, state);
    let extension = query::<get::EvidenceGet>(extension, state);
    let extension = command::<owner_actions::EvidenceRefresh>(extension, state);
    let extension = command::<owner_actions::EvidenceShare>(extension, state);
    let extension = command::<owner_actions::EvidenceAttach>(extension, state);
    let extension = query::<of_issue::EvidenceOfIssue>(extension, state);
    let extension = register_task::<sweep::EvidenceSweep>(extension, state);
    register_queue(extension, state, worker::EvidenceQueue)
}
