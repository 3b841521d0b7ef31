//! Undoing the last decision about an issue, unless it has changed since.

use async_trait::async_trait;
use feedback_model::timeline::Event;
use feedback_model::triage::LastCommand;
use feedback_model::{IssueId, Refused, RuleKey, Timestamp, TriageCommand, UserId};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::add_comment::unsay;
use super::label;
use super::merge::{mention, settle};
use super::reply::{TriageResult, Undo, build_reply};
use super::transition::LockedCase;
use super::watchers::{join, leave};
use crate::issue::apply::{Applied, apply};
use crate::issue::reach_counter::recount;
use crate::issue::state::{IssueNumber, LockedIssue, find, lock_one};
use crate::issue::timeline::{TimelineEvent, append_events};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;
use feedback_points::points::reward::retract;

pub(super) struct IssueUndo;

#[async_trait]
impl Command for IssueUndo {
    const NAME: &'static str = "issueUndo";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueNumber;
    type Answer = TriageResult;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<TriageResult, Error> {
        let id = find(ctx, params.number).await?;
        let other = last(ctx, &id).await?.and_then(|last| last.root_before());
        let case = LockedCase::lock_with(ctx, &id, other.as_slice()).await?;
        let last = last(ctx, &id).await?.ok_or_else(nothing)?;
        let before = case.issue.clone();
        if last.label().is_some() {
            let after = relabel(ctx, &case.issue, &last).await?;
            return build_reply(ctx, &before, &after, &[], Undo::Never).await;
        }
        let applied = take_back(ctx, &case.issue, &last).await?;
        unsay(ctx, &case.issue, last.at()).await?;
        reword(ctx, &case.issue, last.at()).await?;
        unpay(ctx, &case.issue, last.at()).await?;
        let companions = companions(ctx, &case, &last).await?;
        let posted = tidy_up(ctx, &case, &applied, &companions).await?;
        let after = lock_one(ctx, case.issue.id()).await?;
        build_reply(ctx, &before, &after, &posted, Undo::Never).await
    }
}

fn nothing() -> Error {
    from_refusal(Refused::NothingToUndo)
}

/// The last timeline entry of an issue.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UndoableDecision {
    by: Option<UserId>,
    at: Timestamp,
    events: Vec<Json>,
    is_overtaken: bool,
}

impl UndoableDecision {
    fn at(&self) -> Date {
        Date::from_millis(self.at.0)
    }

    /// The event, if it changed a label.
    fn label(&self) -> Option<(&str, &Json)> {
        let [event] = self.events.as_slice() else { return None };
        let kind = event["type"].as_str()?;
        let is_label = matches!(kind, "assigned" | "area" | "tagged" | "linked");
        is_label.then(|| (kind, &event["data"]))
    }

    /// The root before the decision.
    fn root_before(&self) -> Option<IssueId> {
        let changes = self.events.iter().filter_map(|event| event["data"]["changes"].as_array());
        let stage = changes.flatten().find(|change| change["field"] == "stage")?;
        stage["before"]["closed"]["of"].as_str().map(IssueId::from)
    }

    /// The decision in the form of the rules.
    fn command(&self) -> Result<LastCommand, Error> {
        let Some(by) = self.by.clone() else { return Err(nothing()) };
        let mut events = Vec::new();
        for event in &self.events {
            let stored = json!({
                "type": event["type"], "audience": event["audience"],
                "changes": event["data"]["changes"], "note": event["data"]["note"],
            });
            // An event that is not a decision cannot be parsed as one.
            events.push(serde_json::from_value::<Event>(stored).map_err(|_| nothing())?);
        }
        Ok(LastCommand { by, at: self.at, events, is_overtaken: self.is_overtaken })
    }
}

async fn last(ctx: &CommandContext, issue: &IssueId) -> Result<Option<UndoableDecision>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('by', min(e."actor"), 'at', _touchstone.in_millis(min(e."at")),
            'events', jsonb_agg(jsonb_build_object('type', e."type", 'audience', e."visibility", 'data', coalesce(e."whole", e."data")) order by e."seq"),
            'isOvertaken', exists (select from "Vote" v where v."issue" = $1::text and v."at" > min(e."at"))
                or exists (select from "Comment" c where c."issue" = $1::text and c."createdAt" > min(e."at"))
                or exists (select from "FixCheck" f where f."issue" = $1::text and f."at" > min(e."at")))
        from "IssueEvent" e where e."issue" = $1::text and e."command" = (
            select l."command" from "IssueEvent" l where l."issue" = $1::text order by l."seq" desc limit 1)
        having count(*) > 0"#,
        [Bind::from(issue.as_str())],
    );
    ctx.row(&sql).await
}

async fn take_back(
    ctx: &CommandContext,
    issue: &LockedIssue,
    last: &UndoableDecision,
) -> Result<Applied, Error> {
    let actor = ctx.member()?.actor();
    apply(ctx, issue, &actor, &TriageCommand::Undo(last.command()?)).await
}

/// Restores a label.
async fn relabel(
    ctx: &CommandContext,
    issue: &LockedIssue,
    last: &UndoableDecision,
) -> Result<LockedIssue, Error> {
    let (Some((kind, data)), Some(by)) = (last.label(), &last.by) else { return Err(nothing()) };
    let policy = ctx.settings().await?.policy();
    if by.as_str() != ctx.member()?.id || data.get("undone").is_some() {
        return Err(nothing());
    }
    if Timestamp(ctx.now().millis()) > last.at.after(policy.undo()) {
        return Err(from_refusal(Refused::UndoTooLate(policy.undo_seconds)));
    }
    let kind = match kind {
        "assigned" => "assigned",
        "area" => "area",
        "tagged" => "tagged",
        _ => "linked",
    };
    label::write(ctx, issue, kind, &data["before"]).await?;
    let back = json!({ "before": data["after"], "after": data["before"], "undone": true });
    append_events(ctx, issue.id(), Some(by), &[TimelineEvent::to_all(kind, back)]).await?;
    lock_one(ctx, issue.id()).await
}

/// Restores the corrections that the command made to the issue.
async fn reword(ctx: &CommandContext, issue: &LockedIssue, at: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select e."whole" -> 'before' from "IssueEvent" e
        where e."issue" = $1::text and e."type" = 'edited' and e."at" = $2::timestamptz and e."actor" = $3::text
            and e."whole" -> 'before' ? 'build'"#,
        [Bind::from(issue.id().as_str()), at.into(), ctx.member()?.id.as_str().into()],
    );
    let Some(was) = ctx.row::<Json>(&sql).await? else { return Ok(()) };
    let text = |key: &str| was[key].as_str();
    label::restore(ctx, issue, text("kind"), text("area"), text("build")).await?;
    let data = json!({ "after": was });
    let by = UserId::from(ctx.member()?.id.as_str());
    append_events(ctx, issue.id(), Some(&by), &[TimelineEvent::to_all("edited", data)])
        .await
        .map(drop)
}

/// Reverses the rewards of the command: for the proposals it decided, which are open again, and for
/// the checks that it proved right.
async fn unpay(ctx: &CommandContext, issue: &LockedIssue, at: Date) -> Result<(), Error> {
    let reopened = Sql::fixed(
        r#"update "DuplicateProposal" set "state" = 'open', "decidedBy" = null, "decidedAt" = null, "updatedAt" = $3::timestamptz
        where "issue" = $1::text and "state" <> 'open' and "decidedAt" = $2::timestamptz
        returning to_jsonb("objectId")"#,
        [Bind::from(issue.id().as_str()), at.into(), ctx.now().into()],
    );
    let proposals: Vec<String> = ctx.rows(&reopened).await?;
    let checked = Sql::fixed(
        r#"select to_jsonb(f."objectId") from "FixCheck" f join "PointsEntry" e
            on e."sourceId" = f."objectId" and e."rule" = 'fix.check' and e."kind" = 'award' and e."at" = $2::timestamptz
        where f."issue" = $1::text"#,
        [Bind::from(issue.id().as_str()), at.into()],
    );
    let checks: Vec<String> = ctx.rows(&checked).await?;
    let why = "the decision was undone";
    let proposals = proposals.iter().map(|id| (RuleKey::Thanks, id));
    for (rule, id) in proposals.chain(checks.iter().map(|id| (RuleKey::FixCheck, id))) {
        retract(ctx, rule, id, why).await?;
    }
    Ok(())
}

/// Undoes what the same command did to other issues of the set: those that were merged along, or
/// changed their visibility. Returns each with its root before and now.
async fn companions(
    ctx: &CommandContext,
    case: &LockedCase,
    of: &UndoableDecision,
) -> Result<Vec<(LockedIssue, LockedIssue)>, Error> {
    let mut taken = Vec::new();
    for other in case.set.iter().filter(|other| other.id() != case.issue.id()) {
        let Some(last) = last(ctx, other.id()).await? else { continue };
        if last.at == of.at && last.by == of.by && last.command().is_ok() {
            let applied = take_back(ctx, other, &last).await?;
            taken.push((other.clone(), applied.issue));
        }
    }
    Ok(taken)
}

/// Updates watchers, counts and points to the current roots.
async fn tidy_up(
    ctx: &CommandContext,
    case: &LockedCase,
    applied: &Applied,
    companions: &[(LockedIssue, LockedIssue)],
) -> Result<Vec<feedback_points::points::Posted>, Error> {
    let actor = ctx.member()?.actor();
    let (before, after) = (&case.issue, &applied.issue);
    let moved: Vec<(&LockedIssue, &LockedIssue)> = companions.iter().map(|(b, a)| (b, a)).collect();
    for (before, after) in moved.iter().copied().chain([(before, after)]) {
        if before.root() != after.root() && before.root() != before.id() {
            leave(ctx, before.id(), before.root()).await?;
        }
    }
    for (before, after) in [(before, after)].into_iter().chain(moved) {
        if before.root() != after.root() && after.root() != after.id() {
            join(ctx, after.id(), after.root()).await?;
        }
    }
    let mut ids = vec![before.id()];
    for root in [before.root(), after.root()] {
        if !ids.contains(&root) {
            ids.push(root);
            let kind = if root == before.root() { "unmerged" } else { "merged_in" };
            mention(ctx, case.other(root)?, kind, before, &actor).await?;
        }
    }
    for id in &ids {
        recount(ctx, id).await?;
    }
    settle(ctx, case, &ids, "the decision was undone").await
}
