//! A reporter takes a report back.

use async_trait::async_trait;
use feedback_model::TriageCommand;
use feedback_model::settlement::Cause;
use feedback_model::triage::Effect;
use parse_engine::Error;

use super::apply::apply;
use super::issue_reply::{IssueReply, issue_reply};
use super::state::{IssueNumber, lock};
use crate::command::{Command, Who};
use crate::command_context::CommandContext;
use crate::points::reconcile;

pub(super) struct IssueWithdraw;

#[async_trait]
impl Command for IssueWithdraw {
    const NAME: &'static str = "issueWithdraw";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = IssueNumber;
    type Answer = IssueReply;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<IssueReply, Error> {
        let issue = lock(ctx, params.number).await?;
        let applied = apply(ctx, &issue, &ctx.member()?.actor(), &TriageCommand::Withdraw).await?;
        if applied.calls_for(Effect::Points) {
            let cause = Cause::Change("The report was withdrawn.".to_owned());
            reconcile(ctx, applied.issue.id(), &cause).await?;
        }
        issue_reply(ctx, applied.issue.id()).await
    }
}
