//! Unsubscribe links: showing what one stops, and unsubscribing.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::suppression::{Scope, suppress};
use super::token;
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MailUnsubscribeLinkParams {
    token: String,
}

/// Shows what a link would stop. Changes nothing, because mail scanners follow links too.
pub(super) struct MailUnsubscribeLink;

#[async_trait]
impl Query for MailUnsubscribeLink {
    const NAME: &'static str = "mailUnsubscribeLink";
    const WHO: Who = Who::Public;
    type Params = MailUnsubscribeLinkParams;
    type Answer = Json;

    async fn answer(
        ctx: &CommandContext,
        followed: MailUnsubscribeLinkParams,
    ) -> Result<Json, Error> {
        let link = token::read(ctx, &followed.token).await?.ok_or_else(not_found)?;
        unsubscribe_reply(ctx, link.scope).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MailUnsubscribeParams {
    token: String,
    scope: PressedScope,
    via: Option<UnsubscribeVia>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PressedScope {
    /// The kind of mail that the link stops.
    Kind,
    All,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum UnsubscribeVia {
    OneClick,
    Page,
}

/// Unsubscribes. The link is the only proof that is needed, and allows nothing else. Idempotent.
pub(super) struct MailUnsubscribe;

#[async_trait]
impl Command for MailUnsubscribe {
    const NAME: &'static str = "mailUnsubscribe";
    const WHO: Who = Who::Public;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = MailUnsubscribeParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, pressed: MailUnsubscribeParams) -> Result<Json, Error> {
        let link = token::read(ctx, &pressed.token).await?.ok_or_else(not_found)?;
        let scope = match pressed.scope {
            PressedScope::Kind => link.scope,
            PressedScope::All => Scope::All,
        };
        let via = match pressed.via {
            Some(UnsubscribeVia::OneClick) => "one_click",
            Some(UnsubscribeVia::Page) | None => "page",
        };
        suppress(ctx, &link.user, scope, via).await?;
        unsubscribe_reply(ctx, scope).await
    }
}

/// The answer for the page, without the owner of the link.
async fn unsubscribe_reply(ctx: &CommandContext, scope: Scope) -> Result<Json, Error> {
    let settings = ctx.settings().await?;
    Ok(json!({
        "programme": settings.text("product.name"),
        "site": ctx.app_url(),
        "hasLogo": settings.filled_text("brand.logo").is_some(),
        "scope": scope.key(),
        "name": letters::kind_name(letters::Language::English, scope.key()),
    }))
}
