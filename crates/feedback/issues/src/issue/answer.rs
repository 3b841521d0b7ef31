//! Answers of reporters to questions.

use feedback_model::{Actor, Status, TriageCommand};
use parse_engine::Error;

use super::apply::apply;
use super::state::LockedIssue;
use feedback_core::command_context::CommandContext;

/// Marks a question as answered when the reporter adds something.
pub(crate) async fn answer(
    ctx: &CommandContext,
    issue: &LockedIssue,
    actor: &Actor,
) -> Result<(), Error> {
    if !actor.is_reporter_of(&issue.state) || issue.state.stage.status() != Status::NeedsInfo {
        return Ok(());
    }
    apply(ctx, issue, &Actor::System, &TriageCommand::Answer).await.map(drop)
}
