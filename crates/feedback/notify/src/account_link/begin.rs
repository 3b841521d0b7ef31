//! Starting to link an account.

use async_trait::async_trait;
use integrations::{discord, pkce, telegram};
use parse_engine::Error;
use parse_identity::id;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::attempt::{self, LinkMethod};
use crate::chat_service::{ChatServiceKind, DiscordSettings, TelegramSettings};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Characters of a code that is typed at Discord.
const CODE_LENGTH: usize = 8;

/// The service.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountLinkParams {
    pub(super) service: ChatServiceKind,
}

/// Starts a link: returns the address to open, or the code to type there.
pub(super) struct AccountLinkStart;

#[async_trait]
impl Command for AccountLinkStart {
    const NAME: &'static str = "accountLinkStart";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AccountLinkParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: AccountLinkParams) -> Result<Json, Error> {
        attempt::forget(ctx, params.service, &ctx.member()?.id).await?;
        match params.service {
            ChatServiceKind::Discord => begin_discord(ctx).await,
            ChatServiceKind::Telegram => begin_telegram(ctx).await,
        }
    }
}

fn unavailable(service: ChatServiceKind) -> Error {
    invalid("LINK_UNAVAILABLE", format!("{} is not set up here.", service.word()))
}

async fn begin_discord(ctx: &CommandContext) -> Result<Json, Error> {
    let service = ChatServiceKind::Discord;
    let settings = DiscordSettings::read(ctx).await?.ok_or_else(|| unavailable(service))?;
    let (mut url, mut code, mut expires_at) = (None, None, None);
    if let Some((client, _)) = &settings.client {
        let (state, verifier) = (secret(), secret());
        let redirect_uri = settings.redirect_uri();
        let way = LinkMethod::Oauth { verifier: &verifier, redirect_uri: &redirect_uri };
        expires_at = Some(attempt::begin(ctx, service, &state, &way).await?);
        url = Some(discord::authorize_url(
            &settings.origin,
            client,
            &redirect_uri,
            &state,
            &verifier,
        ));
    }
    if settings.public_key.is_some() {
        let typed = new_code();
        expires_at = Some(attempt::begin(ctx, service, &typed, &LinkMethod::Code).await?);
        code = Some(typed);
    }
    let expires_at = expires_at.ok_or_else(|| unavailable(service))?.iso();
    Ok(json!({ "service": service, "url": url, "code": code, "expiresAt": expires_at }))
}

async fn begin_telegram(ctx: &CommandContext) -> Result<Json, Error> {
    let service = ChatServiceKind::Telegram;
    let settings = TelegramSettings::read(ctx).await?.ok_or_else(|| unavailable(service))?;
    let bot = settings.bot_name.ok_or_else(|| unavailable(service))?;
    let payload = secret();
    let expires_at = attempt::begin(ctx, service, &payload, &LinkMethod::DeepLink).await?.iso();
    let link = telegram::deep_link(&bot, &payload);
    Ok(json!({ "service": service, "deepLink": link, "expiresAt": expires_at }))
}

/// 32 random bytes, encoded for a URL.
fn secret() -> String {
    pkce::verifier(&id::random_bytes())
}

/// A code that is easy to type: no letters that look like digits, in two groups.
fn new_code() -> String {
    let letters = id::random_text(CODE_LENGTH * 12).to_ascii_uppercase();
    let is_clear =
        |letter: &char| letter.is_ascii_alphabetic() && !matches!(letter, 'O' | 'I' | 'L');
    let code: Vec<char> = letters.chars().filter(is_clear).take(CODE_LENGTH).collect();
    code.chunks(4).map(|group| group.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_eight_clear_letters_and_differ() {
        let code = new_code();
        assert_eq!(code.len(), 9);
        assert!(code.chars().all(|letter| letter == '-' || letter.is_ascii_uppercase()), "{code}");
        assert_ne!(code, new_code());
        assert_eq!(secret().len(), 43);
    }
}
