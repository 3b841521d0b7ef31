//! Tests an endpoint for the administrator who configures it.

use async_trait::async_trait;
use chain_node::{Nodes, TestReport};
use futures_util::future::join_all;
use parse_engine::{Cx, Effect, Error, Function, Signature};
use parse_model::{Json, JsonMap};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::NodeRegistry;
use super::address::NodeUrl;
use super::endpoint::{self, ProbedEndpoint};
use feedback_core::command::{Who, outside_call, signature};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, not_found};

/// The name of the function.
pub(super) const NAME: &str = "networkTest";

/// Blocks that an endpoint may lag without a warning.
const LAG_BLOCKS: u64 = 3;

/// The minimum age of a head that counts as lagging, in seconds, whatever the block time.
const LEAST_LAG_SEC: u64 = 15;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkTestParams {
    id: Option<String>,
    /// The index of one of the network's endpoints, from 0. Default: all.
    place: Option<usize>,
    url: Option<String>,
}

pub(super) struct NetworkTest {
    pub(super) state: ProductState,
}

#[async_trait]
impl Function for NetworkTest {
    fn effect(&self) -> Effect {
        Effect::OwnTransactions
    }

    fn joins_batches(&self) -> bool {
        false
    }

    fn signature(&self) -> Option<Signature> {
        signature::<NetworkTestParams>(Who::Administrator)
    }

    async fn call(&self, cx: &Cx, params: JsonMap) -> Result<Option<Json>, Error> {
        let (ctx, what): (_, NetworkTestParams) = outside_call(cx, params, &self.state).await?;
        let network = match &what.id {
            Some(id) => Some(expected(&ctx, id).await?.ok_or_else(not_found)?),
            None => None,
        };
        let typed = what.url.as_deref().map(NodeUrl::parse).transpose()?;
        let nodes = match (&typed, &what.id) {
            (Some(typed), _) => vec![typed.clone()],
            (None, Some(id)) => known(&ctx, id, what.place).await?,
            (None, None) => return Err(invalid("NODE_URL", "Node URL is required.")),
        };
        let tested =
            ask(&ctx.slot::<NodeRegistry>().nodes_as_they_are(), nodes, network.as_ref()).await;
        if let (Some(id), None) = (&what.id, &typed) {
            let asked: Vec<ProbedEndpoint> = tested.iter().map(|one| one.asked.clone()).collect();
            endpoint::keep(&ctx, id, &asked, cx.engine().clock().now()).await?;
        }
        let endpoints: Vec<Json> = tested.into_iter().map(|one| one.told).collect();
        Ok(Some(json!({ "endpoints": endpoints })))
    }
}

/// The expected chain of an endpoint.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Expected {
    pub(super) chain_id: u64,
    pub(super) block_time_ms: u64,
}

async fn expected(ctx: &CommandContext, id: &str) -> Result<Option<Expected>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('chain_id', "chainId"::int8, 'block_time_ms', "blockTimeMs"::int8)
        from "Network" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await
}

async fn known(
    ctx: &CommandContext,
    id: &str,
    place: Option<usize>,
) -> Result<Vec<NodeUrl>, Error> {
    let urls = endpoint::urls(ctx, id).await?;
    let asked = match place {
        Some(place) => urls.get(place).map(std::slice::from_ref).ok_or_else(not_found)?,
        None => &urls,
    };
    asked.iter().map(|url| NodeUrl::parse(url)).collect()
}

/// The result of a test, for the page and the tables.
pub(super) struct EndpointTest {
    told: Json,
    pub(super) asked: ProbedEndpoint,
}

/// Tests endpoints concurrently.
pub(super) async fn ask(
    nodes: &Nodes,
    urls: Vec<NodeUrl>,
    expected: Option<&Expected>,
) -> Vec<EndpointTest> {
    let test = |node: NodeUrl| async move {
        let report = nodes.test(&node.url).await;
        tested(&node, &report, expected)
    };
    join_all(urls.into_iter().map(test)).await
}

fn tested(node: &NodeUrl, report: &TestReport, expected: Option<&Expected>) -> EndpointTest {
    let error = report.error.clone().or_else(|| wrong_chain(report, expected));
    let is_ok = error.is_none();
    let block_time_ms = expected.map_or(0, |expected| expected.block_time_ms);
    let lag_sec = report.head_age_sec.map(|age| age.saturating_sub(block_time_ms / 1000));
    let most_lag = (LAG_BLOCKS * block_time_ms / 1000).max(LEAST_LAG_SEC);
    let state = match lag_sec {
        _ if !is_ok => "down",
        Some(lag) if lag > most_lag => "lagging",
        _ => "ok",
    };
    let asked = ProbedEndpoint {
        url: node.url.clone(),
        state,
        latency_ms: report.latency_ms,
        head_block: report.head_block,
        lag_sec,
        trace: is_ok.then(|| report.trace.key()),
    };
    let told = json!({
        "host": node.host, "ok": is_ok, "chainId": report.chain_id, "headBlock": report.head_block,
        "headAgeSec": report.head_age_sec, "latencyMs": report.latency_ms, "trace": report.trace.key(),
        "replay": json!({ "code": report.replay.code, "storage": report.replay.storage, "time": report.replay.time,
            "sequence": report.replay.sequence, "depth": report.replay.depth }),
        "error": error,
    });
    EndpointTest { told, asked }
}

fn wrong_chain(report: &TestReport, expected: Option<&Expected>) -> Option<String> {
    let (is, expected) = (report.chain_id?, expected?.chain_id);
    (is != expected).then(|| {
        format!("This is chain {is}, not {expected}. Use the URL of a node of that network.")
    })
}
