//! Limits how fast a bot writes, across all nodes: within the limits of the service, and once a
//! second to one user.

use std::time::Duration;

use integrations::Outcome;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use crate::chat_service::ChatServiceKind;
use feedback_core::command_context::CommandContext;
use feedback_core::service_rate::{self, RateBucket};

/// The longest wait that is waited for here. A longer one reschedules the message.
const SHORT: Duration = Duration::from_secs(5);

/// The time between two messages of a bot.
fn interval(service: ChatServiceKind) -> Duration {
    match service {
        // Discord blocks bots that write to many people quickly.
        ChatServiceKind::Discord => Duration::from_millis(200),
        ChatServiceKind::Telegram => Duration::from_millis(34),
    }
}

/// Waits until a bot may write to a user. Returns an outcome if the wait is too long.
pub(super) async fn wait(
    ctx: &CommandContext,
    service: ChatServiceKind,
    user: &str,
    chat: &str,
) -> Result<Option<Outcome>, Error> {
    if let Some(until) = service_rate::wait(ctx, bucket(service, chat)).await? {
        let millis = u64::try_from(until.millis() - ctx.now().millis()).unwrap_or_default();
        let after = Duration::from_millis(millis);
        if after > SHORT {
            return Ok(Some(Outcome::Later { after: Some(after) }));
        }
        tokio::time::sleep(after).await;
    }
    tokio::time::sleep(turn(ctx, service, user).await?).await;
    Ok(None)
}

/// The bucket of a message: its chat, or all messages of the bot.
fn bucket(service: ChatServiceKind, chat: &str) -> RateBucket<'_> {
    RateBucket { service: service.key(), credential: "bot", bucket: chat }
}

/// Stores a rate limit of a service: for one chat, or for all if `chat` is empty.
pub(super) async fn note(
    ctx: &CommandContext,
    service: ChatServiceKind,
    chat: &str,
    wait: Duration,
) -> Result<(), Error> {
    let seconds = i64::try_from(wait.as_secs()).unwrap_or(i64::MAX / 2) + 1;
    let until = ctx.cx().engine().clock().now().plus_seconds(seconds);
    service_rate::note(ctx, bucket(service, chat), until).await
}

/// Takes the next position in the queue of the bot and of the user, and returns the time until
/// then. The clock of the database counts, because all nodes share it.
async fn turn(
    ctx: &CommandContext,
    service: ChatServiceKind,
    user: &str,
) -> Result<Duration, Error> {
    let millis = i64::try_from(interval(service).as_millis()).unwrap_or_default();
    let sql = Sql::fixed(
        r#"with bot as (
            update _touchstone.chat_pace
            set next_at = greatest(next_at, clock_timestamp()) + $3::int8 * interval '1 millisecond'
            where service = $1::text returning next_at - $3::int8 * interval '1 millisecond' as at),
        person as (
            update _touchstone.account_link set next_at = greatest(next_at, clock_timestamp()) + interval '1 second'
            where service = $1::text and "user" = $2::text returning next_at - interval '1 second' as at)
        select to_jsonb(greatest(ceil(extract(epoch from max(at) - clock_timestamp()) * 1000), 0)::int8)
        from (select at from bot union all select at from person) turns"#,
        [Bind::from(service.key()), user.into(), millis.into()],
    );
    let wait: i64 = ctx.row(&sql).await?.unwrap_or_default();
    Ok(Duration::from_millis(u64::try_from(wait).unwrap_or_default()))
}
