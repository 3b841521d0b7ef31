//! Listing the networks.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command::{NoParams, Query, Who};
use feedback_core::command_context::CommandContext;

pub(super) struct Networks;

#[async_trait]
impl Query for Networks {
    const NAME: &'static str = "networks";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "rows": all(ctx, ctx.member()?.is_admin, None).await? }))
    }
}

/// All networks, or one. Administrators also get the hosts of the endpoints and their state.
pub(super) async fn all(
    ctx: &CommandContext,
    is_admin: bool,
    id: Option<&str>,
) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(NETWORKS, [Bind::from(is_admin), id.into(), ctx.now().into()]);
    ctx.rows(&sql).await
}

const NETWORKS: &str = r#"select jsonb_build_object('id', n."objectId", 'chainId', n."chainId"::int8, 'name', n."name",
    'isTestnet', n."isTestnet", 'nativeSymbol', n."nativeSymbol", 'nativeDecimals', n."nativeDecimals"::int,
    'explorerUrl', n."explorerUrl", 'confirmations', n."confirmations"::int, 'blockTimeMs', n."blockTimeMs"::int,
    'enabled', n."enabled", 'health', n."health", 'headLagSec', n."headLagSec"::int,
    'checkedAt', _touchstone.iso(n."checkedAt"), 'traceMode', n."traceMode")
    || case when $1::bool then jsonb_build_object('endpoints', (
        select coalesce(jsonb_agg(jsonb_build_object('host', e.host, 'state', e.state, 'latencyMs', e.latency_ms,
            'headBlock', e.head_block, 'lagSec', e.lag_sec, 'trace', e.trace, 'checkedAt', _touchstone.iso(e.checked_at),
            'lag', (select coalesce(jsonb_agg(jsonb_build_object('at', _touchstone.iso(l.at), 'sec', l.lag_sec) order by l.at), '[]')
                from _touchstone.endpoint_lag l
                where l.network = e.network and l.host = e.host and l.at > $3::timestamptz - interval '24 hours')
            ) order by e.place), '[]')
        from _touchstone.network_endpoint e where e.network = n."objectId")) else '{}' end
from "Network" n where $2::text is null or n."objectId" = $2::text
order by n."enabled" desc, lower(n."name"), n."objectId" limit 200"#;
