//! The consumer that tells people of events.

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::Error;

use super::{ending, plan, tell, withdrawn};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{Consumer, EventKind, StoredEvent};

/// Tells people.
pub(super) struct Notifications;

#[async_trait]
impl Consumer for Notifications {
    const NAME: &'static str = "notifications";
    // Few, because another transaction that notifies the same users waits for the end of this one.
    const PAGE: i64 = 20;

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        for event in events {
            ending::end_with(ctx, event).await?;
            if event.kind == EventKind::IssueUndone {
                withdrawn::withdraw(ctx, event).await?;
            }
            tell_of(ctx, event).await?;
        }
        Ok(())
    }
}

async fn tell_of(ctx: &CommandContext, event: &StoredEvent) -> Result<(), Error> {
    let mut earlier = Vec::new();
    for notice in plan::notices(ctx, event).await? {
        let shared = tell::SharedNotice::new(ctx, event, &notice, &earlier).await?;
        let telling = tell::Telling {
            notice: &shared,
            audience: notice.audience,
            issue: event.issue.as_ref().map(IssueId::as_str),
            given: &notice.given,
        };
        tell::tell(ctx, event, &telling).await?;
        earlier.push(notice.group_key());
    }
    Ok(())
}
