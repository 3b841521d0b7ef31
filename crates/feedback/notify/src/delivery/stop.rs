//! A channel whose service rejects the credentials stops and keeps its queue until an administrator
//! has fixed it.

use feedback_model::notification::{ChannelName, NotificationKind};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::wake_channels_on_commit;
use crate::notification;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};

/// Stops a channel and notifies administrators, once.
pub(crate) async fn stop(
    ctx: &CommandContext,
    channel: ChannelName,
    problem: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.channel_stop (channel, problem, at) values ($1::text, $2::text, $3::timestamptz)
        on conflict do nothing",
        [Bind::from(channel.key()), problem.into(), ctx.now().into()],
    );
    if ctx.execute(&sql).await? == 0 {
        return Ok(());
    }
    let data = json!({ "service": channel.key(), "problem": problem });
    append(ctx, &DomainEvent { kind: EventKind::IntegrationBroken, issue: None, actor: None, data })
        .await
}

/// Resumes a channel after its settings were changed or a test succeeded.
pub async fn resume(ctx: &CommandContext, channel: ChannelName) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.channel_stop where channel = $1::text",
        [Bind::from(channel.key())],
    );
    ctx.execute(&sql).await?;
    wake_channels_on_commit(ctx);
    notification::resolve_waiting(ctx, NotificationKind::AdminWebhook, channel.key()).await
}
