//! The accounts of the caller at each service.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::attempt::session;
use crate::chat_service::{ChatServiceKind, ChatServiceRow};
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// Returns which accounts are linked, and which wait for confirmation.
pub(super) struct AccountLinks;

#[async_trait]
impl Query for AccountLinks {
    const NAME: &'static str = "accountLinks";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let mut rows = Vec::new();
        for service in ChatServiceKind::ALL {
            let available = ChatServiceRow::read(ctx, service).await?.is_on();
            let mut row = one(ctx, service).await?;
            row["service"] = service.key().into();
            row["available"] = available.into();
            rows.push(row);
        }
        Ok(json!({ "rows": rows }))
    }
}

/// The caller's link to a service. An unconfirmed account that used their link comes first, because
/// it may replace the linked one.
async fn one(ctx: &CommandContext, service: ChatServiceKind) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select coalesce(
            (select jsonb_build_object('state', 'pending', 'name', name, 'linkedAt', null, 'problem', null,
                'expiresAt', _touchstone.iso(expires_at))
            from _touchstone.account_link_attempt
            where "user" = $1::text and session = $2::text and service = $3::text and external_id is not null
                and used_at is null and expires_at > $4::timestamptz limit 1),
            (select jsonb_build_object('state', state, 'name', name, 'linkedAt', _touchstone.iso(linked_at),
                'problem', problem, 'expiresAt', null)
            from _touchstone.account_link where "user" = $1::text and service = $3::text),
            jsonb_build_object('state', 'none', 'name', null, 'linkedAt', null, 'problem', null, 'expiresAt', null))"#,
        [
            Bind::from(&*ctx.member()?.id),
            session(ctx)?.into(),
            service.key().into(),
            ctx.now().into(),
        ],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}
