//! The settings of a service, with its secrets decrypted for the sender.

use std::collections::BTreeMap;

use integrations::{discord, telegram};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::kind::ChatServiceKind;
use feedback_core::command_context::CommandContext;
use feedback_core::secret;

/// The stored settings of a service. Secrets are sealed.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct ChatServiceRow {
    pub(super) settings: BTreeMap<String, String>,
    pub(super) state: String,
    pub(super) name: Option<String>,
    pub(super) problem: Option<String>,
}

impl ChatServiceRow {
    /// The stored settings, or defaults.
    pub(crate) async fn read(
        ctx: &CommandContext,
        service: ChatServiceKind,
    ) -> Result<ChatServiceRow, Error> {
        let sql = Sql::fixed(
            "select jsonb_build_object('settings', settings, 'state', state, 'name', name, 'problem', problem)
            from _touchstone.chat_service where service = $1::text",
            [Bind::from(service.key())],
        );
        let off = || ChatServiceRow { state: "off".to_owned(), ..ChatServiceRow::default() };
        Ok(ctx.row(&sql).await?.unwrap_or_else(off))
    }

    /// Whether the service is used.
    pub(crate) fn is_on(&self) -> bool {
        self.state == "on"
    }

    fn plain(&self, key: &str) -> Option<String> {
        self.settings.get(key).cloned()
    }

    fn opened(&self, ctx: &CommandContext, key: &str) -> Result<Option<String>, Error> {
        self.settings.get(key).map(|sealed| secret::open(ctx, sealed)).transpose()
    }
}

/// The bot at Discord.
#[derive(Clone)]
pub(crate) struct DiscordSettings {
    /// The address of Discord.
    pub origin: String,
    /// The address of the app.
    pub site: String,
    /// The bot token.
    pub(crate) bot_token: String,
    /// The application and its secret, if accounts are linked by OAuth.
    pub client: Option<(String, String)>,
    /// Discord's signing key, if accounts are linked by a code.
    pub(crate) public_key: Option<String>,
}

impl DiscordSettings {
    /// The settings, tested or not. `None` without a token.
    pub(crate) fn of(
        ctx: &CommandContext,
        row: &ChatServiceRow,
    ) -> Result<Option<DiscordSettings>, Error> {
        let Some(bot_token) = row.opened(ctx, "botToken")? else { return Ok(None) };
        let secret = row.opened(ctx, "clientSecret")?;
        Ok(Some(DiscordSettings {
            origin: discord_origin(ctx),
            site: ctx.app_url().to_owned(),
            bot_token,
            client: row.plain("clientId").zip(secret),
            public_key: row.plain("publicKey"),
        }))
    }

    /// The settings in use. `None` if the service is not used.
    pub(crate) async fn read(ctx: &CommandContext) -> Result<Option<DiscordSettings>, Error> {
        let row = ChatServiceRow::read(ctx, ChatServiceKind::Discord).await?;
        if row.is_on() { DiscordSettings::of(ctx, &row) } else { Ok(None) }
    }

    /// The bot.
    pub(crate) fn bot(&self) -> discord::Bot<'_> {
        discord::Bot { origin: &self.origin, token: &self.bot_token, site: &self.site }
    }

    /// The page that Discord redirects to.
    pub(crate) fn redirect_uri(&self) -> String {
        redirect_uri(&self.site)
    }
}

/// The page that Discord redirects to.
pub(super) fn redirect_uri(site: &str) -> String {
    format!("{site}/link/discord")
}

/// The address of Discord, which serves both its pages and its API.
pub(super) fn discord_origin(ctx: &CommandContext) -> String {
    let api = ctx.service_addresses().discord.trim_end_matches('/');
    api.strip_suffix("/api/v10").unwrap_or(api).to_owned()
}

/// The bot at Telegram.
#[derive(Clone)]
pub(crate) struct TelegramSettings {
    /// The address of Telegram.
    pub origin: String,
    /// The bot token.
    pub(crate) bot_token: String,
    /// The name of the bot, known after a test.
    pub(crate) bot_name: Option<String>,
    /// The last part of the address that Telegram calls.
    pub(crate) hook_path: String,
    /// The secret by which Telegram authenticates.
    pub hook_secret: String,
}

impl TelegramSettings {
    /// The settings, tested or not. `None` without a token.
    pub(crate) fn of(
        ctx: &CommandContext,
        row: &ChatServiceRow,
    ) -> Result<Option<TelegramSettings>, Error> {
        let opened = |key| row.opened(ctx, key);
        let all = (opened("botToken")?, opened("hookPath")?, opened("hookSecret")?);
        let (Some(bot_token), Some(hook_path), Some(hook_secret)) = all else { return Ok(None) };
        let origin = ctx.service_addresses().telegram.trim_end_matches('/').to_owned();
        let bot_name = row.name.clone();
        Ok(Some(TelegramSettings { origin, bot_token, bot_name, hook_path, hook_secret }))
    }

    /// The settings in use. `None` if the service is not used.
    pub(crate) async fn read(ctx: &CommandContext) -> Result<Option<TelegramSettings>, Error> {
        let row = ChatServiceRow::read(ctx, ChatServiceKind::Telegram).await?;
        if row.is_on() { TelegramSettings::of(ctx, &row) } else { Ok(None) }
    }

    /// The bot.
    pub(crate) fn bot(&self) -> telegram::Bot<'_> {
        telegram::Bot { origin: &self.origin, token: &self.bot_token }
    }
}
