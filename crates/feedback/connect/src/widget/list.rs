//! Listing the keys of pages.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::token::holds;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

/// Keys as administrators see them: all, or one.
pub(super) async fn shown(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        concat!(
            "select jsonb_build_object('id', k.id, 'key', k.key, 'name', k.name, 'origins', k.origins, 'isOn', k.is_on,
            'records', k.records, 'unsigned', k.unsigned, 'createdAt', _touchstone.iso(k.created_at),
            'lastUsedAt', _touchstone.iso(k.last_used_at), 'lastOrigin', k.last_origin,
            'devices', (select count(*) from _touchstone.widget_token t where t.key = k.id and t.expires_at > $2::timestamptz and ",
            holds!(),
            "))
            from _touchstone.widget_key k where $1::text is null or k.id = $1::text
            order by k.is_on desc, k.created_at desc, k.id"
        ),
        [Bind::from(id), ctx.now().into()],
    );
    ctx.rows(&sql).await
}

pub(super) struct WidgetKeyList;

#[async_trait]
impl Query for WidgetKeyList {
    const NAME: &'static str = "widgetKeyList";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": shown(ctx, None).await?, "server": ctx.app_url() }))
    }
}
