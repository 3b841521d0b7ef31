//! Withdrawing a report, by its reporter.

use async_trait::async_trait;
use feedback_model::settlement::Cause;
use feedback_model::triage::Effect;
use feedback_model::{Actor, IssueId, Member, Status, TriageCommand, Trust};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::apply::apply;
use super::issue_reply::{IssueReply, issue_reply};
use super::state::{IssueNumber, LockedIssue, lock, lock_all};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_points::points::reconcile;

pub(super) struct IssueWithdraw;

#[async_trait]
impl Command for IssueWithdraw {
    const NAME: &'static str = "issueWithdraw";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = IssueNumber;
    type Answer = IssueReply;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<IssueReply, Error> {
        let issue = lock(ctx, params.number).await?;
        withdraw(ctx, &issue, &ctx.member()?.actor()).await?;
        issue_reply(ctx, issue.id()).await
    }
}

async fn withdraw(ctx: &CommandContext, issue: &LockedIssue, actor: &Actor) -> Result<(), Error> {
    let applied = apply(ctx, issue, actor, &TriageCommand::Withdraw).await?;
    if applied.calls_for(Effect::Points) {
        let cause = Cause::Change("The report was withdrawn.".to_owned());
        reconcile(ctx, applied.issue.id(), &cause).await?;
    }
    Ok(())
}

/// Withdraws a user's undecided reports. Once their texts are erased there is nothing to decide.
pub async fn withdraw_undecided(ctx: &CommandContext, reporter: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "reporter" = $1::text and "status" in ('new', 'needs_info')"#,
        [Bind::from(reporter)],
    );
    let ids: Vec<IssueId> = ctx.rows(&sql).await?;
    let reporter = Actor::Member(Member::tester(reporter, Trust::New));
    for issue in lock_all(ctx, &ids).await? {
        if matches!(issue.state.stage.status(), Status::New | Status::NeedsInfo) {
            withdraw(ctx, &issue, &reporter).await?;
        }
    }
    Ok(())
}
