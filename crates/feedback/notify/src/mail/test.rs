//! Sending a test mail to the calling administrator.

use async_trait::async_trait;
use feedback_model::notification::ChannelName;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::Access;
use serde::Deserialize;
use serde_json::json;

use super::address::AddressState;
use super::channel::test_message;
use crate::delivery::resume;
use feedback_core::command::{Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::invalid;

/// The name of the function.
pub(super) const NAME: &str = "mailTest";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MailTestParams {
    /// An address. Default: the caller's own.
    to: Option<String>,
}

pub(super) struct MailTest {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for MailTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<MailTestParams>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let member = admitted(cx, Who::Administrator).await?;
        let params: MailTestParams = serde_json::from_value(Json::Object(params))
            .map_err(|error| invalid("PARAMS", error))?;
        if cx.db().is_transaction() {
            return Err(invalid("TRANSACTION", "This function cannot run inside a transaction."));
        }
        let ctx = self.context(cx.clone(), member);
        let own = AddressState::read(&ctx, &ctx.member()?.id).await?.address;
        let Some(to) = params.to.or(own).filter(|to| !to.is_empty()) else {
            return Err(invalid("ADDRESS", "Your account has no e-mail address."));
        };
        let Some(mailer) = cx.engine().extension().mailer() else {
            let detail = "No mail server is set: smtp_url and mail_from are missing.";
            return Ok(Some(json!({ "to": to, "ok": false, "detail": detail })));
        };
        let by = ctx.member()?.username.clone().unwrap_or_default();
        let taken = mailer.send_message(&test_message(&ctx, &to, &by).await?).await;
        if taken.is_ok() {
            // A successful test resumes a stopped channel.
            cx.unit(|tx| {
                let ctx = self.context(tx, None);
                async move { resume(&ctx, ChannelName::Mail).await }
            })
            .await?;
        }
        let detail = taken.err().map(|problem| problem.to_string());
        Ok(Some(json!({ "to": to, "ok": detail.is_none(), "detail": detail })))
    }
}

impl MailTest {
    fn context(&self, cx: Cx, member: Option<feedback_core::member::Member>) -> CommandContext {
        CommandContext::new(cx, Access::Writes, member, self.state.clone())
    }
}
