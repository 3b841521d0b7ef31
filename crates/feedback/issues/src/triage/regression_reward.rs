//! The reward for finding a regression.

use feedback_model::RuleKey;
use feedback_model::ledger::SourceType;
use parse_engine::Error;

use crate::issue::state::LockedIssue;
use feedback_core::command_context::CommandContext;
use feedback_points::points::Posted;
use feedback_points::points::reward::{Reward, reward};

/// Rewards the tester who found a regression, once per regression.
pub(super) async fn pay(
    ctx: &CommandContext,
    issue: &LockedIssue,
    user: &str,
) -> Result<Option<Posted>, Error> {
    let source_id = format!("{}:{}", issue.id(), issue.state.regressions);
    let what = Reward {
        rule: RuleKey::Regression,
        user,
        source: SourceType::Issue,
        source_id: &source_id,
        issue: issue.id().as_str(),
        what: "Found that it is back:",
    };
    reward(ctx, &what).await
}
