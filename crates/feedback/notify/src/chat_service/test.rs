//! Testing the credentials of a chat service, and preparing it for links.

use async_trait::async_trait;
use integrations::{Answer, CallFailed, Outcome, Request, discord, telegram};
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::kind::ChatServiceKind;
use super::settings::{ChatServiceRow, DiscordSettings, TelegramSettings};
use crate::delivery;
use feedback_core::command::{Who, outside_call, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

/// The name of the function.
pub(super) const NAME: &str = "chatServiceTest";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChatServiceTestParams {
    service: ChatServiceKind,
}

/// The result of a test.
struct ChatServiceTestOutcome {
    is_ok: bool,
    /// The name of the bot.
    name: Option<String>,
    detail: String,
}

impl ChatServiceTestOutcome {
    fn failed(detail: impl Into<String>) -> ChatServiceTestOutcome {
        ChatServiceTestOutcome { is_ok: false, name: None, detail: detail.into() }
    }
}

pub(super) struct ChatServiceTest {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for ChatServiceTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<ChatServiceTestParams>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let (ctx, what): (_, ChatServiceTestParams) = outside_call(cx, params, &self.state).await?;
        let row = ChatServiceRow::read(&ctx, what.service).await?;
        let tested = match what.service {
            ChatServiceKind::Discord => match DiscordSettings::of(&ctx, &row)? {
                Some(settings) => test_discord(&ctx, &settings).await,
                None => ChatServiceTestOutcome::failed("Set the bot token first."),
            },
            ChatServiceKind::Telegram => match TelegramSettings::of(&ctx, &row)? {
                Some(settings) => test_telegram(&ctx, &settings).await,
                None => ChatServiceTestOutcome::failed("Set the bot token first."),
            },
        };
        let (service, tested) = (what.service, &tested);
        cx.unit(|tx| async move {
            let ctx = CommandContext::new(tx, Access::Writes, None, self.state.clone());
            keep(&ctx, service, tested).await
        })
        .await?;
        Ok(Some(json!({ "ok": tested.is_ok, "detail": tested.detail })))
    }
}

async fn keep(
    ctx: &CommandContext,
    service: ChatServiceKind,
    tested: &ChatServiceTestOutcome,
) -> Result<(), Error> {
    let (state, problem) =
        if tested.is_ok { ("on", None) } else { ("broken", Some(tested.detail.as_str())) };
    let sql = Sql::fixed(
        "update _touchstone.chat_service set state = $2::text, name = coalesce($3::text, name), problem = $4::text
        where service = $1::text",
        [Bind::from(service.key()), state.into(), tested.name.as_deref().into(), problem.into()],
    );
    ctx.execute(&sql).await?;
    if tested.is_ok {
        delivery::resume(ctx, service.channel()).await?;
    }
    Ok(())
}

type CallResult = Result<Answer, CallFailed>;

async fn call(ctx: &CommandContext, request: Request) -> CallResult {
    ctx.outside().call(request).await
}

/// The problem, if there is one.
fn problem(service: ChatServiceKind, result: &CallResult) -> Option<String> {
    let outcome = match service {
        ChatServiceKind::Discord => discord::outcome(result),
        ChatServiceKind::Telegram => telegram::outcome(result),
    };
    match outcome {
        Outcome::Delivered { .. } => None,
        Outcome::Later { .. } | Outcome::Unsure => {
            Some(format!("{} does not answer at the moment. Try again.", service.word()))
        }
        Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why) => Some(why),
    }
}

async fn test_discord(ctx: &CommandContext, settings: &DiscordSettings) -> ChatServiceTestOutcome {
    let me = call(ctx, settings.bot().me()).await;
    if let Some(problem) = problem(ChatServiceKind::Discord, &me) {
        return ChatServiceTestOutcome::failed(problem);
    }
    let name = me.ok().as_ref().and_then(discord::read_identity).map(|who| who.name);
    let mut detail = format!("The bot answers as {}.", name.as_deref().unwrap_or("a bot"));
    if let (Some((client, _)), Some(_)) = (&settings.client, &settings.public_key) {
        let registered = call(ctx, settings.bot().register_link(client)).await;
        match problem(ChatServiceKind::Discord, &registered) {
            None => detail.push_str(" People can type /link."),
            Some(why) => {
                return ChatServiceTestOutcome {
                    is_ok: false,
                    name,
                    detail: format!("/link: {why}"),
                };
            }
        }
    }
    ChatServiceTestOutcome { is_ok: true, name, detail }
}

async fn test_telegram(
    ctx: &CommandContext,
    settings: &TelegramSettings,
) -> ChatServiceTestOutcome {
    let me = call(ctx, settings.bot().me()).await;
    if let Some(problem) = problem(ChatServiceKind::Telegram, &me) {
        return ChatServiceTestOutcome::failed(problem);
    }
    let Some(name) = me.ok().as_ref().and_then(telegram::read_bot_name) else {
        return ChatServiceTestOutcome::failed("Telegram did not return the name of the bot.");
    };
    let url = format!("{}/service-hooks/telegram/{}", ctx.app_url(), settings.hook_path);
    let hooked = call(ctx, settings.bot().set_webhook(&url, &settings.hook_secret)).await;
    if let Some(why) = problem(ChatServiceKind::Telegram, &hooked) {
        let detail = format!("Telegram cannot send to this server: {why}");
        return ChatServiceTestOutcome { is_ok: false, name: Some(name), detail };
    }
    let info = call(ctx, settings.bot().webhook_info()).await;
    let info = info.ok().as_ref().and_then(telegram::read_webhook_info);
    let mut detail = format!("The bot is @{name}, and Telegram sends to this server.");
    if let Some(error) = info.and_then(|info| info.last_error) {
        detail.push_str(&format!(" Its last call failed: {error}"));
    }
    ChatServiceTestOutcome { is_ok: true, name: Some(name), detail }
}
