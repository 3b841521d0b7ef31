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
mod may;
mod policy;
pub(crate) mod reach;
mod search;
mod sentence;
pub(crate) mod shown;
pub(crate) mod similar;
pub(crate) mod state;
mod submit;
pub(crate) mod timeline;
mod vote;
pub(crate) mod watch;
mod withdraw;

use parse_engine::Extension;

use crate::chore::chore;
use crate::command::{command, question};
use crate::product_state::ProductState;

pub(crate) use allowance::spend;
pub(crate) use apply::release_comments;
pub(crate) use edit::answer;
pub(crate) use may::may_edit;
pub(crate) use search::Lists;
pub(crate) use submit::is_held_back;

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = command::<submit::IssueSubmit>(extension, settings);
    let extension = command::<edit::IssueEdit>(extension, settings);
    let extension = command::<forget::IssueForgetTexts>(extension, settings);
    let extension = command::<withdraw::IssueWithdraw>(extension, settings);
    let extension = command::<vote::IssueVote>(extension, settings);
    let extension = command::<vote::IssueUnvote>(extension, settings);
    let extension = command::<watch::IssueWatch>(extension, settings);
    let extension = question::<search::SearchIssues>(extension, settings);
    let extension = question::<similar::SimilarFind>(extension, settings);
    let extension = question::<get::IssueGet>(extension, settings);
    let extension = question::<history::IssueTimeline>(extension, settings);
    chore::<reach::Counting>(extension, settings)
}
