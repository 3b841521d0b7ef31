//! The pages that report in a tester's name, as the tester sees and ends them.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::token::holds;
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

pub(super) struct WidgetDevices;

#[async_trait]
impl Query for WidgetDevices {
    const NAME: &'static str = "widgetDevices";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            concat!(
                r#"select jsonb_build_object('id', t.id, 'origin', t.origin, 'createdAt', _touchstone.iso(t.created_at),
                'lastUsedAt', _touchstone.iso(t.last_used_at), 'expiresAt', _touchstone.iso(t.expires_at))
            from _touchstone.widget_token t where t."user" = $1::text and t.expires_at > $2::timestamptz and "#,
                holds!(),
                " order by t.last_used_at desc, t.id"
            ),
            [Bind::from(&*ctx.member()?.id), ctx.now().into()],
        );
        let rows: Vec<Json> = ctx.rows(&sql).await?;
        Ok(json!({ "rows": rows }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetDeviceId {
    id: String,
}

pub(super) struct WidgetDeviceEnd;

#[async_trait]
impl Command for WidgetDeviceEnd {
    const NAME: &'static str = "widgetDeviceEnd";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WidgetDeviceId;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: WidgetDeviceId) -> Result<Json, Error> {
        let sql = Sql::fixed(
            r#"delete from _touchstone.widget_token where id = $1::text and "user" = $2::text"#,
            [Bind::from(&*params.id), ctx.member()?.id.as_str().into()],
        );
        match ctx.execute(&sql).await? {
            0 => Err(not_found()),
            _ => Ok(json!({})),
        }
    }
}
