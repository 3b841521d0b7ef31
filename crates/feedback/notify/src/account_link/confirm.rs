//! Confirming that the account which used a link is the caller's, or retrying a link that the
//! service refused.

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::Access;
use serde_json::json;

use super::begin::AccountLinkParams;
use super::link::AccountLink;
use super::{attempt, greet, link};
use crate::chat_service::ChatServiceKind;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::member::Member;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;

/// The name of the function.
pub(super) const NAME: &str = "accountLinkConfirm";

/// Creates the link, then sends a first message at the service.
pub(super) struct AccountLinkConfirm {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for AccountLinkConfirm {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<AccountLinkParams>(Who::Member)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Member).await?;
        let AccountLinkParams { service } = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        let made = cx
            .unit(|tx| {
                let member = member.clone();
                async move { make(&self.context(tx, member), service).await }
            })
            .await?;
        let ctx = self.context(cx.clone(), member);
        let user = &ctx.member()?.id;
        let Some(known) = AccountLink::read(&ctx, user, service).await? else {
            return Err(no_answer(service));
        };
        if !made && !known.is_broken {
            return Ok(Some(json!({ "state": "linked", "name": known.name, "problem": null })));
        }
        let problem = greet::greet(&ctx, user, service).await?;
        let state = if problem.is_some() { "broken" } else { "linked" };
        Ok(Some(json!({ "state": state, "name": known.name, "problem": problem })))
    }
}

impl AccountLinkConfirm {
    fn context(&self, cx: Cx, member: Option<Member>) -> CommandContext {
        CommandContext::new(cx, Access::Writes, member, self.state.clone())
    }
}

/// Links the account that used the caller's attempt. Returns `false` if there is none.
async fn make(ctx: &CommandContext, service: ChatServiceKind) -> Result<bool, Error> {
    let attempt = attempt::answered(ctx, service).await?;
    let person = attempt.and_then(|attempt| attempt.external_id.zip(attempt.name));
    let Some((external_id, name)) = person else { return Ok(false) };
    link::make(ctx, &ctx.member()?.id, service, &external_id, &name).await?;
    Ok(true)
}

fn no_answer(service: ChatServiceKind) -> Error {
    let sentence = match service {
        ChatServiceKind::Discord => "The code was not entered in Discord yet.",
        ChatServiceKind::Telegram => "Start was not pressed in Telegram yet.",
    };
    invalid("LINK_NOBODY", sentence)
}
