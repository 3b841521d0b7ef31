//! Configuring a chat service.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parse_engine::Error;
use parse_identity::id;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::kind::ChatServiceKind;
use super::list;
use super::settings::ChatServiceRow;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;
use feedback_core::secret;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChatServiceSaveParams {
    service: ChatServiceKind,
    /// Omitted settings keep their value, and `null` removes one.
    settings: BTreeMap<String, Option<String>>,
}

#[derive(Serialize)]
pub(super) struct ChatServiceSaveResult {
    service: Json,
}

/// Changes the settings of a service. It is used again after a successful test.
pub(super) struct ChatServiceSave;

#[async_trait]
impl Command for ChatServiceSave {
    const NAME: &'static str = "chatServiceSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = ChatServiceSaveParams;
    type Answer = AuditedReply<ChatServiceSaveResult>;

    async fn run(
        ctx: &CommandContext,
        params: ChatServiceSaveParams,
    ) -> Result<Self::Answer, Error> {
        let service = params.service;
        let before = list::one(ctx, service).await?;
        let mut settings = ChatServiceRow::read(ctx, service).await?.settings;
        for (key, value) in params.settings {
            change(ctx, service, &mut settings, &key, value.as_deref().map(str::trim))?;
        }
        write(ctx, service, &settings).await?;
        let after = list::one(ctx, service).await?;
        let change = AuditChange {
            kind: "chat_service",
            id: service.key().to_owned(),
            label: service.word().to_owned(),
            before: recorded(&before),
            after: recorded(&after),
        };
        Ok(AuditedReply::new(ChatServiceSaveResult { service: after }, change))
    }
}

fn change(
    ctx: &CommandContext,
    service: ChatServiceKind,
    settings: &mut BTreeMap<String, String>,
    key: &str,
    value: Option<&str>,
) -> Result<(), Error> {
    let field = service.fields().iter().find(|field| field.key == key);
    let field = field
        .ok_or_else(|| invalid("SETTING", format!("{} has no such setting.", service.word())))?;
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        settings.remove(key);
        return Ok(());
    };
    if !(field.fits)(value) {
        return Err(invalid("SETTING", field.form));
    }
    let kept = if field.is_secret { secret::seal(ctx, value)? } else { value.to_owned() };
    settings.insert(key.to_owned(), kept);
    if service == ChatServiceKind::Telegram {
        // Telegram's webhook secret belongs to the token, so another bot gets another one.
        for (key, length) in [("hookPath", 32), ("hookSecret", 48)] {
            settings.insert(key.to_owned(), secret::seal(ctx, &id::random_text(length))?);
        }
    }
    Ok(())
}

async fn write(
    ctx: &CommandContext,
    service: ChatServiceKind,
    settings: &BTreeMap<String, String>,
) -> Result<(), Error> {
    let settings: Json =
        settings.iter().map(|(key, value)| (key.clone(), Json::from(value.clone()))).collect();
    let sql = Sql::fixed(
        "insert into _touchstone.chat_service (service, settings, state, changed_at)
        values ($1::text, $2::jsonb, 'off', $3::timestamptz)
        on conflict (service) do update set settings = excluded.settings, state = 'off', name = null, problem = null,
            changed_at = excluded.changed_at",
        [Bind::from(service.key()), settings.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// A service for the audit log: the names of its settings, and the public values.
fn recorded(service: &Json) -> Json {
    service["fields"].clone()
}
