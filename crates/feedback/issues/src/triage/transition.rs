//! One command about one issue, from its lock to its reward.

use feedback_model::settlement::Cause;
use feedback_model::text::PublicReason;
use feedback_model::triage::Effect;
use feedback_model::{Actor, IssueId, Resolution, Status, TriageCommand};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::fix_verdict;
use crate::issue::apply::{Applied, apply};
use crate::issue::reach_counter::recount;
use crate::issue::state::{LockedIssue, LockedSet, lock_set_of, lock_sets};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, not_found};
use feedback_points::points::{Posted, lock_persons, reconcile_locked};
use feedback_points::trust;

/// When the administrator last saw the issue change.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct SeenAt(Date);

impl TryFrom<String> for SeenAt {
    type Error = &'static str;

    fn try_from(text: String) -> Result<SeenAt, &'static str> {
        Date::parse(&text).map(SeenAt).ok_or("seen is no point in time")
    }
}

/// The issue, and when the caller last saw it change.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TransitionTarget {
    pub(super) number: u32,
    pub(super) seen: Option<SeenAt>,
}

/// An issue with its set, locked until the transaction ends.
#[derive(Debug)]
pub(super) struct LockedCase {
    pub(super) issue: LockedIssue,
    pub(super) set: Vec<LockedIssue>,
}

impl LockedCase {
    /// Locks an issue with its set, unless another user has decided about it since the caller saw
    /// it.
    pub(super) async fn lock(
        ctx: &CommandContext,
        number: u32,
        seen: Option<SeenAt>,
    ) -> Result<LockedCase, Error> {
        let LockedSet { id, issues } = lock_set_of(ctx, number).await?;
        let case = LockedCase::of(ctx, &id, issues)?;
        if let Some(seen) = seen {
            check_seen(ctx, &id, seen).await?;
        }
        Ok(case)
    }

    /// Locks an issue with its set and the sets of others.
    pub(super) async fn lock_with(
        ctx: &CommandContext,
        id: &IssueId,
        others: &[IssueId],
    ) -> Result<LockedCase, Error> {
        let mut ids = vec![id.clone()];
        ids.extend_from_slice(others);
        LockedCase::of(ctx, id, lock_sets(ctx, &ids).await?)
    }

    fn of(ctx: &CommandContext, id: &IssueId, set: Vec<LockedIssue>) -> Result<LockedCase, Error> {
        let issue = set.iter().find(|locked| locked.id() == id).cloned().ok_or_else(not_found)?;
        if let Ok(member) = ctx.member()
            && !member.actor().may_see(&issue.state)
        {
            return Err(not_found());
        }
        Ok(LockedCase { issue, set })
    }

    /// Another issue that is locked with it.
    pub(super) fn other(&self, id: &IssueId) -> Result<&LockedIssue, Error> {
        self.set.iter().find(|locked| locked.id() == id).ok_or_else(not_found)
    }
}

/// Refuses a decision that was based on an older state.
///
/// `lastActivityAt` is what the page sends back as seen. Some events, such as a settlement or a
/// snooze, do not change it, so a page that has seen the newest value needs no reload because of
/// them.
pub(super) async fn check_seen(
    ctx: &CommandContext,
    issue: &IssueId,
    seen: SeenAt,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('by', u."username") from "IssueEvent" e
            join "Issue" i on i."objectId" = e."issue"
            left join "_User" u on u."objectId" = e."actor"
        where e."issue" = $1::text and e."at" > $2::timestamptz and i."lastActivityAt" > $2::timestamptz
            and e."actor" is distinct from $3::text and e."data" ? 'changes'
        order by e."seq" desc limit 1"#,
        [Bind::from(issue.as_str()), seen.0.into(), ctx.member()?.id.as_str().into()],
    );
    #[derive(Deserialize)]
    struct LastDecision {
        by: Option<String>,
    }
    match ctx.row::<LastDecision>(&sql).await? {
        None => Ok(()),
        Some(LastDecision { by: Some(name) }) => Err(invalid(
            "ISSUE_MOVED_ON",
            format!("{name} changed this issue. Reload and try again."),
        )),
        Some(LastDecision { by: None }) => {
            Err(invalid("ISSUE_MOVED_ON", "This issue has changed. Reload and try again."))
        }
    }
}

/// The result of a command.
#[derive(Debug)]
pub(super) struct Transition {
    /// The issue after the command.
    pub(super) issue: LockedIssue,
    /// The new ledger entries.
    pub(super) posted: Vec<Posted>,
}

/// Applies one command to an issue that is locked with its set, including counts and points.
pub(super) async fn apply_transition(
    ctx: &CommandContext,
    issue: &LockedIssue,
    actor: &Actor,
    step: &TriageCommand,
    cause: &Cause,
) -> Result<Transition, Error> {
    let applied = apply(ctx, issue, actor, step).await?;
    let posted = run_effects(ctx, issue, &applied, cause).await?;
    Ok(Transition { issue: applied.issue, posted })
}

/// Runs the effects of a decision.
pub(super) async fn run_effects(
    ctx: &CommandContext,
    before: &LockedIssue,
    applied: &Applied,
    cause: &Cause,
) -> Result<Vec<Posted>, Error> {
    let id = applied.issue.id();
    let mut posted = Vec::new();
    if applied.calls_for(Effect::Recount) {
        recount(ctx, id).await?;
    }
    if applied.calls_for(Effect::Points) || applied.calls_for(Effect::SpamPenalty) {
        // The head of the ledger is locked last, because all other awards wait for it.
        lock_persons(ctx, id).await?;
        trust::recount_locked(ctx, applied.issue.state.origin.reporter.as_str()).await?;
        posted.extend(reconcile_locked(ctx, id, cause).await?);
    }
    if applied.calls_for(Effect::PayChecks) {
        posted.extend(fix_verdict::pay(ctx, before, &applied.issue).await?);
    }
    Ok(posted)
}

/// Closes a user's undecided issues and returns their numbers: new ones, or also those that wait
/// for the user's answer.
pub async fn close_undecided(
    ctx: &CommandContext,
    user: &str,
    reason: &PublicReason,
    statuses: &[Status],
) -> Result<Vec<u32>, Error> {
    let words: Vec<String> = statuses.iter().map(|status| status.key().to_owned()).collect();
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "reporter" = $1::text and "status" = any($2::text[])
        order by "objectId" collate "C" limit 200"#,
        [Bind::from(user), words.into()],
    );
    let ids: Vec<IssueId> = ctx.rows(&sql).await?;
    let actor = ctx.member()?.actor();
    let step = TriageCommand::Close {
        resolution: Resolution::Invalid,
        reason: reason.clone(),
        is_spam_confirmed: false,
    };
    let mut numbers = Vec::new();
    for issue in lock_sets(ctx, &ids).await? {
        // A set that was merged meanwhile includes issues of other users.
        if ids.contains(issue.id()) && statuses.contains(&issue.state.stage.status()) {
            let cause = Cause::Change("the account was suspended".to_owned());
            apply_transition(ctx, &issue, &actor, &step, &cause).await?;
            numbers.push(issue.number);
        }
    }
    Ok(numbers)
}

/// The text, or the reason why it is invalid.
pub(super) fn text<T>(parsed: Result<T, feedback_model::Refused>) -> Result<T, Error> {
    parsed.map_err(from_refusal)
}
