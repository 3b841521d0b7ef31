//! Messages of the bot at Telegram.

use std::time::Duration;

use async_trait::async_trait;
use feedback_model::notification::ChannelName;
use integrations::{DirectMessage, Outcome, telegram};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::discord_channel::concluded;
use super::{pace, wording};
use crate::account_link::{AccountLink, set_broken};
use crate::chat_service::{ChatServiceKind, TelegramSettings};
use crate::delivery::{Channel, Delivery, DeliveryRun, Digest};
use feedback_core::command_context::CommandContext;

const SERVICE: ChatServiceKind = ChatServiceKind::Telegram;

/// The Telegram channel.
pub(super) struct TelegramChannel;

#[async_trait]
impl Channel for TelegramChannel {
    const CHANNEL: ChannelName = ChannelName::Telegram;

    /// One, because Telegram cannot recognise a repeated message.
    fn lanes(&self) -> usize {
        1
    }

    async fn is_ready(&self, run: &DeliveryRun<'_>) -> bool {
        matches!(TelegramSettings::read(&run.ctx()).await, Ok(Some(_)))
    }

    async fn send(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Outcome {
        let sent = async {
            let message = wording::one(run, delivery).await?;
            send(run, &delivery.receiver, &message).await
        };
        concluded(sent.await)
    }

    async fn send_digest(&self, run: &DeliveryRun<'_>, digest: &Digest) -> Outcome {
        let sent = async {
            let message = wording::several(run, digest).await?;
            send(run, &digest.receiver, &message).await
        };
        concluded(sent.await)
    }
}

async fn send(
    run: &DeliveryRun<'_>,
    user: &str,
    message: &DirectMessage,
) -> Result<Outcome, Error> {
    let ctx = run.ctx();
    let Some(settings) = TelegramSettings::read(&ctx).await? else { return Ok(Outcome::LATER) };
    let link = AccountLink::read(&ctx, user, SERVICE).await?.filter(|link| !link.is_broken);
    let Some(link) = link else { return Ok(Outcome::Gone("no account is linked".to_owned())) };
    let chat = link.chat.unwrap_or(link.external_id);
    if let Some(later) = pace::wait(&ctx, SERVICE, user, &chat).await? {
        return Ok(later);
    }
    run.acquire_send_permit().await;
    let answer = ctx.outside().call(settings.bot().send(&chat, message)).await;
    let outcome = telegram::outcome(&answer);
    let is_limited = answer.as_ref().is_ok_and(|answer| answer.status == 429);
    match &outcome {
        Outcome::Later { after: Some(after) } if is_limited => limited(&ctx, &chat, *after).await?,
        Outcome::Gone(why) => set_broken(&ctx, user, SERVICE, why).await?,
        _ => {}
    }
    Ok(outcome)
}

/// Telegram does not say whether the limit is of the chat or of the bot. The chat waits, and the
/// whole bot if another chat was already waiting.
async fn limited(ctx: &CommandContext, chat: &str, wait: Duration) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(true) from _touchstone.service_rate
        where service = $1::text and bucket not in ('', $2::text) and until > $3::timestamptz limit 1",
        [Bind::from(SERVICE.key()), chat.into(), ctx.now().into()],
    );
    let is_second = ctx.row::<bool>(&sql).await?.is_some();
    pace::note(ctx, SERVICE, chat, wait).await?;
    if is_second {
        pace::note(ctx, SERVICE, "", wait).await?;
    }
    Ok(())
}
