//! A tester proves an account in a page, and gets a token for it.

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Function, Signature, write};
use parse_model::{ClassName, Code, Json, JsonMap};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::admission::{audience, key_id};
use super::token;
use feedback_core::command::{Command, Who, admitted, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::form::Parameters;
use feedback_core::member::Member;
use feedback_core::refused::keyed;
use feedback_core::table::rows;

/// The name of the function.
pub(super) const NAME: &str = "widgetSession";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WidgetSessionParams {
    address: String,
    message: String,
    signature: String,
    /// The chain of a contract wallet.
    chain: Option<u64>,
    /// The code that admits a new account, if the programme is by invitation.
    invitation: Option<String>,
}

pub(super) struct WidgetSession;

#[async_trait]
impl Function for WidgetSession {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<WidgetSessionParams>(Who::Widget)
    }

    /// Signs in or up as everywhere. The engine opens no session for the caller of a page.
    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        admitted(cx, Who::Widget).await?;
        let params: WidgetSessionParams = Parameters::read(params)?;
        let proof = json!({
            "family": "evm", "address": params.address, "message": params.message,
            "signature": params.signature, "chain": params.chain,
        });
        let mut body = JsonMap::from_iter([("authData".to_owned(), json!({ "wallet": proof }))]);
        if let Some(invitation) = params.invitation {
            body.insert("invitation".to_owned(), invitation.into());
        }
        let user = write::create(cx, &ClassName::user(), body).await?.id;
        let member = Member::read(cx, user.as_str()).await?;
        if member.is_admin {
            let sentence = "Administrators report in the app.";
            return Err(keyed(Code::OPERATION_FORBIDDEN, "WIDGET_ADMINISTRATOR", sentence));
        }
        let origin = &audience(cx)?.origin;
        let issued = token::issue(cx, key_id(cx)?, origin, user.as_str()).await?;
        Ok(Some(json!({
            "token": issued.token,
            "expiresAt": issued.expires_at.iso(),
            "user": { "name": username(cx, user.as_str()).await? },
        })))
    }
}

async fn username(cx: &Cx, user: &str) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("username") from "_User" where "objectId" = $1::text"#,
        [Bind::from(user)],
    );
    Ok(rows::<Option<String>>(cx.db(), &sql, Access::Reads).await?.pop().flatten())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetSessionEndParams {
    token: String,
}

pub(super) struct WidgetSessionEnd;

#[async_trait]
impl Command for WidgetSessionEnd {
    const NAME: &'static str = "widgetSessionEnd";
    const WHO: Who = Who::Widget;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WidgetSessionEndParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: WidgetSessionEndParams) -> Result<Json, Error> {
        token::end(ctx.cx(), &params.token).await?;
        Ok(json!({}))
    }
}
