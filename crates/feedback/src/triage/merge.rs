//! Merging issues that are about one fault, and parting them again.
//!
//! Nothing moves but pointers, so parting restores what was there. Counts of both sets are taken
//! anew, and what each owes is asked again.

use async_trait::async_trait;
use feedback_model::merge::plan;
use feedback_model::settlement::Cause;
use feedback_model::{Actor, Command as Step, IssueId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::conclude::{Concluded, Undo, conclude};
use super::order::{At, Carried, Case, Seen, check_seen};
use super::proposal;
use super::watchers::{join, leave};
use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::issue::apply::apply;
use crate::issue::reach::recount;
use crate::issue::state::{Held, find};
use crate::issue::timeline::{Told, tell};
use crate::points::{Posted, reconcile};
use crate::refused::by_rule;
use crate::trust;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Merging {
    number: u32,
    into: u32,
    seen: Option<Seen>,
}

pub(super) struct IssueMerge;

#[async_trait]
impl Command for IssueMerge {
    const NAME: &'static str = "issueMerge";
    const WHO: Who = Who::Administrator;
    type Params = Merging;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: Merging) -> Result<Concluded, Error> {
        let source = find(desk, params.number).await?;
        let target = find(desk, params.into).await?;
        let case = Case::hold_with(desk, &source, std::slice::from_ref(&target)).await?;
        if let Some(seen) = params.seen {
            check_seen(desk, &source, seen).await?;
        }
        let mut merged = merge(desk, &case, &target).await?;
        let proposals = proposal::decide_open(desk, source.as_str(), &target).await?;
        if let Some(first) = proposals.first() {
            merged.posted.extend(proposal::pay(desk, &case.issue, first).await?);
        }
        conclude(desk, &case.issue, &merged.issue, &merged.posted, Undo::Possible).await
    }
}

/// Merges an issue into another; both sets are held.
pub(super) async fn merge(desk: &Desk, case: &Case, target: &IssueId) -> Result<Carried, Error> {
    let actor = desk.member()?.actor();
    let (source, into) = (&case.issue, case.other(target)?);
    let points_at_source = |held: &&Held| held.state.stage.duplicate_of() == Some(source.id());
    let duplicates: Vec<IssueId> =
        case.set.iter().filter(points_at_source).map(|held| held.id().clone()).collect();
    let merge = plan(&source.state, &duplicates, true, &into.state).map_err(by_rule)?;
    let applied = apply(desk, source, &actor, &Step::Merge(merge.clone())).await?;
    for id in merge.moved() {
        leave(desk, id, source.id()).await?;
        apply(desk, case.other(id)?, &actor, &Step::Follow(merge.clone())).await?;
    }
    for id in merge.moved().iter().chain([source.id()]) {
        join(desk, id, target).await?;
    }
    mention(desk, into, "merged_in", source, &actor).await?;
    for id in [source.id(), target] {
        recount(desk, id).await?;
    }
    let why = format!("#{} was merged into #{}", source.number, into.number);
    let posted = settle(desk, case, &[source.id(), target], &why).await?;
    Ok(Carried { issue: applied.issue, posted })
}

pub(super) struct IssueUnmerge;

#[async_trait]
impl Command for IssueUnmerge {
    const NAME: &'static str = "issueUnmerge";
    const WHO: Who = Who::Administrator;
    type Params = At;
    type Answer = Concluded;

    async fn run(desk: &Desk, params: At) -> Result<Concluded, Error> {
        let case = Case::hold(desk, params.number, params.seen).await?;
        let actor = desk.member()?.actor();
        let root = case.issue.root().clone();
        let applied = apply(desk, &case.issue, &actor, &Step::Unmerge).await?;
        let posted = part(desk, &case, &root).await?;
        conclude(desk, &case.issue, &applied.issue, &posted, Undo::Possible).await
    }
}

/// Sees to what follows once an issue points at its root no longer.
pub(super) async fn part(desk: &Desk, case: &Case, root: &IssueId) -> Result<Vec<Posted>, Error> {
    let actor = desk.member()?.actor();
    let (issue, root) = (&case.issue, case.other(root)?);
    leave(desk, issue.id(), root.id()).await?;
    mention(desk, root, "unmerged", issue, &actor).await?;
    for id in [issue.id(), root.id()] {
        recount(desk, id).await?;
    }
    let why = format!("#{} is no duplicate of #{} after all", issue.number, root.number);
    settle(desk, case, &[issue.id(), root.id()], &why).await
}

/// Asks again what these issues owe, and what their reporters' records say.
pub(super) async fn settle(
    desk: &Desk,
    case: &Case,
    ids: &[&IssueId],
    why: &str,
) -> Result<Vec<Posted>, Error> {
    let cause = Cause::Change(why.to_owned());
    let mut posted = Vec::new();
    for id in ids {
        posted.extend(reconcile(desk, id, &cause).await?);
    }
    let mut reporters: Vec<&str> =
        case.set.iter().map(|held| held.state.origin.reporter.as_str()).collect();
    reporters.sort_unstable();
    reporters.dedup();
    for reporter in reporters {
        trust::recount(desk, reporter).await?;
    }
    Ok(posted)
}

/// Tells in the timeline of a root what happened to another issue.
pub(super) async fn mention(
    desk: &Desk,
    root: &Held,
    kind: &'static str,
    other: &Held,
    actor: &Actor,
) -> Result<(), Error> {
    let actor: Option<&UserId> = actor.user();
    let told = Told::to_all(kind, json!({ "number": other.number, "title": other.title }));
    tell(desk, root.id(), actor, &[told]).await?;
    let sql = Sql::fixed(
        r#"update "Issue" set "lastActivityAt" = greatest("lastActivityAt", $2::timestamptz)
        where "objectId" = $1::text"#,
        [Bind::from(root.id().as_str()), desk.now().into()],
    );
    desk.execute(&sql).await.map(drop)
}
