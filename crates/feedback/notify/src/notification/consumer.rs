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
    // Few, because whoever else tells people waits for the end of the transaction.
    const PAGE: i64 = 20;

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        tell::take_turn(ctx).await?;
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
        let told = tell::told(ctx, event, &notice, &earlier).await?;
        let telling = tell::Telling {
            told: &told,
            audience: notice.audience,
            issue: event.issue.as_ref().map(IssueId::as_str),
            given: &notice.given,
        };
        tell::tell(ctx, event, &telling).await?;
        earlier.push(notice.group_key());
    }
    Ok(())
}
