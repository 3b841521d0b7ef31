//! Finishing a link after the service's own page.

use async_trait::async_trait;
use integrations::discord::{self, Exchange, Identity};
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::Access;
use serde::Deserialize;
use serde_json::json;

use super::attempt::{self, Attempt};
use super::{greet, link};
use crate::chat_service::{ChatServiceKind, DiscordSettings};
use feedback_core::audit::{self, AuditChange};
use feedback_core::command::{Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::member::Member;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;

/// The name of the function.
pub(super) const NAME: &str = "accountLinkFinish";

/// The longest accepted code and state.
const LONGEST: usize = 512;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finish {
    service: ChatServiceKind,
    code: String,
    state: String,
}

/// Exchanges a code for the account of its owner. Two transactions with calls between them: the
/// state is used up before an external call.
pub(super) struct AccountLinkFinish {
    pub(super) state: ProductState,
}

/// The owner of a state.
enum FoundAttempt {
    Unknown,
    Ended,
    /// Of another user, or of another session.
    Foreign,
    Ours(Attempt),
}

#[async_trait]
impl Function for AccountLinkFinish {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<Finish>(Who::Member)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Member).await?;
        let params: Finish = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        if params.service != ChatServiceKind::Discord {
            return Err(invalid(
                "LINK_WAY",
                "Telegram accounts are linked in a chat with the bot.",
            ));
        }
        if params.code.len() > LONGEST || params.state.len() > LONGEST {
            return Err(unknown());
        }
        let attempt = self.consume(cx, member.as_ref(), &params).await?;
        let ctx = self.context(cx.clone(), member.as_ref());
        let person = identify(&ctx, &attempt, &params.code).await?;
        self.link(cx, member.as_ref(), &person).await?;
        let problem = greet::greet(&ctx, &ctx.member()?.id, ChatServiceKind::Discord).await?;
        let state = if problem.is_some() { "broken" } else { "linked" };
        Ok(Some(json!({ "state": state, "name": person.name, "problem": problem })))
    }
}

impl AccountLinkFinish {
    fn context(&self, cx: Cx, member: Option<&Member>) -> CommandContext {
        CommandContext::new(cx, Access::Writes, member.cloned(), self.state.clone())
    }

    /// Uses up a state. A state of another user ends both attempts, which is committed before the
    /// error.
    async fn consume(
        &self,
        cx: &Cx,
        member: Option<&Member>,
        params: &Finish,
    ) -> Result<Attempt, Error> {
        let found = cx
            .unit(|tx| async move {
                let ctx = self.context(tx, member);
                found(&ctx, params).await
            })
            .await?;
        match found {
            FoundAttempt::Ours(attempt) => Ok(attempt),
            FoundAttempt::Unknown => Err(unknown()),
            FoundAttempt::Ended => Err(invalid(
                "LINK_EXPIRED",
                "This link was used already or took longer than ten minutes. Start again.",
            )),
            FoundAttempt::Foreign => Err(invalid(
                "LINK_FOREIGN",
                "This link was started by another user or in another browser. Start again here.",
            )),
        }
    }

    async fn link(&self, cx: &Cx, member: Option<&Member>, person: &Identity) -> Result<(), Error> {
        cx.unit(|tx| async move {
            let ctx = self.context(tx, member);
            let user = &ctx.member()?.id;
            link::make(&ctx, user, ChatServiceKind::Discord, &person.id, &person.name).await
        })
        .await
    }
}

fn unknown() -> Error {
    invalid("LINK_UNKNOWN", "Unknown link. Start again.")
}

/// Checks that it is known, unused and in time, and then its owner. No external call is made before
/// both checks.
async fn found(ctx: &CommandContext, params: &Finish) -> Result<FoundAttempt, Error> {
    let attempt = attempt::find(ctx, params.service, "oauth", &params.state).await?;
    let Some(attempt) = attempt else { return Ok(FoundAttempt::Unknown) };
    if attempt.is_ended {
        return Ok(FoundAttempt::Ended);
    }
    attempt::end(ctx, &attempt).await?;
    let user = &ctx.member()?.id;
    if attempt.user == *user && attempt.session == attempt::session(ctx)? {
        return Ok(FoundAttempt::Ours(attempt));
    }
    attempt::forget(ctx, params.service, user).await?;
    if attempt.user != *user {
        let change = AuditChange {
            kind: "account_link",
            id: attempt.user.clone(),
            label: params.service.word().to_owned(),
            before: json!({}),
            after: json!({ "refused": "the link was started by another user" }),
        };
        audit::record(ctx, NAME, Some(change)).await?;
    }
    Ok(FoundAttempt::Foreign)
}

/// The account of a code. The access token is dropped at the end of this function.
async fn identify(ctx: &CommandContext, attempt: &Attempt, code: &str) -> Result<Identity, Error> {
    let settings = DiscordSettings::read(ctx).await?;
    let Some((settings, (client_id, client_secret))) =
        settings.and_then(|settings| settings.client.clone().map(|client| (settings, client)))
    else {
        return Err(invalid("LINK_UNAVAILABLE", "Discord is not set up here."));
    };
    let exchange = Exchange {
        origin: &settings.origin,
        client_id: &client_id,
        client_secret: &client_secret,
        site: &settings.site,
        redirect_uri: attempt.redirect_uri.as_deref().unwrap_or_default(),
        verifier: attempt.verifier.as_deref().unwrap_or_default(),
    };
    let refused = || invalid("LINK_REFUSED", "Discord did not accept the link. Start again.");
    let answer = ctx.outside().call(exchange.token(code)).await;
    let token = answer.ok().as_ref().and_then(discord::read_token).ok_or_else(refused)?;
    let answer = ctx.outside().call(exchange.identity(&token)).await;
    answer.ok().as_ref().and_then(discord::read_identity).ok_or_else(refused)
}
