//! Handles Telegram's updates: users who press *Start*, block the bot, or unblock it.

use async_trait::async_trait;
use integrations::telegram::{self, Person, Update};
use parse_engine::{Cx, Error, ServiceCall, ServiceHook, ServiceReply};
use parse_store::{Access, Bind, Sql};

use super::{attempt, link};
use crate::chat_service::{ChatServiceKind, ChatServiceRow, TelegramSettings};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

const SERVICE: ChatServiceKind = ChatServiceKind::Telegram;

/// Handles Telegram's updates.
pub(super) struct TelegramHook {
    pub(super) state: ProductState,
}

#[async_trait]
impl ServiceHook for TelegramHook {
    async fn receive(&self, cx: &Cx, call: ServiceCall) -> Result<ServiceReply, Error> {
        let ctx = self.context(cx.clone());
        let row = ChatServiceRow::read(&ctx, SERVICE).await?;
        let Some(settings) = TelegramSettings::of(&ctx, &row)? else {
            return Ok(ServiceReply::Unknown);
        };
        let given = call.header("x-telegram-bot-api-secret-token");
        let path = call.path.join("/");
        // Both are always compared, and before the body is read.
        let is_path = telegram::is_secret(&settings.hook_path, &path);
        let is_secret = telegram::is_secret(&settings.hook_secret, given);
        if !(is_path && is_secret) {
            tracing::warn!(
                service = SERVICE.key(),
                "service call rejected, invalid signature or secret"
            );
            return Ok(ServiceReply::Unproved);
        }
        let Some((id, update)) = telegram::update(&call.body) else {
            return Ok(ServiceReply::Unreadable);
        };
        let update = &update;
        let said = cx
            .unit(|tx| async move {
                let ctx = self.context(tx);
                if is_first(&ctx, id).await? { apply(&ctx, update).await } else { Ok(None) }
            })
            .await?;
        if let Some((chat, text)) = said {
            // The link does not depend on this message.
            let _ = ctx.outside().call(settings.bot().say(&chat, &text)).await;
        }
        Ok(ServiceReply::Done)
    }
}

impl TelegramHook {
    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

/// Whether an update is new. Telegram repeats updates for a day at most.
async fn is_first(ctx: &CommandContext, id: i64) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "with old as (delete from _touchstone.service_update where at < $3::timestamptz - interval '25 hours')
        insert into _touchstone.service_update (service, id, at) values ($1::text, $2::text, $3::timestamptz)
        on conflict do nothing",
        [Bind::from(SERVICE.key()), id.to_string().into(), ctx.now().into()],
    );
    Ok(ctx.execute(&sql).await? == 1)
}

/// Applies an update, and returns the reply and its chat.
async fn apply(ctx: &CommandContext, update: &Update) -> Result<Option<(String, String)>, Error> {
    let how = || format!("To link your account, open {}/notifications.", ctx.app_url());
    let (person, said) = match update {
        Update::Start { person, payload: Some(payload) } => {
            (person, started(ctx, person, payload).await?)
        }
        Update::Start { person, payload: None } => (person, how()),
        Update::Message { person } => {
            let known = link::user_of(ctx, SERVICE, &person.id).await?.is_some();
            let said = "This chat only sends notifications. Reply in the app.".to_owned();
            (person, if known { said } else { how() })
        }
        Update::Blocked { person } => {
            if let Some(user) = link::user_of(ctx, SERVICE, person).await? {
                let why = "You blocked the bot at Telegram. Unblock it to receive notifications there again.";
                link::set_broken(ctx, &user, SERVICE, why).await?;
            }
            return Ok(None);
        }
        Update::Unblocked { person } => {
            if let Some(user) = link::user_of(ctx, SERVICE, person).await? {
                link::set_linked(ctx, &user, SERVICE).await?;
            }
            return Ok(None);
        }
        Update::Other => return Ok(None),
    };
    Ok(Some((person.id.clone(), said)))
}

/// Stores who pressed *Start*. The link may have been passed on, so only the *Yes* on the page
/// creates the link.
async fn started(ctx: &CommandContext, person: &Person, payload: &str) -> Result<String, Error> {
    let attempt = attempt::find(ctx, SERVICE, "deep_link", payload).await?;
    let is_open = |attempt: &attempt::Attempt| {
        let is_theirs = attempt.external_id.as_ref().is_none_or(|known| *known == person.id);
        !attempt.is_ended && is_theirs
    };
    let Some(attempt) = attempt.filter(is_open) else {
        return Ok("This link was used already or has expired. Start again on the page.".to_owned());
    };
    attempt::note_person(ctx, &attempt, &person.id, &person.name).await?;
    Ok("Almost done: confirm on the page that you came from.".to_owned())
}
