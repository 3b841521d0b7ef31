//! Messages of the bot at Discord.

use std::time::Duration;

use async_trait::async_trait;
use feedback_model::notification::ChannelName;
use integrations::{Answer, CallFailed, DirectMessage, Outcome, discord};
use parse_engine::Error;

use super::{pace, wording};
use crate::account_link::{AccountLink, set_broken, set_chat};
use crate::chat_service::{ChatServiceKind, DiscordSettings};
use crate::delivery::{Channel, Delivery, DeliveryRun, Digest};
use feedback_core::command_context::CommandContext;

const SERVICE: ChatServiceKind = ChatServiceKind::Discord;

/// Discord's code for a missing permission, which it sometimes returns without reason for direct
/// messages.
const MISSING_ACCESS: discord::Code = 50_001;

/// The Discord channel.
pub(super) struct DiscordChannel;

#[async_trait]
impl Channel for DiscordChannel {
    const CHANNEL: ChannelName = ChannelName::Discord;

    async fn is_ready(&self, run: &DeliveryRun<'_>) -> bool {
        matches!(DiscordSettings::read(&run.ctx()).await, Ok(Some(_)))
    }

    async fn send(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Outcome {
        let sent = async {
            let message = wording::one(run, delivery).await?;
            let nonce = format!("d{}", delivery.id);
            send(run, &delivery.receiver, &message, &nonce, delivery.attempts).await
        };
        concluded(sent.await)
    }

    async fn send_digest(&self, run: &DeliveryRun<'_>, digest: &Digest) -> Outcome {
        let first = digest.deliveries.first();
        let (id, attempts) = first.map_or((0, 0), |first| (first.id, first.attempts));
        let sent = async {
            let message = wording::several(run, digest).await?;
            send(run, &digest.receiver, &message, &format!("g{id}"), attempts).await
        };
        concluded(sent.await)
    }
}

/// The outcome of an attempt; an internal error is retried.
pub(super) fn concluded(sent: Result<Outcome, Error>) -> Outcome {
    sent.unwrap_or_else(|error| {
        tracing::error!(%error, "chat message failed, will retry");
        Outcome::LATER
    })
}

async fn send(
    run: &DeliveryRun<'_>,
    user: &str,
    message: &DirectMessage,
    nonce: &str,
    attempts: u32,
) -> Result<Outcome, Error> {
    let ctx = run.ctx();
    let Some(settings) = DiscordSettings::read(&ctx).await? else { return Ok(Outcome::LATER) };
    let link = AccountLink::read(&ctx, user, SERVICE).await?.filter(|link| !link.is_broken);
    let Some(link) = link else { return Ok(Outcome::Gone("no account is linked".to_owned())) };
    let chat = match link.chat.clone() {
        Some(chat) => chat,
        None => match open(&ctx, &settings, user, &link).await? {
            Ok(chat) => chat,
            Err(outcome) => return Ok(outcome),
        },
    };
    if let Some(later) = pace::wait(&ctx, SERVICE, user, &chat).await? {
        return Ok(later);
    }
    let request = settings.bot().send(&chat, message, nonce);
    let mut answer = ctx.outside().call(request.clone()).await;
    if matches!(answer, Err(CallFailed::Unsure(_))) {
        // Discord stores the nonce for some minutes, so a repetition creates no second message.
        answer = ctx.outside().call(request).await;
    }
    outcome(&ctx, user, &chat, &answer, attempts).await
}

/// Opens the direct message channel to a user, if that failed when the account was linked.
async fn open(
    ctx: &CommandContext,
    settings: &DiscordSettings,
    user: &str,
    link: &AccountLink,
) -> Result<Result<String, Outcome>, Error> {
    let answer = ctx.outside().call(settings.bot().open_channel(&link.external_id)).await;
    let Some(chat) = answer.as_ref().ok().and_then(discord::read_id) else {
        return Ok(Err(outcome(ctx, user, "", &answer, u32::MAX).await?));
    };
    set_chat(ctx, user, SERVICE, &chat).await?;
    Ok(Ok(chat))
}

/// The outcome of an answer. Its rate limits are stored.
async fn outcome(
    ctx: &CommandContext,
    user: &str,
    chat: &str,
    answer: &Result<Answer, CallFailed>,
    attempts: u32,
) -> Result<Outcome, Error> {
    if let Some(limit) = answer.as_ref().ok().and_then(discord::rate_limit) {
        let of = if limit.bucket.is_some() { chat } else { "" };
        pace::note(ctx, SERVICE, of, limit.wait).await?;
    }
    let outcome = discord::outcome(answer);
    let code = answer.as_ref().ok().and_then(discord::code);
    if let Outcome::Gone(why) = &outcome {
        if code == Some(MISSING_ACCESS) && attempts <= 2 {
            return Ok(Outcome::Later { after: Some(Duration::from_secs(3600)) });
        }
        set_broken(ctx, user, SERVICE, why).await?;
    }
    Ok(outcome)
}
