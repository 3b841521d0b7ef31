//! What an issue owes, written down.

use feedback_model::payout::Payout;
use feedback_model::settlement::Cause;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::Posted;
use super::ledger::{Posting, post};
use super::purse::{Case, hold_persons};
use crate::desk::Desk;
use crate::timestamp::{date, moment};

/// Brings what an issue has paid in line with what it owes now: call it after the issue's row was
/// written, inside the same transaction.
///
/// A settled issue that was paid out is left alone, unless it became invalid or spam. Of an issue that
/// is a duplicate, the root follows.
pub(crate) async fn reconcile(
    desk: &Desk,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    hold_persons(desk, issue).await?;
    reconcile_held(desk, issue, cause).await
}

/// The same, where [`hold_persons`] was called before.
pub(crate) async fn reconcile_held(
    desk: &Desk,
    issue: &IssueId,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    let case = Case::read(desk, issue).await?;
    let root = case.facts.duplicate_of.clone();
    let mut posted = carry_out(desk, case, cause, false).await?;
    if let Some(root) = root {
        let case = Case::read(desk, &root).await?;
        posted.extend(carry_out(desk, case, cause, false).await?);
    }
    Ok(posted)
}

/// Shares a settled purse anew, because an administrator said so.
pub(crate) async fn resettle(
    desk: &Desk,
    issue: &IssueId,
    reason: &str,
) -> Result<Vec<Posted>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "duplicateOf" = $1::text order by "objectId" collate "C""#,
        [Bind::from(issue.as_str())],
    );
    let duplicates: Vec<IssueId> = desk.rows(&sql).await?;
    let cause = Cause::Change(reason.to_owned());
    let mut posted = Vec::new();
    for issue in duplicates.iter().chain([issue]) {
        let case = Case::hold(desk, issue).await?;
        posted.extend(carry_out(desk, case, &cause, true).await?);
    }
    Ok(posted)
}

async fn carry_out(
    desk: &Desk,
    case: Case,
    cause: &Cause,
    is_anew: bool,
) -> Result<Vec<Posted>, Error> {
    let now = moment(desk.now());
    let mut payable = case.payable(now)?;
    if payable.shares_purse(is_anew) {
        payable.purse.capped = case.capped(desk, now).await?;
    }
    let actor = desk.member().ok().map(|member| UserId::from(member.id.as_str()));
    let Payout { drafts, cycle } = payable.payout(cause, is_anew, actor.as_ref(), now);
    let posting = |draft| Posting { draft, issue: Some(case.facts.id.clone()) };
    let posted = post(desk, drafts.into_iter().map(posting).collect()).await?;
    if cycle != case.facts.cycle {
        let sql = Sql::fixed(
            r#"update "Issue" set "pointsCycle" = $2::float8 where "objectId" = $1::text"#,
            [Bind::from(case.facts.id.as_str()), f64::from(cycle).into()],
        );
        desk.execute(&sql).await?;
    }
    if case.facts.settled_at != case.facts.paid_out_at {
        let sql = Sql::fixed(
            "select _touchstone.note_paid_out($1::text, $2::timestamptz)",
            [Bind::from(case.facts.id.as_str()), case.facts.settled_at.map(date).into()],
        );
        desk.execute(&sql).await?;
    }
    Ok(posted)
}
