//! Listing the chat services, for administrators.

use async_trait::async_trait;
use integrations::discord;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::kind::ChatServiceKind;
use super::settings::{ChatServiceRow, discord_origin, redirect_uri};
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// Returns the settings and the state of each service.
pub(super) struct ChatServices;

#[async_trait]
impl Query for ChatServices {
    const NAME: &'static str = "chatServices";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let mut rows = Vec::new();
        for service in ChatServiceKind::ALL {
            rows.push(one(ctx, service).await?);
        }
        Ok(json!({ "rows": rows }))
    }
}

/// One service, without its secrets.
pub(super) async fn one(ctx: &CommandContext, service: ChatServiceKind) -> Result<Json, Error> {
    let row = ChatServiceRow::read(ctx, service).await?;
    let fields: Vec<Json> = service
        .fields()
        .iter()
        .map(|field| {
            let value = row.settings.get(field.key);
            json!({
                "key": field.key, "label": field.label, "secret": field.is_secret, "set": value.is_some(),
                "value": value.filter(|_| !field.is_secret),
            })
        })
        .collect();
    let sql = Sql::fixed(
        "select jsonb_build_object('people', count(*) filter (where state = 'linked'), 'unreachable',
            count(*) filter (where state = 'broken'))
        from _touchstone.account_link where service = $1::text",
        [Bind::from(service.key())],
    );
    let counts: Json = ctx.row(&sql).await?.unwrap_or_default();
    let site = ctx.app_url();
    let (callback, interactions, invite) = match service {
        ChatServiceKind::Discord => {
            let client = row.settings.get("clientId");
            let invite = client.map(|client| discord::invite_url(&discord_origin(ctx), client));
            (Some(redirect_uri(site)), Some(format!("{site}/service-hooks/discord")), invite)
        }
        ChatServiceKind::Telegram => (None, None, None),
    };
    Ok(json!({
        "service": service.key(), "state": row.state, "name": row.name, "problem": row.problem,
        "people": counts["people"], "unreachable": counts["unreachable"], "fields": fields,
        "callback": callback, "interactions": interactions, "invite": invite,
    }))
}
