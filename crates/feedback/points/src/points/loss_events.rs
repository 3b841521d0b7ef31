//! Events for users who lost points.

use std::collections::BTreeMap;

use feedback_model::event::EventKind;
use feedback_model::ledger::{Entry, EntryKind};
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use serde_json::json;

use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, append_all};

/// The points that one command deducted from a user because of one issue.
#[derive(Debug, Default, PartialEq, Eq)]
struct Loss<'a> {
    /// The total change, negative or positive.
    sum: i64,
    /// The penalty.
    penalty: i64,
    /// Whether an earlier award was reversed.
    is_taken: bool,
    reason: Option<&'a str>,
}

/// Appends events for penalties and for lost points. There is no event if as much was awarded again
/// as was reversed.
pub(super) async fn append_loss_events(
    ctx: &CommandContext,
    entries: &[Entry],
    issues: &[Option<IssueId>],
) -> Result<(), Error> {
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let event = |kind, issue, user: &str, amount: i64, reason: Option<&str>| DomainEvent {
        kind,
        issue,
        actor: actor.as_ref(),
        data: json!({ "user": user, "amount": amount, "reason": reason }),
    };
    let mut events = Vec::new();
    for ((user, issue), loss) in losses(entries, issues) {
        if loss.penalty < 0 {
            events.push(event(EventKind::PointsPenalty, issue, user, loss.penalty, loss.reason));
        }
        if loss.is_taken && loss.sum < 0 {
            events.push(event(EventKind::PointsReversed, issue, user, loss.sum, loss.reason));
        }
    }
    append_all(ctx, &events).await
}

fn losses<'a>(
    entries: &'a [Entry],
    issues: &'a [Option<IssueId>],
) -> BTreeMap<(&'a str, Option<&'a IssueId>), Loss<'a>> {
    let mut losses: BTreeMap<_, Loss<'a>> = BTreeMap::new();
    for (entry, issue) in entries.iter().zip(issues) {
        let draft = &entry.draft;
        let loss = losses.entry((draft.user.as_str(), issue.as_ref())).or_default();
        match draft.kind {
            EntryKind::Penalty => loss.penalty += draft.amount,
            EntryKind::Award => loss.sum += draft.amount,
            EntryKind::Reversal | EntryKind::Adjustment => {
                loss.sum += draft.amount;
                loss.is_taken |= draft.amount < 0;
            }
        }
        loss.reason = draft.reason.as_deref().or(loss.reason);
    }
    losses
}
