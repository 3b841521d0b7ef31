//! Reads confirmed blocks and the outcomes of the calls to own contracts in them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use alloy_primitives::{Address, B256};
use chain::own_call::{self, OwnCall};
use chain_node::{Budget, NodeError, Nodes};
use futures_util::future::{BoxFuture, join_all};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::position::Watch;
use feedback_core::command_context::CommandContext;
use feedback_networks::network::KnownNetwork;
use feedback_networks::network::block_reader::{Block, BlockReader, Sent, number};

/// Blocks of one round.
const BLOCKS: u64 = 40;
/// Receipts requested at the same time.
const AT_ONCE: usize = 8;
/// Limits of one round. A busy contract may be called many times in a block.
const WITHIN: Duration = Duration::from_secs(30);
const MOST_CALLS: u32 = 5_000;
const MOST_BYTES: usize = 256 << 20;

/// What is needed to read a network.
pub(super) struct Reading<'a> {
    pub(super) ctx: &'a CommandContext,
    pub(super) network: &'a KnownNetwork,
    pub(super) reader: &'a BlockReader,
    pub(super) nodes: &'a Nodes,
    /// The contracts of the programme.
    pub(super) own: HashSet<Address>,
}

/// A call and its outcome. The sender stays in memory.
pub(super) struct SeenCall {
    pub(super) call: OwnCall,
    pub(super) hash: B256,
    pub(super) place: usize,
    pub(super) sender: Address,
    pub(super) has_failed: bool,
}

/// A block with the calls in it.
pub(super) struct SeenBlock {
    pub(super) block: Arc<Block>,
    pub(super) calls: Vec<SeenCall>,
}

/// The calls of a block that this index names.
type Answer = (usize, Result<Vec<SeenCall>, NodeError>);

/// What came of reading the next blocks.
pub(super) enum Outcome {
    Blocks(Vec<SeenBlock>),
    /// The last counted block is no longer part of the chain.
    Replaced,
    /// No endpoint has the next block.
    Missing,
    /// Endpoints did not answer, or contradict each other.
    Silent(String),
}

impl Reading<'_> {
    /// The last block with enough confirmations.
    pub(super) async fn confirmed(&self) -> Result<u64, String> {
        let budget = Budget::default();
        let asked =
            self.nodes.request(self.network.chain_id, "eth_blockNumber", json!([]), &budget);
        let head = asked.await.map_err(|error| self.problem(&error))?;
        let head = number(&head).ok_or_else(|| self.problem(&NodeError::Nonsense))?;
        Ok((head + 1).saturating_sub(self.network.confirmations))
    }

    /// The blocks after the last counted one.
    pub(super) async fn next_blocks(
        &self,
        watch: &Watch,
        last: u64,
        confirmed: u64,
    ) -> Result<Outcome, Error> {
        let budget = Budget::new(WITHIN, MOST_CALLS, MOST_BYTES);
        let numbers = last + 1..=confirmed.min(last + BLOCKS);
        let blocks = match self.read(numbers, &budget).await {
            Ok(blocks) => blocks,
            Err(error) => return Ok(Outcome::Silent(self.problem(&error))),
        };
        let Some(first) = blocks.first() else { return Ok(Outcome::Missing) };
        let parent = format!("{:#x}", first.parent);
        if watch.hash.as_ref().is_some_and(|hash| *hash != parent) {
            // The first block may be an old one that is kept in memory.
            self.reader.forget(self.network.chain_id).await;
            return Ok(Outcome::Replaced);
        }
        if blocks.windows(2).any(|two| two[0].hash != two[1].parent) {
            self.reader.forget(self.network.chain_id).await;
            return Ok(Outcome::Silent("Blocks were replaced while they were read.".to_owned()));
        }
        match self.with_calls(blocks, &budget).await {
            Ok(seen) => Ok(Outcome::Blocks(seen)),
            Err(error) => {
                self.reader.forget(self.network.chain_id).await;
                Ok(Outcome::Silent(self.problem(&error)))
            }
        }
    }

    async fn read(
        &self,
        numbers: std::ops::RangeInclusive<u64>,
        budget: &Budget,
    ) -> Result<Vec<Arc<Block>>, NodeError> {
        self.reader.read(self.nodes, self.network.chain_id, numbers, budget).await
    }

    /// Adds the calls and their outcomes: one receipt for each transaction with a call.
    async fn with_calls(
        &self,
        blocks: Vec<Arc<Block>>,
        budget: &Budget,
    ) -> Result<Vec<SeenBlock>, NodeError> {
        let mut found = Vec::new();
        for (at, block) in blocks.iter().enumerate() {
            for sent in &block.sent {
                let calls = own_call::own_calls(sent.to, &sent.input, &self.own);
                if !calls.is_empty() {
                    found.push((at, block.hash, sent, calls));
                }
            }
        }
        let mut calls: Vec<Vec<SeenCall>> = blocks.iter().map(|_| Vec::new()).collect();
        while !found.is_empty() {
            let rest = found.split_off(found.len().min(AT_ONCE));
            let mut asked: Vec<BoxFuture<'_, Answer>> = Vec::with_capacity(AT_ONCE);
            for (at, block, sent, own) in found {
                let outcomes = self.outcomes(block, sent, own, budget);
                asked.push(Box::pin(async move { (at, outcomes.await) }));
            }
            for (at, seen) in join_all(asked).await {
                calls[at].extend(seen?);
            }
            found = rest;
        }
        let seen = blocks.into_iter().zip(calls);
        Ok(seen.map(|(block, calls)| SeenBlock { block, calls }).collect())
    }

    async fn outcomes(
        &self,
        block: B256,
        sent: &Sent,
        calls: Vec<OwnCall>,
        budget: &Budget,
    ) -> Result<Vec<SeenCall>, NodeError> {
        let chain_id = self.network.chain_id;
        let params = json!([sent.hash]);
        let receipt =
            self.nodes.request_long(chain_id, "eth_getTransactionReceipt", params, budget).await?;
        if receipt["blockHash"].as_str().and_then(|hash| hash.parse().ok()) != Some(block) {
            return Err(NodeError::Nonsense);
        }
        let outcomes = own_call::outcomes(&calls, &receipt);
        if calls
            .iter()
            .zip(&outcomes)
            .any(|(call, told)| call.operation.is_none() && told.is_none())
        {
            return Err(NodeError::Nonsense);
        }
        let seen = calls.into_iter().zip(outcomes).enumerate();
        Ok(seen
            .filter_map(|(place, (call, told))| {
                let sender = call.operation.as_ref().map_or(sent.from, |one| one.sender);
                Some(SeenCall { call, hash: sent.hash, place, sender, has_failed: told? })
            })
            .collect())
    }

    /// The first counted block that is no longer part of the chain. `None` if endpoints do not say.
    pub(super) async fn first_replaced(&self, last: u64) -> Result<Option<u64>, Error> {
        let sql = Sql::fixed(
            "select jsonb_build_array(number, hash) from _touchstone.call_block
            where network = $1::text and number <= $2::int8 order by number desc",
            [Bind::from(&*self.network.id), i64::try_from(last).unwrap_or(i64::MAX).into()],
        );
        let counted: Vec<(u64, String)> = self.ctx.rows(&sql).await?;
        let budget = Budget::new(WITHIN, MOST_CALLS, MOST_BYTES);
        let mut first = None;
        for (number, hash) in counted {
            let Ok(blocks) = self.read(number..=number, &budget).await else { return Ok(None) };
            let Some(block) = blocks.first() else { return Ok(None) };
            if format!("{:#x}", block.hash) == hash {
                break;
            }
            first = Some(number);
        }
        Ok(first)
    }

    fn problem(&self, error: &NodeError) -> String {
        format!("{}: {error}.", self.network.name)
    }
}
