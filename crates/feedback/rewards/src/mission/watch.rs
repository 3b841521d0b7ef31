//! Watches chains for transactions of missions, so that steps are ticked automatically.
//!
//! A network is scanned block by block while a tester has started a mission there, by one node at a
//! time. A transaction that a linked wallet sent to a contract of the right kind becomes evidence,
//! which is looked up and checked like a pasted one. Nothing is decided here.

use std::time::Duration;

use async_trait::async_trait;
use chain_node::{Budget, NodeError, Nodes};
use parse_engine::{Engine, Error, Worker};
use parse_identity::Caller;
use parse_model::{Date, Json};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::spent_transaction::is_spent;
use super::submission::{self, StepProgress};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_issues::evidence::notice;
use feedback_networks::network::block_reader::number;
use feedback_networks::network::{BlockReader, KnownNetwork, all_enabled, block_reader, nodes};

/// How often each node checks whether a network is due.
const EVERY: Duration = Duration::from_secs(2);
/// The duration of a lease on a network.
const LEASE_SECONDS: i64 = 60;
/// Blocks scanned at a time.
const BLOCKS: u64 = 20;
/// How far back a scan starts if the network was not scanned for long.
const FRESH_MILLIS: u64 = 30_000;
const MOST_BEHIND: u64 = 2_000;

/// Scans networks.
pub(super) struct MissionWatch {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for MissionWatch {
    async fn work(&self, engine: &Engine) {
        let mut is_failing = false;
        loop {
            match Box::pin(self.drain(engine)).await {
                Ok(()) => is_failing = false,
                Err(error) if is_failing => {
                    tracing::debug!(%error, "mission transactions not checked");
                }
                Err(error) => {
                    is_failing = true;
                    tracing::error!(%error, "mission transactions not checked, will retry");
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        let ctx = self.context(engine);
        let sql = Sql::new("select to_jsonb(network) from _touchstone.watched_networks() network");
        let wanted: Vec<String> = ctx.rows(&sql).await?;
        if wanted.is_empty() {
            return Ok(());
        }
        let known = all_enabled(&ctx).await?;
        let mut outcome = Ok(());
        for network in known.iter().filter(|network| wanted.contains(&network.id)) {
            let looked = async {
                // Its lease starts now, however long the networks before it took.
                match take(&self.context(engine), &network.id).await? {
                    Some(watch) => self.watch_network(engine, network, &watch).await,
                    None => Ok(()),
                }
            };
            // An error on one network does not stop the others.
            if let Err(error) = looked.await {
                tracing::debug!(network = network.name, %error, "network not checked for mission transactions");
                outcome = Err(error);
            }
        }
        outcome
    }
}

/// The scan position of a network.
#[derive(Deserialize)]
struct Watch {
    block: Option<u64>,
    /// The end of the lease, which proves ownership.
    lease: i64,
}

/// Leases a network. The node that counts the calls of a network also watches it for missions, so
/// that both need its blocks once.
async fn take(ctx: &CommandContext, network: &str) -> Result<Option<Watch>, Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.mission_watch as w (network, due_at)
        select $1::text, $3::timestamptz where not exists (select from _touchstone.call_watch c
            where c.network = $1::text and c.is_on and c.holder <> $4::text and c.held_until > $2::timestamptz)
        on conflict (network) do update set due_at = excluded.due_at where w.due_at <= $2::timestamptz
        returning jsonb_build_object('block', w.block, 'lease', _touchstone.in_millis(w.due_at))",
        [
            Bind::from(network),
            ctx.now().into(),
            ctx.now().plus_seconds(LEASE_SECONDS).into(),
            block_reader(ctx).id(ctx).into(),
        ],
    );
    ctx.row(&sql).await
}

/// A transaction that may complete a step.
#[derive(Debug, Deserialize)]
struct Candidate {
    submission: String,
    step: String,
    hash: String,
}

impl MissionWatch {
    fn context(&self, engine: &Engine) -> CommandContext {
        let cx = engine.cx(Caller::master());
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }

    async fn watch_network(
        &self,
        engine: &Engine,
        network: &KnownNetwork,
        watch: &Watch,
    ) -> Result<(), Error> {
        let ctx = self.context(engine);
        let nodes = nodes(&ctx).await?;
        let reader = block_reader(&ctx);
        let seen = match read_blocks(&reader, &nodes, network, watch.block).await {
            Ok(seen) => seen,
            Err(error) => {
                tracing::debug!(network = network.name, %error, "blocks not read for mission transactions");
                return end(&ctx, network, watch, watch.block, false).await;
            }
        };
        for candidate in candidates(&ctx, network, seen.txs).await? {
            let cx = engine.cx(Caller::master());
            cx.unit(|tx| {
                let ctx = CommandContext::new(tx, Access::Writes, None, self.state.clone());
                let (network, candidate) = (&network.id, &candidate);
                Box::pin(async move { attach(&ctx, network, candidate).await })
            })
            .await?;
        }
        end(&ctx, network, watch, Some(seen.block), seen.is_behind).await
    }
}

/// The content of some blocks.
struct Blocks {
    txs: Vec<Json>,
    /// The last block.
    block: u64,
    is_behind: bool,
}

async fn read_blocks(
    reader: &BlockReader,
    nodes: &Nodes,
    network: &KnownNetwork,
    last: Option<u64>,
) -> Result<Blocks, NodeError> {
    let budget = Budget::new(Duration::from_secs(20), 30, 64 << 20);
    let head = nodes.request(network.chain_id, "eth_blockNumber", json!([]), &budget).await?;
    let head = number(&head).unwrap_or_default();
    let fresh = head.saturating_sub(FRESH_MILLIS / network.block_time_ms.max(1) + 1);
    let last = last.map_or(fresh, |last| last.max(head.saturating_sub(MOST_BEHIND)));
    let until = head.min(last.saturating_add(BLOCKS));
    let blocks = last.saturating_add(1)..=until;
    let blocks = reader.read(nodes, network.chain_id, blocks, &budget).await?;
    let until = blocks.last().map_or(last, |block| block.number);
    let txs = blocks.iter().flat_map(|block| {
        block.sent.iter().map(|sent| {
            json!({ "hash": sent.hash, "sender": sent.from, "target": sent.to, "mined": block.time })
        })
    });
    // An endpoint that lags behind the previous one has nothing new.
    Ok(Blocks { txs: txs.collect(), block: until.max(last), is_behind: until < head })
}

async fn candidates(
    ctx: &CommandContext,
    network: &KnownNetwork,
    txs: Vec<Json>,
) -> Result<Vec<Candidate>, Error> {
    if txs.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::fixed(
        "select _touchstone.watched_steps($1::text, $2::jsonb)",
        [Bind::from(&*network.id), Json::from(txs).into()],
    );
    ctx.rows(&sql).await
}

/// Submits a transaction for a step that still needs one. An earlier one that did not pass is
/// replaced.
async fn attach(ctx: &CommandContext, network: &str, found: &Candidate) -> Result<(), Error> {
    let mut submission = submission::lock(ctx, &found.submission).await?;
    let is_open = submission
        .progress
        .get(&found.step)
        .is_some_and(|progress| matches!(progress.state.as_str(), "watching" | "failed"));
    if submission.state.key() != "started" || !is_open {
        return Ok(());
    }
    if is_spent(ctx, &submission, &found.hash).await? {
        return Ok(());
    }
    let evidence = notice(ctx, &submission.user, network, &found.hash).await?;
    let sql = Sql::fixed(
        "insert into _touchstone.submission_evidence (submission, step, evidence) values ($1::text, $2::text, $3::text)
        on conflict (submission, step) do update set evidence = excluded.evidence",
        [Bind::from(&*submission.id), found.step.as_str().into(), evidence.as_str().into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        r#"update "Evidence" set "submission" = $2::text where "objectId" = $1::text"#,
        [Bind::from(&*evidence), submission.id.as_str().into()],
    );
    ctx.execute(&sql).await?;
    let progress = StepProgress {
        evidence: Some(evidence.clone()),
        hash: Some(found.hash.clone()),
        ..StepProgress::of("checking", Some(ctx.now().iso()))
    };
    submission.answers.insert(found.step.clone(), evidence.into());
    submission.progress.insert(found.step.clone(), progress);
    // Evidence that was already explained is checked now.
    super::check::run_checks(ctx, &mut submission).await?;
    submission.write(ctx, None, None).await.map(drop)
}

/// Stores the position, unless another node scans the network by now.
async fn end(
    ctx: &CommandContext,
    network: &KnownNetwork,
    watch: &Watch,
    block: Option<u64>,
    is_behind: bool,
) -> Result<(), Error> {
    let now = ctx.now();
    let rest = if is_behind { 0 } else { network.block_time_ms.clamp(2_000, 15_000) };
    let due = Date::from_millis(now.millis().saturating_add(i64::try_from(rest).unwrap_or(0)));
    let block = block.and_then(|block| i64::try_from(block).ok());
    let sql = Sql::fixed(
        "update _touchstone.mission_watch set block = $2::int8, looked_at = $3::timestamptz, due_at = $4::timestamptz
        where network = $1::text and due_at = $5::timestamptz",
        [
            Bind::from(&*network.id),
            block.into(),
            now.into(),
            due.into(),
            Date::from_millis(watch.lease).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
