//! What a page needs to know of the programme.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::admission::key_id;
use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

pub(super) struct WidgetConfig;

#[async_trait]
impl Query for WidgetConfig {
    const NAME: &'static str = "widgetConfig";
    const WHO: Who = Who::Widget;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let settings = ctx.settings().await?;
        let sql = Sql::fixed(
            "select jsonb_build_object('record', records, 'unsigned', unsigned) from _touchstone.widget_key where id = $1::text",
            [Bind::from(key_id(ctx.cx())?)],
        );
        let key: Json = ctx.row(&sql).await?.unwrap_or_default();
        let areas = settings.value("areas");
        let areas = areas.as_array().into_iter().flatten();
        let areas: Vec<Json> =
            areas.map(|area| json!({ "key": area["key"], "label": area["name"] })).collect();
        Ok(json!({
            "programme": settings.value("product.name"),
            "address": ctx.app_url(),
            "areas": areas,
            "signIn": { "wallet": true },
            "unsigned": key["unsigned"] == true,
            "record": key["record"] == true,
        }))
    }
}
