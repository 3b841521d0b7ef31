//! Reporting: submitting, editing, and voting.

mod draft;
mod edit;
mod submit;
mod vote;

use parse_engine::Extension;

use feedback_core::command::command;
use feedback_core::product_state::ProductState;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<submit::IssueSubmit>(extension, state);
    let extension = command::<edit::IssueEdit>(extension, state);
    let extension = command::<vote::IssueVote>(extension, state);
    command::<vote::IssueUnvote>(extension, state)
}
