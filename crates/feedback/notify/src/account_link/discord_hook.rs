//! Handles Discord's calls: users who type `/link` with a code of the app.

use async_trait::async_trait;
use integrations::discord::{self, Identity, Interaction};
use parse_engine::{Cx, Error, ServiceCall, ServiceHook, ServiceReply};
use parse_store::{Access, Bind, Sql};
use serde_json::json;

use super::attempt;
use crate::chat_service::{ChatServiceKind, ChatServiceRow, DiscordSettings};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

const SERVICE: ChatServiceKind = ChatServiceKind::Discord;

/// Wrong codes of an account within ten minutes.
const TRIES: i64 = 5;

/// Handles Discord's calls.
pub(super) struct DiscordHook {
    pub(super) state: ProductState,
}

#[async_trait]
impl ServiceHook for DiscordHook {
    async fn receive(&self, cx: &Cx, call: ServiceCall) -> Result<ServiceReply, Error> {
        let ctx = CommandContext::new(cx.clone(), Access::Writes, None, self.state.clone());
        let row = ChatServiceRow::read(&ctx, SERVICE).await?;
        let settings = DiscordSettings::of(&ctx, &row)?.and_then(|settings| settings.public_key);
        let Some(public_key) = settings.filter(|_| call.path.is_empty()) else {
            return Ok(ServiceReply::Unknown);
        };
        let (signature, time) =
            (call.header("x-signature-ed25519"), call.header("x-signature-timestamp"));
        let now = cx.now().millis().div_euclid(1000);
        if !discord::is_signed(&public_key, signature, time, &call.body, now) {
            tracing::warn!(
                service = SERVICE.key(),
                "service call rejected, invalid signature or secret"
            );
            return Ok(ServiceReply::Unproved);
        }
        match discord::interaction(&call.body) {
            None => Ok(ServiceReply::Unreadable),
            Some(Interaction::Ping) => Ok(ServiceReply::Json(json!({ "type": 1 }))),
            Some(Interaction::Link { person, code }) => {
                let (person, code) = (&person, &*code);
                let said = cx
                    .unit(|tx| async move {
                        let ctx = CommandContext::new(tx, Access::Writes, None, self.state.clone());
                        typed(&ctx, person, code).await
                    })
                    .await?;
                Ok(ServiceReply::Json(discord::private_answer(said)))
            }
            Some(Interaction::Other) => {
                let said = discord::private_answer("Type /link with the code that the page shows.");
                Ok(ServiceReply::Json(said))
            }
        }
    }
}

/// Stores which account typed a code, and answers with the next step.
async fn typed(ctx: &CommandContext, person: &Identity, code: &str) -> Result<&'static str, Error> {
    let tries = Sql::fixed(
        "select to_jsonb(count(*)) from _touchstone.account_link_try
        where service = $1::text and external_id = $2::text and at > $3::timestamptz - interval '10 minutes'",
        [Bind::from(SERVICE.key()), person.id.as_str().into(), ctx.now().into()],
    );
    if ctx.row::<i64>(&tries).await?.unwrap_or_default() >= TRIES {
        return Ok("Too many wrong codes. Try again in ten minutes.");
    }
    let attempt = attempt::find(ctx, SERVICE, "code", code).await?;
    let is_open = |attempt: &attempt::Attempt| {
        let is_theirs = attempt.external_id.as_ref().is_none_or(|known| *known == person.id);
        !attempt.is_ended && is_theirs
    };
    let Some(attempt) = attempt.filter(is_open) else {
        let sql = Sql::fixed(
            "with old as (delete from _touchstone.account_link_try where at < $3::timestamptz - interval '1 hour')
            insert into _touchstone.account_link_try (service, external_id, at) values ($1::text, $2::text, $3::timestamptz)",
            [Bind::from(SERVICE.key()), person.id.as_str().into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        return Ok(
            "This code is unknown, was used already or has expired. Get a new one from the page.",
        );
    };
    attempt::note_person(ctx, &attempt, &person.id, &person.name).await?;
    Ok("Almost done: confirm on the page that shows the code.")
}
