//! The worker that counts calls: one round of each network after the other, under a lease.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::{BoxFuture, join_all};
use parse_engine::{Engine, Error, Worker};
use parse_model::Date;
use parse_store::{Bind, Sql};

use super::position::Watch;
use super::read::{Outcome, Reading};
use super::{count, store, undo};
use feedback_core::command_context::CommandContext;
use feedback_core::lease_queue::QueueContext;
use feedback_core::product_state::ProductState;
use feedback_networks::network::{KnownNetwork, all_enabled, block_reader, nodes, registry};

/// How often each node checks whether a network is due.
const EVERY: Duration = Duration::from_secs(2);
/// The duration of a lease while blocks are read. A round takes half of it at most.
const LEASE_SECONDS: i64 = 60;
/// How long a node keeps a network beyond the next round, so that its blocks stay in one memory.
const KEEP_SECONDS: i64 = 30;
/// Rounds of a network in a row while it is behind.
const ROUNDS: usize = 50;
/// Blocks behind which are left out, and recorded as a gap.
const MOST_BEHIND: u64 = 2_000;
/// Rounds without the next block after which it counts as unavailable.
const MOST_MISSES: i64 = 10;
/// The pause of a network that is up to date: the time of this many blocks, within limits. The
/// number of the last block is requested once for all of them.
const PAUSE_BLOCKS: u64 = 20;
const PAUSE_MILLIS: (u64, u64) = (15_000, 120_000);
/// The pause after an endpoint failed.
const RETRY_SECONDS: i64 = 15;

/// Counts the calls of networks.
pub(super) struct CallWatch {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for CallWatch {
    async fn work(&self, engine: &Engine) {
        let mut is_failing = false;
        loop {
            match Box::pin(self.drain(engine)).await {
                Ok(()) => is_failing = false,
                Err(error) if is_failing => tracing::debug!(%error, "calls not counted"),
                Err(error) => {
                    is_failing = true;
                    tracing::error!(%error, "calls not counted, will retry");
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        let work = QueueContext { engine, state: &self.state };
        let ctx = work.autocommit();
        let sql = Sql::fixed(
            "select to_jsonb(network) from _touchstone.call_watch where is_on and due_at <= $1::timestamptz",
            [Bind::from(ctx.now())],
        );
        let due: Vec<String> = ctx.rows(&sql).await?;
        if due.is_empty() {
            return Ok(());
        }
        let known = all_enabled(&ctx).await?;
        let mut counted: Vec<BoxFuture<'_, Result<(), Error>>> = Vec::new();
        for network in known.iter().filter(|network| due.contains(&network.id)) {
            counted.push(Box::pin(count_network(work, network)));
        }
        join_all(counted).await.into_iter().find(Result::is_err).unwrap_or(Ok(()))
    }
}

/// Counts a network until it is up to date, for some rounds.
async fn count_network(work: QueueContext<'_>, network: &KnownNetwork) -> Result<(), Error> {
    for _ in 0..ROUNDS {
        let ctx = work.autocommit();
        let Some(watch) = take(&ctx, &network.id).await? else { return Ok(()) };
        let round = Round { work, network, watch };
        if Box::pin(round.run(&ctx)).await? {
            return Ok(());
        }
    }
    Ok(())
}

/// Leases a network that is due. The node that read it last has precedence.
async fn take(ctx: &CommandContext, network: &str) -> Result<Option<Watch>, Error> {
    let sql = Sql::fixed(
        "update _touchstone.call_watch w set holder = $3::text, held_until = $4::timestamptz
        where w.network = $1::text and w.is_on and w.due_at <= $2::timestamptz
            and (w.holder is not distinct from $3::text or coalesce(w.held_until, '-infinity') <= $2::timestamptz)
        returning jsonb_build_object('block', w.block, 'misses', w.misses, 'hash', (select b.hash from _touchstone.call_block b
            where b.network = w.network and b.number = w.block))",
        [
            Bind::from(network),
            ctx.now().into(),
            block_reader(ctx).id(ctx).into(),
            ctx.now().plus_seconds(LEASE_SECONDS).into(),
        ],
    );
    ctx.row(&sql).await
}

/// One round of a network.
struct Round<'a> {
    work: QueueContext<'a>,
    network: &'a KnownNetwork,
    watch: Watch,
}

impl Round<'_> {
    /// Counts the next blocks. Whether nothing is left to do for now.
    async fn run(&self, ctx: &CommandContext) -> Result<bool, Error> {
        let registry = registry(ctx, &self.network.id).await?;
        let own = registry.contracts.keys().copied().collect();
        let (reader, nodes) = (block_reader(ctx), nodes(ctx).await?);
        let reading = Reading { ctx, network: self.network, reader: &reader, nodes: &nodes, own };
        let outcome = match reading.confirmed().await {
            Ok(confirmed) => self.count_up_to(&reading, confirmed).await?,
            Err(problem) => Err(problem),
        };
        match outcome {
            Ok(is_done) => Ok(is_done),
            Err(problem) => {
                tracing::debug!(network = self.network.name, problem, "blocks not counted");
                let due = ctx.now().plus_seconds(RETRY_SECONDS);
                self.rest(ctx, due, Some(&problem)).await.map(|()| true)
            }
        }
    }

    async fn count_up_to(
        &self,
        reading: &Reading<'_>,
        confirmed: u64,
    ) -> Result<Result<bool, String>, Error> {
        let ctx = reading.ctx;
        let Some(block) = self.watch.block else {
            store::begin(ctx, &self.network.id, confirmed).await?;
            return Ok(Ok(false));
        };
        if confirmed <= block {
            return self.up_to_date(ctx, confirmed).await.map(|()| Ok(true));
        }
        if confirmed - block > MOST_BEHIND {
            return self.skip(confirmed, "behind").await.map(|()| Ok(false));
        }
        Ok(match reading.next_blocks(&self.watch, block, confirmed).await? {
            Outcome::Blocks(blocks) => {
                let counted = count::count(ctx, self.network, blocks).await?;
                self.store(&counted, confirmed).await?;
                // A fast chain has more blocks by now. They are counted after the pause, so that the
                // number of the last block is not requested for a few of them.
                let is_done = counted.last().is_some_and(|last| last.number >= confirmed);
                if is_done {
                    self.up_to_date(ctx, confirmed).await?;
                }
                Ok(is_done)
            }
            Outcome::Replaced => match reading.first_replaced(block).await? {
                Some(first) => self.undo(first).await.map(|()| Ok(false))?,
                None => Err("The nodes contradict each other about replaced blocks.".to_owned()),
            },
            Outcome::Missing if self.watch.misses + 1 >= MOST_MISSES => {
                self.skip(confirmed, "unavailable").await.map(|()| Ok(false))?
            }
            Outcome::Missing => {
                store::note_miss(ctx, &self.network.id).await?;
                Err(format!("No node has block {}.", block + 1))
            }
            Outcome::Silent(problem) => Err(problem),
        })
    }

    async fn store(&self, counted: &[count::CountedBlock], confirmed: u64) -> Result<(), Error> {
        let (network, watch) = (&self.network.id, &self.watch);
        let stored = self
            .work
            .unit(|ctx| async move { store::add(&ctx, network, watch, counted, confirmed).await });
        stored.await
    }

    async fn undo(&self, first: u64) -> Result<(), Error> {
        let network = self.network;
        tracing::info!(
            network = network.name,
            first,
            "counted blocks were replaced, counting again"
        );
        let watch = &self.watch;
        self.work.unit(|ctx| async move { undo::undo(&ctx, &network.id, watch, first).await }).await
    }

    /// Leaves out all blocks up to the last confirmed one.
    async fn skip(&self, confirmed: u64, reason: &'static str) -> Result<(), Error> {
        let network = self.network;
        tracing::warn!(network = network.name, reason, "blocks left out of the counts");
        let watch = &self.watch;
        self.work
            .unit(
                |ctx| async move { store::skip(&ctx, &network.id, watch, confirmed, reason).await },
            )
            .await
    }

    async fn up_to_date(&self, ctx: &CommandContext, confirmed: u64) -> Result<(), Error> {
        store::note_confirmed(ctx, &self.network.id, confirmed).await?;
        let pause = self.network.block_time_ms.saturating_mul(PAUSE_BLOCKS);
        let pause = pause.clamp(PAUSE_MILLIS.0, PAUSE_MILLIS.1);
        let due = ctx.now().millis().saturating_add(i64::try_from(pause).unwrap_or(0));
        self.rest(ctx, Date::from_millis(due), None).await
    }

    async fn rest(
        &self,
        ctx: &CommandContext,
        due: Date,
        problem: Option<&str>,
    ) -> Result<(), Error> {
        let held = due.plus_seconds(KEEP_SECONDS);
        store::rest(ctx, &self.network.id, due, held, problem).await
    }
}
