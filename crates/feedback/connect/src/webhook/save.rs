//! Adding and changing a webhook.

use async_trait::async_trait;
use integrations::ChatPreset;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::list::{PRESETS, events, shown};
use super::secret::new_secret;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_core::secret;
use feedback_core::wakes::Queue;

/// Number of webhooks.
const MOST: i64 = 100;
/// The longest address.
const MOST_URL: usize = 2_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct WebhookSaveParams {
    id: Option<String>,
    name: String,
    /// Omitted to keep the current one.
    url: Option<String>,
    preset: String,
    events: Vec<String>,
    state: Option<Switch>,
    /// Omitted to keep the current one.
    min_severity: Option<MinSeverity>,
}

/// The lowest severity of issues to send. Events without an issue are always sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum MinSeverity {
    #[serde(rename = "any")]
    Any,
    S3,
    S2,
    S1,
}

impl MinSeverity {
    /// The stored value. `None` for any severity.
    fn key(self) -> Option<&'static str> {
        match self {
            MinSeverity::Any => None,
            MinSeverity::S3 => Some("S3"),
            MinSeverity::S2 => Some("S2"),
            MinSeverity::S1 => Some("S1"),
        }
    }
}

/// The states that an administrator can set. Failures set `disabled`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Switch {
    On,
    Off,
}

impl Switch {
    fn key(self) -> &'static str {
        match self {
            Switch::On => "on",
            Switch::Off => "off",
        }
    }
}

#[derive(Serialize)]
pub(super) struct WebhookSaveResult {
    webhook: Json,
    /// Shown once, when it is created.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

pub(super) struct WebhookSave;

#[async_trait]
impl Command for WebhookSave {
    const NAME: &'static str = "webhookSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WebhookSaveParams;
    type Answer = AuditedReply<WebhookSaveResult>;

    async fn run(ctx: &CommandContext, params: WebhookSaveParams) -> Result<Self::Answer, Error> {
        fit(&params)?;
        if let Some(url) = &params.url {
            check_url(ctx, &params.preset, url).await?;
        }
        let before = match &params.id {
            Some(id) => Some(shown(ctx, Some(id)).await?.pop().ok_or_else(not_found)?),
            None => None,
        };
        if before.as_ref().is_some_and(|before| before["preset"] != *params.preset) {
            return Err(invalid(
                "WEBHOOK_PRESET",
                "The kind of receiver cannot change. Create another webhook.",
            ));
        }
        let (id, secret) = match &params.id {
            Some(id) => {
                update(ctx, id, &params).await?;
                (id.clone(), None)
            }
            None => insert(ctx, &params).await?,
        };
        let after = shown(ctx, Some(&id)).await?.pop().ok_or_else(not_found)?;
        let label = params.name.trim().to_owned();
        let before = before.unwrap_or_else(|| json!({}));
        let change = AuditChange { kind: "webhook", id, label, before, after: after.clone() };
        Ok(AuditedReply::new(WebhookSaveResult { webhook: after, secret }, change))
    }
}

fn fit(params: &WebhookSaveParams) -> Result<(), Error> {
    let name = params.name.trim();
    if name.is_empty() || name.chars().count() > 60 || name.chars().any(char::is_control) {
        return Err(invalid("WEBHOOK_NAME", "A webhook has a name of 1 to 60 characters."));
    }
    if !PRESETS.contains(&params.preset.as_str()) {
        return Err(invalid("WEBHOOK_PRESET", "Choose json, discord, slack or telegram."));
    }
    let is_known = |wanted: &String| match wanted.strip_suffix('*') {
        Some("") => true,
        Some(family) => family.ends_with('.') && events().any(|kind| kind.starts_with(family)),
        None => events().any(|kind| kind == wanted),
    };
    if params.events.is_empty() || params.events.len() > 100 || !params.events.iter().all(is_known)
    {
        return Err(invalid(
            "WEBHOOK_EVENTS",
            "Choose at least one kind of event, or “*” for all.",
        ));
    }
    if params.id.is_none() && params.url.is_none() {
        return Err(invalid("WEBHOOK_URL", "Webhook URL is required."));
    }
    Ok(())
}

/// Refuses an address that is invalid, internal, or of another service than the preset's. The
/// resolved address is checked again at every call.
async fn check_url(ctx: &CommandContext, preset: &str, url: &str) -> Result<(), Error> {
    let is_plain = url.len() <= MOST_URL && url.bytes().all(|byte| byte.is_ascii_graphic());
    let authority = url.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next());
    let has_user = authority.flatten().is_some_and(|authority| authority.contains('@'));
    if !is_plain || has_user || secret::host(url).is_none() {
        return Err(invalid(
            "WEBHOOK_URL",
            "The URL must start with https:// and must not contain a user name.",
        ));
    }
    if let Some(chat) = ChatPreset::from_key(preset) {
        let wrong = chat.check_url(url, &further_hosts(ctx, chat));
        wrong.map_err(|why| invalid("WEBHOOK_URL", why))?;
    }
    let checked = ctx.outside().check(url).await;
    checked.map_err(|failed| invalid("WEBHOOK_URL", failed))
}

/// Hosts that the operator allows in addition to those of the service.
fn further_hosts(ctx: &CommandContext, chat: ChatPreset) -> Vec<String> {
    let addresses = ctx.service_addresses();
    let of = |url: &str| secret::host(url).map(str::to_owned).into_iter().collect();
    match chat {
        ChatPreset::Discord => of(&addresses.discord),
        ChatPreset::Telegram => of(&addresses.telegram),
        ChatPreset::Slack => addresses.slack_hosts.clone(),
    }
}

async fn insert(
    ctx: &CommandContext,
    params: &WebhookSaveParams,
) -> Result<(String, Option<String>), Error> {
    let url = params.url.as_deref().unwrap_or_default();
    let secret = (params.preset == "json").then(new_secret);
    let sealed = secret.as_deref().map(|secret| secret::seal(ctx, secret)).transpose()?;
    let id = ctx.new_id();
    let sql = Sql::fixed(
        "insert into _touchstone.webhook (id, name, preset, url, url_shown, events, secret, state, created_at, created_by,
            min_severity)
        select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text[], $7::text, $8::text, $9::timestamptz, $10::text, $12::text
        where (select count(*) from _touchstone.webhook) < $11::int8",
        [
            Bind::from(&*id),
            params.name.trim().into(),
            params.preset.as_str().into(),
            secret::seal(ctx, url)?.into(),
            secret::shown(url).into(),
            params.events.clone().into(),
            sealed.into(),
            params.state.unwrap_or(Switch::On).key().into(),
            ctx.now().into(),
            ctx.member()?.id.as_str().into(),
            MOST.into(),
            params.min_severity.and_then(MinSeverity::key).into(),
        ],
    );
    if ctx.execute(&sql).await? == 0 {
        return Err(invalid(
            "WEBHOOKS",
            format!("At most {MOST} webhooks are allowed. Remove one first."),
        ));
    }
    Ok((id, secret))
}

async fn update(ctx: &CommandContext, id: &str, params: &WebhookSaveParams) -> Result<(), Error> {
    let sealed = params.url.as_deref().map(|url| secret::seal(ctx, url)).transpose()?;
    // A webhook that was enabled, or has a new address, starts without failures.
    let sql = Sql::fixed(
        "update _touchstone.webhook set name = $2::text, events = $3::text[], url = coalesce($4::text, url),
            url_shown = coalesce($5::text, url_shown), state = coalesce($6::text, state),
            failures = case when $4::text is null and $6::text is distinct from 'on' then failures else 0 end,
            rests_until = case when $4::text is null and $6::text is distinct from 'on' then rests_until end,
            disabled_why = case when $6::text is null then disabled_why end,
            min_severity = case when $7::bool then $8::text else min_severity end
        where id = $1::text",
        [
            Bind::from(id),
            params.name.trim().into(),
            params.events.clone().into(),
            sealed.into(),
            params.url.as_deref().map(secret::shown).into(),
            params.state.map(Switch::key).into(),
            params.min_severity.is_some().into(),
            params.min_severity.and_then(MinSeverity::key).into(),
        ],
    );
    if ctx.execute(&sql).await? == 0 {
        return Err(not_found());
    }
    ctx.wake_on_commit(Queue::Webhooks);
    Ok(())
}
