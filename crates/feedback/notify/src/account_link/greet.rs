//! The first message to an account. It opens the chat, and tests that it works.

use integrations::{DirectMessage, Outcome, discord, telegram};
use parse_engine::Error;
use parse_identity::id;

use super::link::{AccountLink, set_broken, set_chat, set_linked};
use crate::chat_service::{ChatServiceKind, DiscordSettings, TelegramSettings};
use feedback_core::command_context::CommandContext;

/// Sends the first message, outside any transaction, and returns a problem that the user can fix.
/// An unreachable service is not such a problem.
pub(super) async fn greet(
    ctx: &CommandContext,
    user: &str,
    service: ChatServiceKind,
) -> Result<Option<String>, Error> {
    let Some(link) = AccountLink::read(ctx, user, service).await? else { return Ok(None) };
    let welcome = DirectMessage {
        title: "Your account is linked".to_owned(),
        text: Some(
            "You will receive the notifications that you switched on in your settings.".to_owned(),
        ),
        url: format!("{}/notifications", ctx.app_url()),
        event: "welcome".to_owned(),
    };
    let outcome = match service {
        ChatServiceKind::Discord => by_discord(ctx, user, &link, &welcome).await?,
        ChatServiceKind::Telegram => by_telegram(ctx, user, &link, &welcome).await?,
    };
    match outcome {
        Outcome::Delivered { .. } => set_linked(ctx, user, service).await.map(|()| None),
        Outcome::Gone(why) => set_broken(ctx, user, service, &why).await.map(|()| Some(why)),
        Outcome::Later { .. } | Outcome::Unsure | Outcome::Broken(_) | Outcome::Bad(_) => Ok(None),
    }
}

async fn by_discord(
    ctx: &CommandContext,
    user: &str,
    link: &AccountLink,
    welcome: &DirectMessage,
) -> Result<Outcome, Error> {
    let Some(settings) = DiscordSettings::read(ctx).await? else { return Ok(Outcome::LATER) };
    let opened = ctx.outside().call(settings.bot().open_channel(&link.external_id)).await;
    let Some(chat) = opened.as_ref().ok().and_then(discord::read_id) else {
        return Ok(discord::outcome(&opened));
    };
    set_chat(ctx, user, ChatServiceKind::Discord, &chat).await?;
    let nonce = format!("w{}", id::random_text(20));
    let sent = ctx.outside().call(settings.bot().send(&chat, welcome, &nonce)).await;
    Ok(discord::outcome(&sent))
}

async fn by_telegram(
    ctx: &CommandContext,
    user: &str,
    link: &AccountLink,
    welcome: &DirectMessage,
) -> Result<Outcome, Error> {
    let Some(settings) = TelegramSettings::read(ctx).await? else { return Ok(Outcome::LATER) };
    // The id of a private chat is the id of the user.
    set_chat(ctx, user, ChatServiceKind::Telegram, &link.external_id).await?;
    let sent = ctx.outside().call(settings.bot().send(&link.external_id, welcome)).await;
    Ok(telegram::outcome(&sent))
}
