//! Unlinking an account.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::begin::AccountLinkParams;
use super::link;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;

/// Unlinks the caller's account at a service, and ends a link that was started.
pub(super) struct AccountLinkRemove;

#[async_trait]
impl Command for AccountLinkRemove {
    const NAME: &'static str = "accountLinkRemove";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AccountLinkParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: AccountLinkParams) -> Result<Json, Error> {
        link::remove(ctx, &ctx.member()?.id, params.service).await?;
        Ok(json!({}))
    }
}
