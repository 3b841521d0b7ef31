//! Writes the reward of an issue into the ledger.

use feedback_model::payout::Payout;
use feedback_model::settlement::Cause;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::Posted;
use super::ledger::{Posting, post};
use super::purse::{OtherIssues, PurseCase, lock_persons};
use feedback_core::command_context::CommandContext;
use feedback_core::timestamp::{date, timestamp};

/// Brings the ledger in line with the current reward of an issue. To be called after the issue's
/// row was written, in the same transaction.
///
/// A settled issue that was paid out does not change, unless it became invalid or spam. For a
/// duplicate, the root is reconciled.
pub async fn reconcile(
    ctx: &CommandContext,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    lock_persons(ctx, issue).await?;
    reconcile_locked(ctx, issue, cause).await
}

/// The same, after [`lock_persons`] was called.
pub async fn reconcile_locked(
    ctx: &CommandContext,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    let case = PurseCase::read(ctx, issue).await?;
    let root = case.facts.duplicate_of.clone();
    let mut posted = post_due(ctx, case, cause, false).await?;
    if let Some(root) = root {
        let case = PurseCase::read(ctx, &root).await?;
        posted.extend(post_due(ctx, case, cause, false).await?);
    }
    Ok(posted)
}

/// Recalculates a settled reward pool when an administrator asks for it.
pub async fn resettle(
    ctx: &CommandContext,
    issue: &IssueId,
    reason: &str,
) -> Result<Vec<Posted>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "duplicateOf" = $1::text order by "objectId" collate "C""#,
        [Bind::from(issue.as_str())],
    );
    let duplicates: Vec<IssueId> = ctx.rows(&sql).await?;
    let cause = Cause::Change(reason.to_owned());
    let mut posted = Vec::new();
    for issue in duplicates.iter().chain([issue]) {
        let case = PurseCase::lock(ctx, issue).await?;
        posted.extend(post_due(ctx, case, &cause, true).await?);
    }
    Ok(posted)
}

async fn post_due(
    ctx: &CommandContext,
    case: PurseCase,
    cause: &Cause,
    is_anew: bool,
) -> Result<Vec<Posted>, Error> {
    let now = timestamp(ctx.now());
    let mut payable = case.payable(now)?;
    if payable.shares_purse(is_anew) {
        payable.purse.capped = case.capped(ctx, now, OtherIssues::All).await?;
    }
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let payout = payable.payout(cause, is_anew, actor.as_ref(), now);
    post_payout(ctx, &case, payout).await
}

/// Writes the reward of an issue, and that it was paid out.
pub(super) async fn post_payout(
    ctx: &CommandContext,
    case: &PurseCase,
    Payout { drafts, cycle }: Payout,
) -> Result<Vec<Posted>, Error> {
    let posting = |draft| Posting { draft, issue: Some(case.facts.id.clone()) };
    let posted = post(ctx, drafts.into_iter().map(posting).collect()).await?;
    if cycle != case.facts.cycle {
        let sql = Sql::fixed(
            r#"update "Issue" set "pointsCycle" = $2::float8 where "objectId" = $1::text"#,
            [Bind::from(case.facts.id.as_str()), f64::from(cycle).into()],
        );
        ctx.execute(&sql).await?;
    }
    if case.facts.settled_at != case.facts.paid_out_at {
        let sql = Sql::fixed(
            "select _touchstone.note_paid_out($1::text, $2::timestamptz)",
            [Bind::from(case.facts.id.as_str()), case.facts.settled_at.map(date).into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(posted)
}
