//! Merging and unmerging issues.
//!
//! Only pointers change, so unmerging restores the state before. The counts and points of both sets
//! are recomputed.

use async_trait::async_trait;
use feedback_model::merge::plan;
use feedback_model::settlement::Cause;
use feedback_model::{Actor, IssueId, TriageCommand, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::proposal;
use super::reply::{TriageResult, Undo, build_reply};
use super::transition::{LockedCase, SeenAt, Transition, TransitionTarget, check_seen};
use super::watchers::{join, leave};
use crate::issue::apply::apply;
use crate::issue::reach_counter::recount;
use crate::issue::state::{LockedIssue, find};
use crate::issue::timeline::{TimelineEvent, append_events};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;
use feedback_points::points::{Posted, reconcile};
use feedback_points::trust;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueMergeParams {
    number: u32,
    into: u32,
    seen: Option<SeenAt>,
}

pub(super) struct IssueMerge;

/// Merges an issue, as the command does.
pub(super) async fn merge_into(
    ctx: &CommandContext,
    number: u32,
    into: u32,
) -> Result<TriageResult, Error> {
    IssueMerge::run(ctx, IssueMergeParams { number, into, seen: None }).await
}

#[async_trait]
impl Command for IssueMerge {
    const NAME: &'static str = "issueMerge";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueMergeParams;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueMergeParams) -> Result<TriageResult, Error> {
        let source = find(ctx, params.number).await?;
        let target = find(ctx, params.into).await?;
        let case = LockedCase::lock_with(ctx, &source, std::slice::from_ref(&target)).await?;
        if let Some(seen) = params.seen {
            check_seen(ctx, &source, seen).await?;
        }
        let mut merged = merge(ctx, &case, &target).await?;
        let proposals = proposal::decide_open(ctx, source.as_str(), &target).await?;
        if let Some(first) = proposals.first() {
            merged.posted.extend(proposal::pay(ctx, &case.issue, first).await?);
        }
        build_reply(ctx, &case.issue, &merged.issue, &merged.posted, Undo::Possible).await
    }
}

/// Merges an issue into another. Both sets are locked.
pub(super) async fn merge(
    ctx: &CommandContext,
    case: &LockedCase,
    target: &IssueId,
) -> Result<Transition, Error> {
    let actor = ctx.member()?.actor();
    let (source, into) = (&case.issue, case.other(target)?);
    let points_at_source =
        |locked: &&LockedIssue| locked.state.stage.duplicate_of() == Some(source.id());
    let duplicates: Vec<IssueId> =
        case.set.iter().filter(points_at_source).map(|locked| locked.id().clone()).collect();
    let merge = plan(&source.state, &duplicates, true, &into.state).map_err(from_refusal)?;
    let applied = apply(ctx, source, &actor, &TriageCommand::Merge(merge.clone())).await?;
    for id in merge.moved() {
        leave(ctx, id, source.id()).await?;
        apply(ctx, case.other(id)?, &actor, &TriageCommand::Follow(merge.clone())).await?;
    }
    for id in merge.moved().iter().chain([source.id()]) {
        join(ctx, id, target).await?;
    }
    mention(ctx, into, "merged_in", source, &actor).await?;
    for id in [source.id(), target] {
        recount(ctx, id).await?;
    }
    let why = format!("#{} was merged into #{}", source.number, into.number);
    let posted = settle(ctx, case, &[source.id(), target], &why).await?;
    Ok(Transition { issue: applied.issue, posted })
}

pub(super) struct IssueUnmerge;

/// Unmerges an issue, as the command does.
pub(super) async fn unmerge(ctx: &CommandContext, number: u32) -> Result<TriageResult, Error> {
    IssueUnmerge::run(ctx, TransitionTarget { number, seen: None }).await
}

#[async_trait]
impl Command for IssueUnmerge {
    const NAME: &'static str = "issueUnmerge";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = TransitionTarget;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: TransitionTarget) -> Result<TriageResult, Error> {
        let case = LockedCase::lock(ctx, params.number, params.seen).await?;
        let actor = ctx.member()?.actor();
        let root = case.issue.root().clone();
        let applied = apply(ctx, &case.issue, &actor, &TriageCommand::Unmerge).await?;
        let posted = part(ctx, &case, &root).await?;
        build_reply(ctx, &case.issue, &applied.issue, &posted, Undo::Possible).await
    }
}

/// Runs the effects on an issue that no longer points to its root.
pub(super) async fn part(
    ctx: &CommandContext,
    case: &LockedCase,
    root: &IssueId,
) -> Result<Vec<Posted>, Error> {
    let actor = ctx.member()?.actor();
    let (issue, root) = (&case.issue, case.other(root)?);
    leave(ctx, issue.id(), root.id()).await?;
    mention(ctx, root, "unmerged", issue, &actor).await?;
    for id in [issue.id(), root.id()] {
        recount(ctx, id).await?;
    }
    let why = format!("#{} is no duplicate of #{} after all", issue.number, root.number);
    settle(ctx, case, &[issue.id(), root.id()], &why).await
}

/// Recomputes the points of these issues and the records of their reporters.
pub(super) async fn settle(
    ctx: &CommandContext,
    case: &LockedCase,
    ids: &[&IssueId],
    why: &str,
) -> Result<Vec<Posted>, Error> {
    let cause = Cause::Change(why.to_owned());
    let mut posted = Vec::new();
    for id in ids {
        posted.extend(reconcile(ctx, id, &cause).await?);
    }
    let mut reporters: Vec<&str> =
        case.set.iter().map(|locked| locked.state.origin.reporter.as_str()).collect();
    reporters.sort_unstable();
    reporters.dedup();
    for reporter in reporters {
        trust::recount(ctx, reporter).await?;
    }
    Ok(posted)
}

/// Adds the change of another issue to the timeline of a root.
pub(super) async fn mention(
    ctx: &CommandContext,
    root: &LockedIssue,
    kind: &'static str,
    other: &LockedIssue,
    actor: &Actor,
) -> Result<(), Error> {
    let actor: Option<&UserId> = actor.user();
    let told = TimelineEvent::to_all(kind, json!({ "number": other.number, "title": other.title }));
    append_events(ctx, root.id(), actor, &[told]).await?;
    let sql = Sql::fixed(
        r#"update "Issue" set "lastActivityAt" = greatest("lastActivityAt", $2::timestamptz)
        where "objectId" = $1::text"#,
        [Bind::from(root.id().as_str()), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}
