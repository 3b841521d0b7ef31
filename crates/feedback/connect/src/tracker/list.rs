//! Listing the trackers, for administrators.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

pub(super) struct TrackerList;

#[async_trait]
impl Query for TrackerList {
    const NAME: &'static str = "trackerList";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": all(ctx, None).await? }))
    }
}

/// Trackers, or one of them, without secrets.
pub(super) async fn all(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', t.id, 'kind', t.service, 'name', t.name, 'project', t.settings ->> 'project',
            'mode', t.settings ->> 'mode', 'appId', t.settings ->> 'appId', 'site', t.settings ->> 'site', 'mail', t.settings ->> 'mail',
            'issueType', t.settings ->> 'issueType', 'states', t.settings -> 'states', 'known', t.settings -> 'learned' -> 'states',
            'credential', t.settings ->> 'shown', 'account', t.settings ->> 'as', 'state', t.state, 'problem', t.problem, 'checkedAt', _touchstone.iso(t.checked_at),
            'lastSyncAt', _touchstone.iso(t.synced_at), 'endsAt', _touchstone.iso(t.ends_at), 'webhookSecretSet', true,
            'linked', (select count(*) from _touchstone.tracker_link l where l.tracker = t.id),
            'waiting', (select count(*) from _touchstone.tracker_work w where w.tracker = t.id and w.done_at is null),
            'failed', (select count(*) from _touchstone.tracker_work w where w.tracker = t.id and w.state = 'dead'))
        from _touchstone.tracker t where $1::text is null or t.id = $1::text order by t.created_at, t.id limit 100",
        [Bind::from(id)],
    );
    let mut rows: Vec<Json> = ctx.rows(&sql).await?;
    for row in &mut rows {
        let (service, id) = (row["kind"].as_str(), row["id"].as_str());
        row["webhookUrl"] =
            hook_url(ctx, service.unwrap_or_default(), id.unwrap_or_default()).into();
    }
    Ok(rows)
}

/// The address for the tracker's webhook.
fn hook_url(ctx: &CommandContext, service: &str, id: &str) -> String {
    format!("{}/service-hooks/{service}/{id}", ctx.app_url())
}
