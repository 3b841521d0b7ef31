//! Everything that a network's nodes tell about one transaction, within one budget.

use alloy_primitives::B256;
use chain::Found;
use serde_json::{Value, json};

use crate::budget::Budget;
use crate::error::NodeError;
use crate::hex;
use crate::judge;
use crate::nodes::{Asked, NetworkState, Nodes};
use crate::token;
use crate::trace::Mined;

/// What of a look-up has been done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The network is known.
    Network,
    /// The transaction was found.
    Transaction,
    /// Its receipt was found.
    Receipt,
    /// Its trace was found, or there is none to be had.
    Trace,
    /// Its tokens were asked for their names.
    Tokens,
}

impl Nodes {
    /// Looks a transaction up. One that the network does not know is [`Value::Null`], one that waits
    /// has no receipt. Only transaction and receipt must come; without block, trace or tokens what
    /// is known is less sure. `on_step` hears of each step when it is done.
    pub async fn look_up(
        &self,
        chain_id: u64,
        hash: B256,
        budget: &Budget,
        on_step: &(dyn Fn(Step) + Send + Sync),
    ) -> Result<Found, NodeError> {
        let network = self.network(chain_id)?;
        let mut found = Found { chain_id, ..Found::default() };
        on_step(Step::Network);
        let transaction = Asked::new("eth_getTransactionByHash", json!([hash]));
        let judged = |answer: &_| judge::transaction(answer, hash, chain_id);
        let (transaction, receipt) = tokio::join!(
            self.ask(&network, &transaction, budget, judged),
            self.receipt(&network, hash, None, budget),
        );
        let (transaction, endpoint) = transaction?;
        found.transaction = transaction;
        found.head_lag_blocks = network.blocks_behind(&endpoint);
        if found.transaction.is_null() {
            return Ok(found);
        }
        on_step(Step::Transaction);
        let Some(receipt) =
            self.agreed(&network, hash, &found.transaction, receipt?, budget).await?
        else {
            return Ok(found);
        };
        on_step(Step::Receipt);
        let mined = Mined { hash, transaction: &found.transaction, receipt: &receipt };
        let (block, trace) = tokio::join!(
            self.block(&network, &receipt, budget),
            self.trace(&network, &mined, budget),
        );
        (found.block, found.trace, found.receipt) = (block, trace, Some(receipt));
        on_step(Step::Trace);
        found.tokens = self.tokens(chain_id, &token::candidates(&found), budget).await;
        on_step(Step::Tokens);
        Ok(found)
    }

    async fn receipt(
        &self,
        network: &NetworkState,
        hash: B256,
        block: Option<B256>,
        budget: &Budget,
    ) -> Result<Value, NodeError> {
        let asked = Asked::new("eth_getTransactionReceipt", json!([hash]));
        let judged = |answer: &_| judge::receipt(answer, hash, block);
        self.ask(network, &asked, budget, judged).await.map(|(receipt, _)| receipt)
    }

    /// The receipt, of the block in which the transaction is; nothing while it waits. Two answers
    /// that disagree are asked for again: one endpoint was behind, or lied.
    async fn agreed(
        &self,
        network: &NetworkState,
        hash: B256,
        transaction: &Value,
        receipt: Value,
        budget: &Budget,
    ) -> Result<Option<Value>, NodeError> {
        let block = hex::read_hash(&transaction["blockHash"]);
        let told = hex::read_hash(&receipt["blockHash"]);
        match (block, told) {
            (None, None) => Ok(None),
            (None, Some(_)) => Ok(Some(receipt)),
            (Some(block), told) if told == Some(block) => Ok(Some(receipt)),
            (Some(block), _) => {
                let receipt = self.receipt(network, hash, Some(block), budget).await?;
                if receipt.is_null() { Ok(None) } else { Ok(Some(receipt)) }
            }
        }
    }

    async fn block(
        &self,
        network: &NetworkState,
        receipt: &Value,
        budget: &Budget,
    ) -> Option<Value> {
        let hash = hex::read_hash(&receipt["blockHash"])?;
        // By its hash: by its number, a re-organised chain would answer with another block.
        let asked = Asked::new("eth_getBlockByHash", json!([hash, false]));
        let now_ms = self.inner.clock.now_ms();
        let judged = |answer: &_| judge::block(answer, hash, now_ms);
        let (block, _) = self.ask(network, &asked, budget, judged).await.ok()?;
        if block.is_null() { None } else { Some(block) }
    }
}
