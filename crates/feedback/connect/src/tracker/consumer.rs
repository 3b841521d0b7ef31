//! Queues changes of linked issues for their trackers.

use std::collections::BTreeSet;

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::issue_link::put_for_link;
use super::work::Kind;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{Consumer, EventKind, StoredEvent};

pub(super) struct Trackers;

#[async_trait]
impl Consumer for Trackers {
    const NAME: &'static str = "trackers";

    /// The state is read when it is written, so of several changes only the last is sent.
    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        let moved = events.iter().filter(|event| is_move(event.kind));
        let issues: BTreeSet<&str> =
            moved.filter_map(|event| event.issue.as_ref().map(IssueId::as_str)).collect();
        if issues.is_empty() {
            return Ok(());
        }
        let issues: Vec<String> = issues.into_iter().map(str::to_owned).collect();
        let sql = Sql::fixed(
            "select jsonb_build_array(id, tracker, issue) from _touchstone.tracker_link where issue = any($1::text[]) and state = 'on'
            order by id",
            [Bind::from(issues)],
        );
        for (link, tracker, issue) in ctx.rows::<(i64, String, IssueId)>(&sql).await? {
            put_for_link(ctx, &tracker, link, &issue, Kind::State).await?;
        }
        Ok(())
    }
}

/// Whether the event may have changed the state of an issue.
fn is_move(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::IssueInfoAsked
            | EventKind::IssueAnswered
            | EventKind::IssueConfirmed
            | EventKind::IssueStarted
            | EventKind::IssueFixed
            | EventKind::IssueVerified
            | EventKind::IssueClosed
            | EventKind::IssueMerged
            | EventKind::IssueReopened
            | EventKind::IssueRegressed
            | EventKind::IssueUndone
    )
}
