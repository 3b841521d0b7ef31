//! Issues: reporting them, what others do about them, and how they are found.
//!
//! What an issue may become is decided by `feedback-model` and written in [`apply`] alone.

mod allowance;
pub(crate) mod apply;
mod draft;
mod edit;
mod forget;
pub(crate) mod get;
mod history;
pub(crate) mod issue_reply;
mod may;
pub(crate) mod reach;
mod search;
mod sentence;
pub(crate) mod similar;
pub(crate) mod state;
mod submit;
pub(crate) mod timeline;
pub(crate) mod timeline_event;
mod timeline_to_domain_events;
mod vote;
pub(crate) mod watch;
mod withdraw;

use parse_engine::Extension;

use crate::command::{command, query};
use crate::product_state::ProductState;
use crate::task::register_task;

pub(crate) use allowance::consume_quota;
pub(crate) use apply::release_comments;
pub(crate) use edit::answer;
pub(crate) use may::may_edit;
pub(crate) use search::Lists;
pub(crate) use submit::is_held_back;
pub(crate) use withdraw::withdraw_undecided;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
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
