//! Which network knows a transaction.

use std::time::Duration;

use alloy_primitives::B256;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::json;
use tokio::time::Instant;

use crate::budget::Budget;
use crate::error::NodeError;
use crate::judge;
use crate::nodes::{Asked, MOST_BYTES, Nodes};

/// How long each network may take.
const WITHIN: Duration = Duration::from_secs(2);
/// How long the others are waited for after a network has said that it knows the transaction, or as
/// long as that one took, if that is more.
const GRACE: Duration = Duration::from_millis(250);

/// Who knows a transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Probe {
    /// The networks that know it.
    pub hits: Vec<u64>,
    /// Those that did not answer in time.
    pub silent: Vec<u64>,
    /// All that were asked.
    pub asked: Vec<u64>,
}

impl Nodes {
    /// Asks these networks at once, each with two seconds and no more of the budget than its time.
    /// Once one knows the transaction, the others are waited for only a moment.
    pub async fn find(&self, hash: B256, among: &[u64], budget: &Budget) -> Probe {
        let asked = among.iter().copied().filter(|id| self.network(*id).is_ok());
        let mut probe = Probe { asked: asked.collect(), ..Probe::default() };
        let began = Instant::now();
        let mut ends_at = began + WITHIN.min(budget.left());
        let mut answers: FuturesUnordered<_> = probe
            .asked
            .iter()
            .map(|chain_id| async move { (*chain_id, self.knows(*chain_id, hash).await) })
            .collect();
        let (mut hits, mut without) = (Vec::new(), Vec::new());
        while let Ok(Some((chain_id, answer))) =
            tokio::time::timeout_at(ends_at, answers.next()).await
        {
            match answer {
                Ok(true) => hits.push(chain_id),
                Ok(false) => without.push(chain_id),
                Err(_) => {}
            }
            if hits.len() == 1 && answer == Ok(true) {
                ends_at = ends_at.min(Instant::now() + GRACE.max(began.elapsed()));
            }
        }
        drop(answers);
        let is_silent = |id: &&u64| !hits.contains(*id) && !without.contains(*id);
        probe.silent = probe.asked.iter().filter(is_silent).copied().collect();
        hits.sort_by_key(|hit| probe.asked.iter().position(|id| id == hit));
        probe.hits = hits;
        probe
    }

    async fn knows(&self, chain_id: u64, hash: B256) -> Result<bool, NodeError> {
        let network = self.network(chain_id)?;
        let budget = Budget::new(WITHIN, 1, MOST_BYTES);
        let asked = Asked::new("eth_getTransactionByHash", json!([hash]));
        let judged = |answer: &_| judge::transaction(answer, hash, chain_id);
        let (transaction, _) = self.ask(&network, &asked, &budget, judged).await?;
        Ok(!transaction.is_null())
    }
}
