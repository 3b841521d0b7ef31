//! The RPC endpoints of a network, and their state.

use feedback_model::ledger::Hash;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde_json::json;

use super::address::NodeUrl;
use feedback_core::command_context::CommandContext;
use feedback_core::event;
use feedback_core::refused::invalid;
use feedback_core::secret_keys::SecretKeys;
use feedback_core::wakes::Queue;

/// Endpoints of a network.
const MOST: usize = 5;

/// The URLs of a network's endpoints, in the order in which they are called.
pub(super) async fn urls(ctx: &CommandContext, network: &str) -> Result<Vec<String>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(url) from _touchstone.network_endpoint where network = $1::text order by place",
        [Bind::from(network)],
    );
    let kept: Vec<String> = ctx.rows(&sql).await?;
    kept.iter().map(|kept| opened(ctx.secrets(), network, kept)).collect()
}

/// The purpose of a sealed URL.
fn purpose(network: &str) -> String {
    format!("node of {network}")
}

/// Decrypts a stored URL. One that was stored before URLs were sealed is in clear text.
pub(super) fn opened(keys: &SecretKeys, network: &str, kept: &str) -> Result<String, Error> {
    if kept.starts_with("http") {
        return Ok(kept.to_owned());
    }
    keys.open_for(&purpose(network), kept)
}

/// Identifies a URL without decrypting it.
fn digest(url: &str) -> String {
    Hash::of(url.as_bytes()).to_string()
}

/// The endpoints that were sent: URLs, and `keep:0` for the first stored one.
pub(super) fn fit(sent: &[String], known: &[String]) -> Result<Vec<NodeUrl>, Error> {
    if sent.is_empty() || sent.len() > MOST {
        return Err(invalid("NODES", format!("A network has 1 to {MOST} nodes.")));
    }
    let mut nodes = Vec::with_capacity(sent.len());
    for text in sent {
        let kept = text.strip_prefix("keep:").map(|at| {
            let kept = at.parse().ok().and_then(|at: usize| known.get(at));
            kept.ok_or_else(|| invalid("NODES", "The node to keep does not exist."))
        });
        let node = NodeUrl::parse(kept.transpose()?.unwrap_or(text))?;
        if nodes.contains(&node) {
            return Err(invalid("NODES", format!("{} is listed twice.", node.host)));
        }
        nodes.push(node);
    }
    Ok(nodes)
}

/// Replaces a network's endpoints. Those that are kept keep their state.
pub(super) async fn replace(
    ctx: &CommandContext,
    network: &str,
    nodes: &[NodeUrl],
) -> Result<(), Error> {
    let sealed = |node: &NodeUrl| -> Result<Json, Error> {
        let url = ctx.secrets().seal_for(&purpose(network), &node.url)?;
        Ok(json!({ "url": url, "host": node.host, "digest": digest(&node.url) }))
    };
    let sent: Vec<Json> = nodes.iter().map(sealed).collect::<Result<_, _>>()?;
    // Deleted before they are inserted again, because two endpoints may have changed places.
    let gone = Sql::fixed(
        "delete from _touchstone.network_endpoint e where network = $1::text returning to_jsonb(e)",
        [Bind::from(network)],
    );
    let gone: Vec<Json> = ctx.rows(&gone).await?;
    let sql = Sql::fixed(
        r#"insert into _touchstone.network_endpoint
            (network, place, url, host, digest, state, latency_ms, head_block, lag_sec, trace, checked_at)
        select $1::text, sent.place, sent.node ->> 'url', sent.node ->> 'host', sent.node ->> 'digest', coalesce(gone.state, 'unknown'),
            gone.latency_ms, gone.head_block, gone.lag_sec, gone.trace, gone.checked_at
        from jsonb_array_elements($2::jsonb) with ordinality sent(node, place)
        left join jsonb_populate_recordset(null::_touchstone.network_endpoint, $3::jsonb) gone
            on gone.digest = sent.node ->> 'digest'"#,
        [Bind::from(network), Json::from(sent).into(), Json::from(gone).into()],
    );
    ctx.execute(&sql).await?;
    Ok(())
}

/// The result of probing an endpoint.
#[derive(Debug, Clone)]
pub(super) struct ProbedEndpoint {
    pub(super) url: String,
    pub(super) state: &'static str,
    pub(super) latency_ms: Option<u64>,
    pub(super) head_block: Option<u64>,
    pub(super) lag_sec: Option<u64>,
    /// `None` if it was not probed.
    pub(super) trace: Option<&'static str>,
}

/// Stores the state of a network's endpoints, and the resulting state of the network.
pub(super) async fn keep(
    ctx: &CommandContext,
    network: &str,
    asked: &[ProbedEndpoint],
    now: Date,
) -> Result<(), Error> {
    let found: Vec<Json> = asked
        .iter()
        .map(|one| {
            json!({ "digest": digest(&one.url), "state": one.state, "latency": one.latency_ms, "head": one.head_block,
                "lag": one.lag_sec, "trace": one.trace })
        })
        .collect();
    let found = Json::from(found);
    for statement in [ENDPOINTS, LAG] {
        let binds = [Bind::from(network), found.clone().into(), now.into()];
        ctx.execute(&Sql::fixed(statement, binds)).await?;
    }
    let event = event::new_id();
    let binds = [Bind::from(network), found.into(), now.into(), event.into()];
    ctx.execute(&Sql::fixed(HEALTH, binds)).await?;
    ctx.wake_on_commit(Queue::Events);
    ctx.execute(&Sql::fixed(TRACE_MODE, [Bind::from(network)])).await?;
    Ok(())
}

const ENDPOINTS: &str = r#"update _touchstone.network_endpoint e set state = found.state, latency_ms = found.latency,
    head_block = found.head, lag_sec = found.lag, trace = coalesce(found.trace, e.trace), checked_at = $3::timestamptz
from jsonb_to_recordset($2::jsonb) found(digest text, state text, latency int, head int8, lag int, trace text)
where e.network = $1::text and e.digest = found.digest"#;

/// One row for each half hour: the largest lag, and null if the endpoint was down.
const LAG: &str = r#"with old as (delete from _touchstone.endpoint_lag where at < $3::timestamptz - interval '2 days'),
asked as (
    select e.host, case when bool_and(e.state = 'down') then null else max(e.lag_sec) end as lag
    from _touchstone.network_endpoint e, jsonb_to_recordset($2::jsonb) found(digest text)
    where e.network = $1::text and e.digest = found.digest group by e.host)
insert into _touchstone.endpoint_lag as l (network, host, at, lag_sec)
select $1::text, host, date_bin('30 minutes', $3::timestamptz, timestamptz 'epoch'), lag from asked
on conflict (network, host, at) do update
set lag_sec = case when l.lag_sec is not null and excluded.lag_sec is not null then greatest(l.lag_sec, excluded.lag_sec) end"#;

/// The state of a network is that of its best endpoint. The same statement appends an event when
/// the network goes down or recovers.
const HEALTH: &str = r#"with best as (
    select state, lag_sec from _touchstone.network_endpoint where network = $1::text
    order by array_position('{ok,lagging,down,unknown}'::text[], state), place limit 1),
was as (select "health" as health from "Network" where "objectId" = $1::text for update),
found as (
    update "Network" n set "health" = best.state, "headLagSec" = best.lag_sec, "checkedAt" = $3::timestamptz
    from best, was where n."objectId" = $1::text and $2::jsonb is not null
    returning n."objectId" as id, n."name" as name, was.health = 'down' as was_down, n."health" = 'down' as is_down)
select _touchstone.append_events($3::timestamptz, jsonb_build_array(jsonb_build_object('id', $4::text,
    'type', case when is_down then 'network.down' else 'network.up' end,
    'data', jsonb_build_object('network', jsonb_build_object('id', id, 'name', name)))))
from found where is_down <> coalesce(was_down, false)"#;

/// The tracing support of its best endpoint, once one was tested.
const TRACE_MODE: &str = r#"with best as (
    select trace from _touchstone.network_endpoint where network = $1::text and trace is not null and state <> 'down'
    order by array_position('{debug,trace,call,none}'::text[], trace) limit 1)
update "Network" n set "traceMode" = best.trace from best
where n."objectId" = $1::text and n."traceMode" is distinct from best.trace"#;
