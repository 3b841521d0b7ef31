//! The page of one issue: the report, its comments, and its timeline in sentences.

mod get;
mod history;
mod sentence;

use parse_engine::Extension;

use feedback_core::command::query;
use feedback_core::product_state::ProductState;

pub(crate) use get::{IssuePage, page};

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<get::IssueGet>(extension, state);
    query::<history::IssueTimeline>(extension, state)
}
