//! Reads the blocks of networks for everything that watches a chain, so that this node requests a
//! block once.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use alloy_primitives::{Address, B256};
use chain::own_call;
use chain_node::{Budget, NodeError, Nodes};
use futures_util::StreamExt;
use futures_util::stream::iter;
use parse_model::Json;
use serde_json::json;

use feedback_core::command_context::CommandContext;

/// Blocks of a network in memory. A network has at most 1,000 confirmations, most have 64.
const KEPT: usize = 256;
/// Blocks requested at the same time.
const AT_ONCE: usize = 8;

/// A block.
#[derive(Debug)]
pub struct Block {
    /// Its number.
    pub number: u64,
    /// Its hash.
    pub hash: B256,
    /// The hash of the block before it.
    pub parent: B256,
    /// Its time, in seconds since 1970.
    pub time: u64,
    /// Its transactions, except those that create contracts.
    pub sent: Vec<Sent>,
}

/// A transaction in a block.
#[derive(Debug)]
pub struct Sent {
    /// Its hash.
    pub hash: B256,
    /// Its sender.
    pub from: Address,
    /// The contract or account that it calls.
    pub to: Address,
    /// Its calldata for an entry point of smart accounts, otherwise the first four bytes of it.
    pub input: Vec<u8>,
}

/// Reads blocks and keeps the last ones of each network.
#[derive(Debug, Default)]
pub struct BlockReader {
    id: OnceLock<String>,
    chains: Mutex<HashMap<u64, Arc<Kept>>>,
}

type Kept = tokio::sync::Mutex<BTreeMap<u64, Arc<Block>>>;

impl BlockReader {
    /// Identifies this process, for leases of networks.
    pub fn id(&self, ctx: &CommandContext) -> &str {
        self.id.get_or_init(|| ctx.new_id())
    }

    /// Blocks in their order, up to the first one that no node has. What is kept may have been
    /// replaced since: a caller that needs the chain as it is compares the hashes of parents, and
    /// [forgets](BlockReader::forget) after a difference.
    pub async fn read(
        &self,
        nodes: &Nodes,
        chain_id: u64,
        numbers: RangeInclusive<u64>,
        budget: &Budget,
    ) -> Result<Vec<Arc<Block>>, NodeError> {
        let chain = self.chain(chain_id);
        // Held while nodes are asked, so that another watcher of the network finds what it needs.
        let mut kept = chain.lock().await;
        let missing: Vec<u64> =
            numbers.clone().filter(|number| !kept.contains_key(number)).collect();
        let asked = iter(missing).map(|number| request(nodes, chain_id, number, budget));
        let mut answers = asked.buffered(AT_ONCE);
        let mut outcome = Ok(());
        while let Some(answer) = answers.next().await {
            match answer {
                Ok(Some(block)) => drop(kept.insert(block.number, Arc::new(block))),
                Ok(None) => break,
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        drop(answers);
        let found: Vec<Arc<Block>> =
            numbers.map_while(|number| kept.get(&number).map(Arc::clone)).collect();
        while kept.len() > KEPT {
            kept.pop_first();
        }
        // An error after some blocks comes again with the next one.
        if found.is_empty() { outcome.map(|()| found) } else { Ok(found) }
    }

    /// Drops the blocks of a network, because some of them were replaced.
    pub async fn forget(&self, chain_id: u64) {
        self.chain(chain_id).lock().await.clear();
    }

    fn chain(&self, chain_id: u64) -> Arc<Kept> {
        let mut chains = self.chains.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(chains.entry(chain_id).or_default())
    }
}

async fn request(
    nodes: &Nodes,
    chain_id: u64,
    number: u64,
    budget: &Budget,
) -> Result<Option<Block>, NodeError> {
    let params = json!([format!("{number:#x}"), true]);
    let told = nodes.request_long(chain_id, "eth_getBlockByNumber", params, budget).await?;
    if told.is_null() {
        return Ok(None);
    }
    let block = block(&told).filter(|block| block.number == number);
    block.map(Some).ok_or(NodeError::Nonsense)
}

fn block(told: &Json) -> Option<Block> {
    let hash = |key: &str| B256::from_str(told[key].as_str()?).ok();
    Some(Block {
        number: number(&told["number"])?,
        hash: hash("hash")?,
        parent: hash("parentHash")?,
        time: number(&told["timestamp"])?,
        sent: told["transactions"].as_array()?.iter().filter_map(sent).collect(),
    })
}

fn sent(told: &Json) -> Option<Sent> {
    let address = |key: &str| Address::from_str(told[key].as_str()?).ok();
    let to = address("to")?;
    let input = if own_call::is_entry_point(to) {
        own_call::calldata(&told["input"])
    } else {
        let text = told["input"].as_str().and_then(|text| text.get(..10)).unwrap_or_default();
        own_call::calldata(&json!(text))
    };
    Some(Sent {
        hash: B256::from_str(told["hash"].as_str()?).ok()?,
        from: address("from")?,
        to,
        input,
    })
}

/// A number as nodes write it.
pub fn number(told: &Json) -> Option<u64> {
    u64::from_str_radix(told.as_str()?.strip_prefix("0x")?, 16).ok()
}
