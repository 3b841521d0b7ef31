//! Evidence that a fixed failure is back.

use feedback_model::fix_check::Proof;
use feedback_model::regression::Sighting;
use feedback_model::settlement::Cause;
use feedback_model::{Actor, IssueId, Member, Status, TriageCommand};
use parse_engine::Error;

use super::regression_reward;
use super::transition::{LockedCase, apply_transition};
use feedback_core::command_context::CommandContext;

/// Reopens a fixed or verified issue if a tester reproduced its failure, and pays the tester.
/// Returns whether it did.
pub(crate) async fn reopen_regressed(
    ctx: &CommandContext,
    issue: &IssueId,
    met: &Sighting,
    by: &Member,
) -> Result<bool, Error> {
    let case = LockedCase::lock_with(ctx, issue, &[]).await?;
    if !met.brings_back(&case.issue.state) {
        return Ok(false);
    }
    // While a fix is being checked, the tester reopens it, and afterwards the programme does.
    let actor = match case.issue.state.stage.status() {
        Status::Fixed => Actor::Member(by.clone()),
        _ => Actor::System,
    };
    let step = TriageCommand::StillBroken { build: met.build.clone(), proof: Proof::SameFailure };
    ctx.invalidate_lists_on_commit();
    let back = apply_transition(ctx, &case.issue, &actor, &step, &Cause::Progress).await?;
    regression_reward::pay(ctx, &back.issue, by.user.as_str()).await?;
    Ok(true)
}
