//! The page of one issue: the report, its conversation, and its timeline in sentences.

mod get;
mod history;
mod sentence;

use parse_engine::Extension;

use feedback_core::command::query;
use feedback_core::product_state::ProductState;

pub(crate) use get::{IssuePage, page};

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<get::IssueGet>(extension, state);
    query::<history::IssueTimeline>(extension, state)
}
