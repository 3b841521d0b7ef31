//! Missions: tasks of the team for testers, their submissions, and their points.
//!
//! `feedback_model::mission` decides the transitions. Here rows are locked, the result is written,
//! and the database counts the places. No RPC endpoint is called while a transaction is open:
//! transactions are looked up as evidence, and their explanations are checked afterwards.

mod admin_list;
mod answer_shape;
mod answers;
mod blocked;
mod change;
mod check;
pub mod classes;
mod events;
mod funnel;
mod list;
mod pay;
mod queue;
mod review;
mod save;
mod schedule;
mod spent_transaction;
mod start;
mod submission;
mod submit;
mod try_check;
mod watch;
mod worker;

use parse_engine::Extension;

pub(crate) use review::uphold as uphold_submission;

use feedback_core::command::{command, query};
use feedback_core::lease_queue::register_queue;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

/// Registers the functions and workers of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::MissionList>(extension, state);
    let extension = query::<list::MissionGet>(extension, state);
    let extension = command::<start::SubmissionStart>(extension, state);
    let extension = command::<submit::SubmissionSave>(extension, state);
    let extension = command::<submit::SubmissionSubmit>(extension, state);
    let extension = command::<blocked::SubmissionBlocked>(extension, state);
    let extension = command::<start::SubmissionWithdraw>(extension, state);
    let extension = query::<admin_list::MissionAdminList>(extension, state);
    let extension = command::<save::MissionSave>(extension, state);
    let extension = query::<save::MissionTexts>(extension, state);
    let extension = command::<change::MissionSetState>(extension, state);
    let extension = command::<change::MissionExtend>(extension, state);
    let extension = query::<funnel::MissionFunnel>(extension, state);
    let extension = query::<answers::MissionAnswers>(extension, state);
    let extension = query::<try_check::MissionTryCheck>(extension, state);
    let extension = query::<review::SubmissionQueue>(extension, state);
    let extension = command::<review::SubmissionReview>(extension, state);
    let extension = command::<review::SubmissionRevoke>(extension, state);
    let extension = register_task::<schedule::MissionClock>(extension, state);
    let extension = register_queue(extension, state, worker::SubmissionQueue);
    extension.with_worker("mission watch", watch::MissionWatch { state: state.clone() })
}
