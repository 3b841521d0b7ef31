//! Bounces and complaints from a mail provider.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_notify::mail::{MailEvent, take_event};

pub(super) struct ApiMailEvent;

#[async_trait]
impl Command for ApiMailEvent {
    const NAME: &'static str = "apiMailEvent";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = MailEvent;
    type Answer = AuditedReply<Json>;

    /// The answer does not reveal whether the address is known.
    async fn run(ctx: &CommandContext, event: MailEvent) -> Result<Self::Answer, Error> {
        take_event(ctx, &event).await?;
        Ok(AuditedReply::new(json!({}), None))
    }
}
