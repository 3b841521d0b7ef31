//! Automatic decisions about issues after a time without action.

use async_trait::async_trait;
use feedback_model::settlement::Cause;
use feedback_model::{Actor, IssueId, Status, TriageCommand};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::fix_verdict;
use super::transition::{LockedCase, apply_transition};
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Issues per page.
const PAGE: usize = 500;

/// Unanswered questions, undisputed fixes, and snoozed issues that are due.
pub(super) struct IssueTimers;

#[async_trait]
impl Task for IssueTimers {
    const NAME: &'static str = "timers";

    /// Goes through all due issues. Those that the rules refuse stay due, and must not block the
    /// others.
    async fn run(run: &TaskRun) -> Result<(), Error> {
        let mut after = String::new();
        loop {
            let page = due(&run.ctx(), &after).await?;
            for id in &page {
                let ctx = run.begin().await?;
                let outcome = see_to(&ctx, id).await;
                match run.end(ctx, outcome).await {
                    // A user was faster, or the rules disagree with the query below.
                    Ok(()) | Err(Error::Refused(_)) => {}
                    Err(error) => {
                        tracing::warn!(%error, issue = %id, "issue timer failed, will retry");
                    }
                }
            }
            match page.last() {
                Some(last) if page.len() == PAGE => after = last.as_str().to_owned(),
                _ => return Ok(()),
            }
        }
    }
}

/// A page of due issues, with ids after one.
async fn due(ctx: &CommandContext, after: &str) -> Result<Vec<IssueId>, Error> {
    let policy = ctx.settings().await?.policy();
    let now = ctx.now();
    let ago = |days: u32| Bind::from(now.plus_seconds(-i64::from(days) * 86_400));
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue"
        where (("status" = 'needs_info' and "askedAt" <= $1::timestamptz)
            or ("status" = 'new' and "snoozedUntil" <= $2::timestamptz)
            or ("status" = 'fixed' and ("fixedAt" <= $3::timestamptz or exists (
                select from "FixCheck" f where f."issue" = "Issue"."objectId" and f."counted" and f."verdict" = 'works'))))
            and "objectId" collate "C" > $4::text
        order by "objectId" collate "C" limit 500"#,
        [ago(policy.needs_info_days), now.into(), ago(policy.fix_check_days), after.into()],
    );
    ctx.rows(&sql).await
}

/// Does what is due for one issue. Refused if nothing is.
async fn see_to(ctx: &CommandContext, id: &IssueId) -> Result<(), Error> {
    let case = LockedCase::lock_with(ctx, id, &[]).await?;
    let issue = &case.issue;
    let step = match issue.state.stage.status() {
        Status::NeedsInfo => TriageCommand::GiveUpWaiting,
        Status::New => TriageCommand::Wake { is_stirred: false },
        Status::Fixed => {
            let checks = fix_verdict::checks(ctx, issue).await?;
            if fix_verdict::judge(ctx, issue, &checks).await?.is_some() {
                return Ok(());
            }
            let tally = fix_verdict::count(ctx, issue, &checks).await?;
            TriageCommand::AssumeVerified {
                is_disputed: tally.is_some_and(|tally| tally.still_broken > 0),
            }
        }
        _ => return Ok(()),
    };
    apply_transition(ctx, issue, &Actor::System, &step, &Cause::Progress).await.map(drop)
}
