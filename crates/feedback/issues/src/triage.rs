//! Triage: administrators decide about issues, and time decides where nobody does.
//!
//! What may be decided is the rules' word; here an issue is locked with its set, the transition
//! applied, counts and points brought in line, all in one transaction.

mod add_comment;
mod bulk;
mod case;
pub mod check;
mod decide;
mod fix_check;
mod label;
mod look;
mod merge;
mod proposal;
mod queue;
pub mod regression;
mod regression_reward;
mod reopen;
mod reply;
mod resettle;
mod settle;
mod timer;
pub mod tracker_word;
mod transition;
mod undo;
pub mod upheld;
mod watchers;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use settle::settle_all;
pub use transition::close_undecided;

/// Registers what is here with the engine.
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
    let extension = command::<look::TriageLook>(extension, state);
    let extension = command::<look::TriageLeave>(extension, state);
    let extension = query::<queue::TriageQueue>(extension, state);
    let extension = query::<case::TriageCase>(extension, state);
    let extension = register_task::<settle::Settle>(extension, state);
    let extension = register_task::<timer::Timers>(extension, state);
    let extension = register_task::<look::ViewersGone>(extension, state);
    extension.with_function(bulk::NAME, bulk::IssueBulk)
}
