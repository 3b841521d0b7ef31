//! Adding and changing a network.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::address::{NodeUrl, explorer_url};
use super::one_line_text::{line, optional_line};
use super::{endpoint, list};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// The largest integer that a JavaScript number can hold.
const LARGEST_CHAIN_ID: u64 = (1 << 53) - 1;

/// Number of networks.
const MOST: i64 = 50;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NetworkSaveParams {
    id: Option<String>,
    chain_id: u64,
    name: String,
    is_testnet: bool,
    native_symbol: Option<String>,
    native_decimals: Option<u32>,
    rpc_urls: Option<Vec<String>>,
    explorer_url: Option<String>,
    confirmations: Option<u32>,
    block_time_ms: Option<u32>,
    enabled: Option<bool>,
}

#[derive(Serialize)]
pub(super) struct NetworkSaveResult {
    network: Json,
}

pub(super) struct NetworkSave;

#[async_trait]
impl Command for NetworkSave {
    const NAME: &'static str = "networkSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = NetworkSaveParams;
    type Answer = AuditedReply<NetworkSaveResult>;

    async fn run(ctx: &CommandContext, params: NetworkSaveParams) -> Result<Self::Answer, Error> {
        let fields = fit(&params)?;
        // Two concurrent inserts must not be of the same chain.
        ctx.execute(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.network'))"))
            .await?;
        let known = endpoint_urls(ctx, params.id.as_deref()).await?;
        let nodes = match &params.rpc_urls {
            Some(sent) => Some(endpoint::fit(sent, &known)?),
            None if params.id.is_some() => None,
            None => return Err(invalid("NODES", "The URL of at least one node is required.")),
        };
        let before = match &params.id {
            Some(id) => Some(one(ctx, id).await?.ok_or_else(not_found)?),
            None => None,
        };
        check_chain(ctx, &params, before.as_ref()).await?;
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        write(ctx, &id, &params, &fields).await?;
        if let Some(nodes) = nodes {
            write_nodes(ctx, &id, &nodes, &known).await?;
        }
        let after = one(ctx, &id).await?.ok_or_else(not_found)?;
        let change = AuditChange {
            kind: "network",
            id,
            label: fields.name,
            before: before.as_ref().map_or_else(|| json!({}), recorded),
            after: recorded(&after),
        };
        Ok(AuditedReply::new(NetworkSaveResult { network: after }, change))
    }
}

async fn endpoint_urls(ctx: &CommandContext, id: Option<&str>) -> Result<Vec<String>, Error> {
    match id {
        Some(id) => endpoint::urls(ctx, id).await,
        None => Ok(Vec::new()),
    }
}

async fn one(ctx: &CommandContext, id: &str) -> Result<Option<Json>, Error> {
    Ok(list::all(ctx, true, Some(id)).await?.into_iter().next())
}

/// The valid fields of a network.
struct ValidNetwork {
    name: String,
    native_symbol: Option<String>,
    explorer_url: Option<String>,
}

fn fit(params: &NetworkSaveParams) -> Result<ValidNetwork, Error> {
    let name = line(&params.name, "The name of a network", 1..=40)?;
    if params.chain_id == 0 || params.chain_id > LARGEST_CHAIN_ID {
        return Err(invalid("CHAIN_ID", "A chain id is a whole number, such as 11155111."));
    }
    if params.native_decimals.is_some_and(|decimals| decimals > 36) {
        return Err(invalid("NATIVE_DECIMALS", "The native coin has 0 to 36 decimals."));
    }
    if params.confirmations.is_some_and(|count| !(1..=1000).contains(&count)) {
        return Err(invalid("CONFIRMATIONS", "Confirmations are 1 to 1,000 blocks."));
    }
    if params.block_time_ms.is_some_and(|millis| !(50..=600_000).contains(&millis)) {
        return Err(invalid(
            "BLOCK_TIME",
            "The time between blocks is 50 to 600,000 milliseconds.",
        ));
    }
    let explorer = params.explorer_url.as_deref().map(str::trim).filter(|url| !url.is_empty());
    Ok(ValidNetwork {
        name,
        native_symbol: optional_line(params.native_symbol.as_deref(), "A symbol", 20)?,
        explorer_url: explorer.map(explorer_url).transpose()?,
    })
}

/// Checks that there is one network per chain, and that the chain of a network with evidence does
/// not change.
async fn check_chain(
    ctx: &CommandContext,
    params: &NetworkSaveParams,
    before: Option<&Json>,
) -> Result<(), Error> {
    if let Some(before) = before {
        if before["chainId"].as_u64() != Some(params.chain_id) {
            return Err(invalid(
                "CHAIN_ID",
                "The chain ID of a network cannot change. Add another network.",
            ));
        }
        return Ok(());
    }
    let networks = list::all(ctx, false, None).await?;
    let same = networks.iter().find(|one| one["chainId"].as_u64() == Some(params.chain_id));
    if let Some(same) = same {
        let name = same["name"].as_str().unwrap_or_default();
        return Err(invalid("CHAIN_KNOWN", format!("This chain exists already, as {name}.")));
    }
    if i64::try_from(networks.len()).unwrap_or(i64::MAX) >= MOST {
        return Err(invalid(
            "NETWORKS",
            format!("At most {MOST} networks are allowed. Remove one first."),
        ));
    }
    Ok(())
}

async fn write(
    ctx: &CommandContext,
    id: &str,
    params: &NetworkSaveParams,
    fields: &ValidNetwork,
) -> Result<(), Error> {
    let whole = |number: Option<u32>| number.map(f64::from);
    let sql = Sql::fixed(
        r#"insert into "Network" as n ("objectId", "createdAt", "updatedAt", "chainId", "name", "isTestnet", "nativeSymbol",
            "nativeDecimals", "explorerUrl", "confirmations", "blockTimeMs", "enabled", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::int8, $4::text, $5::bool, coalesce($6::text, 'ETH'),
            coalesce($7::float8, 18), nullif($8::text, ''), coalesce($9::float8, 12), coalesce($10::float8, 12000),
            coalesce($11::bool, true), '{*}', '{}')
        on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "name" = excluded."name",
            "isTestnet" = excluded."isTestnet", "nativeSymbol" = coalesce($6::text, n."nativeSymbol"),
            "nativeDecimals" = coalesce($7::float8, n."nativeDecimals"),
            "explorerUrl" = case when $8::text is null then n."explorerUrl" else nullif($8::text, '') end,
            "confirmations" = coalesce($9::float8, n."confirmations"),
            "blockTimeMs" = coalesce($10::float8, n."blockTimeMs"), "enabled" = coalesce($11::bool, n."enabled")"#,
        [
            Bind::from(id),
            ctx.now().into(),
            i64::try_from(params.chain_id).unwrap_or(i64::MAX).into(),
            fields.name.as_str().into(),
            params.is_testnet.into(),
            fields.native_symbol.as_deref().into(),
            whole(params.native_decimals).into(),
            // An empty text removes the explorer, null keeps it.
            params
                .explorer_url
                .is_some()
                .then(|| fields.explorer_url.clone().unwrap_or_default())
                .into(),
            whole(params.confirmations).into(),
            whole(params.block_time_ms).into(),
            params.enabled.into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(())
}

/// The state of new endpoints is unknown until they are checked.
async fn write_nodes(
    ctx: &CommandContext,
    id: &str,
    nodes: &[NodeUrl],
    known: &[String],
) -> Result<(), Error> {
    endpoint::replace(ctx, id, nodes).await?;
    if nodes.iter().any(|node| known.contains(&node.url)) {
        return Ok(());
    }
    let sql = Sql::fixed(
        r#"update "Network" set "health" = 'unknown', "headLagSec" = null, "checkedAt" = null, "traceMode" = null
        where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.execute(&sql).await?;
    Ok(())
}

/// A network for the audit log: its settings, and hosts instead of URLs.
fn recorded(network: &Json) -> Json {
    let mut kept = network.clone();
    let hosts: Json = network["endpoints"]
        .as_array()
        .map(|all| all.iter().map(|one| one["host"].clone()).collect())
        .unwrap_or_default();
    if let Some(fields) = kept.as_object_mut() {
        for found in ["health", "headLagSec", "checkedAt", "traceMode", "endpoints"] {
            fields.remove(found);
        }
        fields.insert("hosts".to_owned(), hosts);
    }
    kept
}
