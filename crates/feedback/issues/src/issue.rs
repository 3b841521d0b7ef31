//! Issues: reporting them, what others do about them, and how they are found.
//!
//! What an issue may become is decided by `feedback-model` and written in [`apply`] alone.

mod allowance;
pub mod apply;
mod draft;
mod edit;
mod forget;
pub mod get;
mod history;
pub(crate) mod issue_reply;
mod may;
pub mod reach;
mod search;
mod sentence;
pub mod similar;
pub mod state;
mod submit;
pub mod timeline;
pub(crate) mod timeline_event;
mod timeline_to_domain_events;
mod vote;
pub mod watch;
mod withdraw;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub(crate) use allowance::consume_quota;
pub(crate) use apply::release_comments;
pub use edit::answer;
pub(crate) use may::may_edit;
pub use search::Lists;
pub(crate) use submit::is_held_back;
pub use withdraw::withdraw_undecided;

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<submit::IssueSubmit>(extension, state);
    let extension = command::<edit::IssueEdit>(extension, state);
    let extension = command::<forget::IssueForgetTexts>(extension, state);
    let extension = command::<withdraw::IssueWithdraw>(extension, state);
    let extension = command::<vote::IssueVote>(extension, state);
    let extension = command::<vote::IssueUnvote>(extension, state);
    let extension = command::<watch::IssueWatch>(extension, state);
    let extension = query::<search::SearchIssues>(extension, state);
    let extension = query::<similar::SimilarFind>(extension, state);
    let extension = query::<get::IssueGet>(extension, state);
    let extension = query::<history::IssueTimeline>(extension, state);
    register_task::<reach::Counting>(extension, state)
}
