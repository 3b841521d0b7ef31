//! Signing secrets: made here, shown once, and replaced without a moment in which a receiver can
//! verify nothing.

use async_trait::async_trait;
use integrations::standard_webhook::SigningSecret;
use parse_engine::Error;
use parse_identity::id::random_bytes;
use parse_store::{Bind, Sql};
use serde::Serialize;
use serde_json::json;

use super::switch::{WebhookId, change, one};
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;
use feedback_core::secret::seal;

/// For how long the secret before still signs too.
const BOTH_SECONDS: i64 = 86_400;

/// A new secret as it is shown.
pub(super) fn new_secret() -> String {
    let bytes: [u8; 32] = random_bytes();
    SigningSecret::new(&bytes).map(|secret| secret.expose()).unwrap_or_default()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookRollSecretResult {
    secret: String,
    /// Until when the one before signs too.
    previous_until: String,
}

pub(super) struct WebhookRollSecret;

#[async_trait]
impl Command for WebhookRollSecret {
    const NAME: &'static str = "webhookRollSecret";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WebhookId;
    type Answer = AuditedReply<WebhookRollSecretResult>;

    async fn run(ctx: &CommandContext, params: WebhookId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?;
        if before["preset"] != "json" {
            return Err(invalid(
                "WEBHOOK_SECRET",
                "Chats verify no signatures, so there is no secret.",
            ));
        }
        let secret = new_secret();
        let until = ctx.now().plus_seconds(BOTH_SECONDS);
        let sql = Sql::fixed(
            "update _touchstone.webhook set previous_secret = secret, previous_until = $3::timestamptz, secret = $2::text
            where id = $1::text",
            [Bind::from(&*params.id), seal(ctx, &secret)?.into(), until.into()],
        );
        ctx.execute(&sql).await?;
        let told = json!({ "secret": "replaced", "previousUntil": until.iso() });
        let change = change(&params.id, &before, json!({}), told);
        Ok(AuditedReply::new(
            WebhookRollSecretResult { secret, previous_until: until.iso() },
            change,
        ))
    }
}
