//! Failures that were never reported: calls to the programme's contracts, counted from blocks.
//!
//! One node at a time reads a network and counts its confirmed blocks, each once. A sample of the
//! failures is explained and joins the clusters as seen: without points, votes or owners. No address
//! of a sender is stored. A tester who agreed is asked about failures of their linked wallets.

mod alarm;
mod answer;
mod asker;
mod count;
mod explain;
mod group;
mod page;
mod position;
mod question;
mod queue;
mod read;
mod store;
mod sweep;
mod switch;
mod undo;
mod watch;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::event::register_consumer;
use feedback_core::lease_queue::register_queue;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

/// Registers the functions, tasks and workers of this crate.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<page::UnreportedFailures>(extension, state);
    let extension = command::<switch::CallWatchSet>(extension, state);
    let extension = query::<alarm::OpenFailureAlarms>(extension, state);
    let extension = query::<answer::FailureQuestions>(extension, state);
    let extension = command::<answer::FailureAnswer>(extension, state);
    let extension = register_consumer::<answer::Reported>(extension, state);
    let extension = register_task::<sweep::FailureSweep>(extension, state);
    let extension = register_task::<alarm::FailureAlarms>(extension, state);
    let extension = register_queue(extension, state, explain::FailureQueue);
    extension.with_worker("call watch", watch::CallWatch { state: state.clone() })
}
