//! The event consumer that notifies users.

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::Error;

use super::{auto_resolve, notify, plan, retract};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{Consumer, EventKind, StoredEvent};

/// The consumer.
pub(super) struct Notifications;

#[async_trait]
impl Consumer for Notifications {
    const NAME: &'static str = "notifications";
    // Few, because another transaction that notifies the same users waits for this one.
    const PAGE: i64 = 20;

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        for event in events {
            auto_resolve::auto_resolve(ctx, event).await?;
            if event.kind == EventKind::IssueUndone {
                retract::retract(ctx, event).await?;
            }
            notify_of_event(ctx, event).await?;
        }
        Ok(())
    }
}

async fn notify_of_event(ctx: &CommandContext, event: &StoredEvent) -> Result<(), Error> {
    let mut earlier = Vec::new();
    for notice in plan::plan_notifications(ctx, event).await? {
        let shared = notify::SharedNotice::new(ctx, event, &notice, &earlier).await?;
        let addressed = notify::AddressedNotice {
            notice: &shared,
            audience: notice.audience,
            issue: event.issue.as_ref().map(IssueId::as_str),
            given: &notice.given,
        };
        notify::notify(ctx, event, &addressed).await?;
        earlier.push(notice.group_key());
    }
    Ok(())
}
