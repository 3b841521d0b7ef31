//! Issues: their data, their state, and search.
//!
//! `feedback-model` decides how the state of an issue changes, and [`apply`] is the only writer.

mod allowance;
pub(crate) mod allowed_actions;
mod answer;
pub mod apply;
pub mod classes;
pub(crate) mod comment_event;
mod forget;
pub(crate) mod issue_reply;
mod premoderation;
pub mod reach_counter;
mod search;
pub mod similar;
pub mod state;
pub mod timeline;
pub(crate) mod timeline_event;
pub mod watch;
mod withdraw;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub(crate) use allowance::consume_quota;
pub(crate) use allowed_actions::may_edit;
pub(crate) use answer::answer;
pub(crate) use apply::release_comments;
pub(crate) use premoderation::is_held_back;
pub use search::Lists;
pub use withdraw::withdraw_undecided;

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<forget::IssueForgetTexts>(extension, state);
    let extension = command::<withdraw::IssueWithdraw>(extension, state);
    let extension = command::<watch::IssueWatch>(extension, state);
    let extension = query::<search::SearchIssues>(extension, state);
    let extension = query::<similar::SimilarFind>(extension, state);
    register_task::<reach_counter::Counting>(extension, state)
}
