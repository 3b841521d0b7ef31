//! The browsers of a user that receive push messages.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid_session;

/// Browsers of one user.
pub(super) const MOST: i64 = 10;

/// The sealed part of a subscription.
#[derive(Serialize, Deserialize)]
pub(super) struct DeviceSecret {
    pub(super) endpoint: String,
    pub(super) p256dh: String,
    pub(super) auth: String,
}

/// Identifies an endpoint without storing it in clear text.
pub(super) fn digest(endpoint: &str) -> String {
    format!("{:x}", Sha256::digest(endpoint.as_bytes()))
}

/// The caller's session.
pub(super) fn session(ctx: &CommandContext) -> Result<&str, Error> {
    let user = ctx.cx().caller().user.as_ref();
    user.map(|user| user.session_id.as_str()).ok_or_else(invalid_session)
}

/// The browsers of a user, oldest first. The current one has the endpoint, in this session.
pub(super) async fn shown(
    ctx: &CommandContext,
    user: &str,
    own: Option<&str>,
) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', p.id, 'label', p.label, 'service', p.service,
            'createdAt', _touchstone.iso(p.created_at), 'lastAt', _touchstone.iso(p.last_at),
            'current', coalesce(p.endpoint_digest = $2::text and p.session = $3::text, false))
        from _touchstone.push_subscription p where p."user" = $1::text order by p.created_at, p.id"#,
        [Bind::from(user), own.map(digest).into(), session(ctx)?.into()],
    );
    ctx.rows(&sql).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PushDevicesParams {
    endpoint: Option<String>,
}

pub(super) struct PushDevices;

#[async_trait]
impl Query for PushDevices {
    const NAME: &'static str = "pushDevices";
    const WHO: Who = Who::Member;
    type Params = PushDevicesParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, own: PushDevicesParams) -> Result<Json, Error> {
        let rows = shown(ctx, &ctx.member()?.id, own.endpoint.as_deref()).await?;
        Ok(json!({ "rows": rows, "limit": MOST }))
    }
}
