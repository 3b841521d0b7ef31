//! Triage: administrators decide about issues, and timers decide after a while.
//!
//! The rules decide what is allowed. Here an issue is locked with its set, the transition is
//! applied, and counts and points are updated, all in one transaction.

mod add_comment;
pub mod apply_tracker_state;
mod bulk;
mod decide;
mod fix_check;
pub mod fix_verdict;
mod label;
mod merge;
mod proposal;
mod queue;
pub mod regression;
mod regression_reward;
mod reopen;
mod reply;
mod resettle;
pub mod reverse_on_appeal;
mod settle;
mod timer;
mod transition;
mod triage_case;
mod undo;
mod viewers;
mod watchers;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use queue::{QueueCounts, queue_counts};
pub use settle::settle_all;
pub use transition::close_undecided;

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = decide::register(extension, state);
    let extension = label::register(extension, state);
    let extension = command::<merge::IssueMerge>(extension, state);
    let extension = command::<merge::IssueUnmerge>(extension, state);
    let extension = command::<resettle::IssueResettle>(extension, state);
    let extension = command::<undo::IssueUndo>(extension, state);
    let extension = command::<reopen::IssueReopen>(extension, state);
    let extension = command::<proposal::IssueProposeDuplicate>(extension, state);
    let extension = command::<proposal::IssueDecideProposal>(extension, state);
    let extension = command::<fix_check::FixCheckSubmit>(extension, state);
    let extension = command::<viewers::TriageLook>(extension, state);
    let extension = command::<viewers::TriageLeave>(extension, state);
    let extension = query::<queue::TriageQueue>(extension, state);
    let extension = query::<triage_case::TriageCase>(extension, state);
    let extension = register_task::<settle::SettleIssues>(extension, state);
    let extension = register_task::<timer::IssueTimers>(extension, state);
    let extension = register_task::<viewers::ViewersGone>(extension, state);
    extension.with_function(bulk::NAME, bulk::IssueBulk)
}
