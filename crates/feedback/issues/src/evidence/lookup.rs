//! Looks up one piece of evidence: calls RPC endpoints and explains their answers.
//!
//! No transaction is open here, and only the progress is written.

use std::str::FromStr;
use std::sync::Arc;

use alloy_primitives::B256;
use chain::explanation::ChainStatus;
use chain::{Explanation, Found, Gone, LimitCheck, Registry};
use chain_node::{Budget, NodeError, Nodes};
use feedback_model::evidence::{EvidenceKind, WAITING};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::blocking_pool::apart;
use super::explain::explain_found;
use super::found_cache::{self, CachedTransaction};
use super::progress::{self, Progress};
use super::queue::{LookupJob, LookupReason};
use super::record::{EvidenceRecord, TxId};
use super::rerun::{self, Answered};
use feedback_core::command_context::CommandContext;
use feedback_networks::network::{self, KnownNetwork};

/// The outcome of a look-up.
#[derive(Debug)]
pub(super) enum LookupOutcome {
    /// It can be explained.
    Explained(Box<Explained>),
    /// The transaction is pending.
    Waiting { network: KnownNetwork, explanation: Box<Explanation> },
    /// It will never be mined.
    Ended { network: KnownNetwork, explanation: Box<Explanation> },
    /// The transaction is unknown on these networks. Some of them may not have answered.
    Missing { tried: Vec<String>, silent: Vec<String> },
    /// Several networks know it.
    Several(Vec<String>),
    /// No endpoint answered.
    Silent { done: usize, reason: String },
    /// It cannot be looked up.
    Hopeless { done: usize, reason: String },
    /// The block is unchanged, and this many blocks confirm it.
    Same { confirmations: u64 },
    /// It is in another block than before, or in none.
    Moved,
    /// The call was made again. `None` if nothing was to be asked.
    Rerun(Option<Box<Answered>>),
}

/// An explanation and its source.
#[derive(Debug)]
pub(super) struct Explained {
    pub(super) network: Option<KnownNetwork>,
    pub(super) explanation: Explanation,
    pub(super) found: Option<Found>,
    /// Number of confirmations, its own block included. `None` if unknown.
    pub(super) confirmations: Option<u64>,
    /// What is known about its limit, by the block of a quote.
    pub(super) limit_checks: Vec<LimitCheck>,
    /// Whether endpoints were called for it just now.
    pub(super) is_fresh: bool,
    /// Whether its call can be made again with one thing changed.
    pub(super) has_trial: bool,
}

impl Explained {
    /// Whether no reorganisation can change it.
    pub(super) fn is_final(&self) -> bool {
        match (&self.network, self.confirmations) {
            (Some(network), Some(known)) => known >= network.confirmations,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }
}

/// Looks up a piece of evidence.
pub(super) async fn lookup(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
) -> Result<LookupOutcome, Error> {
    let networks = network::all_enabled(ctx).await?;
    match (subject.kind, &subject.hash) {
        (EvidenceKind::Tx, Some(hash)) => {
            let Ok(hash) = B256::from_str(hash) else {
                let reason = "Invalid transaction hash.".to_owned();
                return Ok(LookupOutcome::Hopeless { done: 0, reason });
            };
            let nodes = network::nodes(ctx).await?;
            TransactionLookup { ctx, job, subject, nodes, networks: &networks, hash }
                .transaction()
                .await
        }
        _ => error_only(ctx, subject, &networks).await,
    }
}

/// Explains a pasted error.
async fn error_only(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    networks: &[KnownNetwork],
) -> Result<LookupOutcome, Error> {
    let known = networks.iter().find(|one| Some(&one.id) == subject.network.as_ref());
    let error = subject.rpc.clone().unwrap_or_default();
    let registry = registry(ctx, known.or(networks.first())).await?;
    let Some(explanation) = apart(move || chain::explain_error(&error, &registry)).await else {
        return Ok(inexplicable());
    };
    Ok(LookupOutcome::Explained(Box::new(Explained {
        network: known.cloned(),
        explanation,
        found: None,
        confirmations: None,
        limit_checks: Vec::new(),
        is_fresh: true,
        has_trial: false,
    })))
}

/// The registry of a network's contracts, tokens and errors, or of none.
pub(super) async fn registry(
    ctx: &CommandContext,
    network: Option<&KnownNetwork>,
) -> Result<Arc<Registry>, Error> {
    match network {
        Some(network) => network::registry(ctx, &network.id).await,
        None => Ok(Arc::default()),
    }
}

fn inexplicable() -> LookupOutcome {
    let reason = "We could not decode this transaction.".to_owned();
    LookupOutcome::Hopeless { done: 4, reason }
}

/// The look-up of one transaction.
struct TransactionLookup<'a> {
    ctx: &'a CommandContext,
    job: &'a LookupJob,
    subject: &'a EvidenceRecord,
    nodes: Nodes,
    networks: &'a [KnownNetwork],
    hash: B256,
}

impl TransactionLookup<'_> {
    async fn transaction(&self) -> Result<LookupOutcome, Error> {
        let network = match &self.subject.network {
            Some(id) => match self.networks.iter().find(|one| one.id == *id) {
                Some(network) => network,
                None => return Ok(not_asked()),
            },
            None => match self.probe().await {
                Ok(network) => network,
                Err(seen) => return Ok(seen),
            },
        };
        if self.job.task == LookupReason::Settle {
            return Ok(self.settled(network).await);
        }
        let hash = format!("{:#x}", self.hash);
        let tx = TxId { network: &network.id, hash: &hash };
        let kept = found_cache::read(self.ctx, &tx).await?;
        if self.job.task == LookupReason::Rerun {
            let registry = network::registry(self.ctx, &network.id).await?;
            let found = kept.map(|kept| kept.found);
            let quote = self.subject.quote.as_ref();
            return Ok(LookupOutcome::Rerun(
                rerun::answer(&self.nodes, found, &registry, quote).await.map(Box::new),
            ));
        }
        if let Some(CachedTransaction { found, limit_checks, is_final }) =
            kept.filter(|kept| kept.is_final || self.job.task == LookupReason::Explain)
        {
            let confirmations = is_final.then_some(network.confirmations);
            return self.explained(network, found, confirmations, Some(limit_checks)).await;
        }
        match self.look_up(network).await? {
            Ok(found) if found.transaction.is_null() => Ok(self.unknown(network).await),
            Ok(found) if found.receipt.is_none() => self.unmined(network, found).await,
            Ok(found) => {
                let confirmations = self.confirmations(network, &found).await;
                self.explained(network, found, confirmations, None).await
            }
            Err(seen) => Ok(seen),
        }
    }

    /// The only network that knows the transaction.
    async fn probe(&self) -> Result<&KnownNetwork, LookupOutcome> {
        let chains: Vec<u64> = self.networks.iter().map(|network| network.chain_id).collect();
        let probe = self.nodes.find(self.hash, &chains, &Budget::default()).await;
        let names = |chains: &[u64]| {
            let of = |chain: &u64| self.networks.iter().find(|one| one.chain_id == *chain);
            let mut names: Vec<String> =
                chains.iter().filter_map(of).map(|one| one.name.clone()).collect();
            names.sort();
            names
        };
        match &*probe.hits {
            [] => Err(LookupOutcome::Missing {
                tried: names(&probe.asked),
                silent: names(&probe.silent),
            }),
            [hit] => {
                let network = self.networks.iter().find(|one| one.chain_id == *hit);
                network.ok_or_else(not_asked)
            }
            hits => Err(LookupOutcome::Several(names(hits))),
        }
    }

    /// The answers of the endpoints. The steps are recorded meanwhile.
    async fn look_up(&self, network: &KnownNetwork) -> Result<Result<Found, LookupOutcome>, Error> {
        let (progress, heard) = Progress::new();
        let budget = Budget::default();
        let asked = async {
            let on_step = |step| progress.note(step);
            let found = self.nodes.look_up(network.chain_id, self.hash, &budget, &on_step).await;
            progress.close();
            found
        };
        let (found, written) =
            tokio::join!(asked, progress::write_all(self.ctx, &self.subject.id, heard));
        written?;
        let done = progress.done();
        Ok(found.map_err(|error| failed(&error, network, done)))
    }

    /// Explains answers that were cached, with what is known about the limit, or that are new.
    async fn explained(
        &self,
        network: &KnownNetwork,
        found: Found,
        confirmations: Option<u64>,
        cached: Option<Vec<LimitCheck>>,
    ) -> Result<LookupOutcome, Error> {
        let is_fresh = cached.is_none();
        let mut limit_checks = cached.unwrap_or_default();
        let Some((explanation, found)) = self.explain(network, found, &limit_checks).await? else {
            return Ok(inexplicable());
        };
        if let Some(check) = found.limit_check {
            limit_checks.retain(|known| known.from_block != check.from_block);
            limit_checks.push(check);
        }
        let (has_trial, found) = rerun::has_trial(found, &explanation).await;
        Ok(LookupOutcome::Explained(Box::new(Explained {
            network: Some(network.clone()),
            explanation,
            found,
            confirmations,
            limit_checks,
            is_fresh,
            has_trial,
        })))
    }

    async fn explain(
        &self,
        network: &KnownNetwork,
        found: Found,
        known: &[LimitCheck],
    ) -> Result<Option<(Explanation, Found)>, Error> {
        let registry = network::registry(self.ctx, &network.id).await?;
        let quote = self.subject.quote.as_ref();
        Ok(explain_found(&self.nodes, found, &registry, quote, known).await)
    }

    /// Number of confirmations, its own block included.
    async fn confirmations(&self, network: &KnownNetwork, found: &Found) -> Option<u64> {
        let block = number(&found.receipt.as_ref()?["blockNumber"])?;
        let head = self.head(network).await?;
        Some(head.saturating_add(1).saturating_sub(block))
    }

    async fn head(&self, network: &KnownNetwork) -> Option<u64> {
        let head = self.ask(network, "eth_blockNumber", json!([])).await.ok()?;
        number(&head)
    }

    async fn ask(
        &self,
        network: &KnownNetwork,
        method: &str,
        params: Json,
    ) -> Result<Json, NodeError> {
        self.nodes.request(network.chain_id, method, params, &Budget::default()).await
    }

    /// Whether an explained transaction is still in its block.
    async fn settled(&self, network: &KnownNetwork) -> LookupOutcome {
        let receipt = self.ask(network, "eth_getTransactionReceipt", json!([self.hash])).await;
        let receipt = match receipt {
            Ok(receipt) => receipt,
            Err(error) => return failed(&error, network, 0),
        };
        let explanation = self.subject.explanation.as_ref();
        let before = explanation.and_then(|before| before.block_hash.as_deref());
        let is_same = receipt["blockHash"]
            .as_str()
            .is_some_and(|now| before.is_some_and(|before| before.eq_ignore_ascii_case(now)));
        if !is_same {
            return LookupOutcome::Moved;
        }
        let (head, block) = (self.head(network).await, number(&receipt["blockNumber"]));
        match (head, block) {
            (Some(head), Some(block)) => {
                LookupOutcome::Same { confirmations: head.saturating_add(1).saturating_sub(block) }
            }
            _ => failed(&NodeError::Nonsense, network, 0),
        }
    }

    /// The network does not know the transaction. If it did before, the transaction was dropped.
    async fn unknown(&self, network: &KnownNetwork) -> LookupOutcome {
        let before = self.subject.explanation.as_ref();
        match before.filter(|before| before.from.is_some()) {
            Some(before) => self.forgotten(network, unmined_again(before)).await,
            None => {
                LookupOutcome::Missing { tried: vec![network.name.clone()], silent: Vec::new() }
            }
        }
    }

    /// A pending transaction, as far as its endpoints know.
    async fn unmined(&self, network: &KnownNetwork, found: Found) -> Result<LookupOutcome, Error> {
        let Some((mut explanation, _)) = self.explain(network, found, &[]).await? else {
            return Ok(inexplicable());
        };
        explanation.chain_status = Some(ChainStatus::Pending);
        Ok(self.forgotten(network, explanation).await)
    }

    /// The state of a transaction without a receipt: it was replaced, a day has passed, or it may
    /// still be mined.
    async fn forgotten(&self, network: &KnownNetwork, waiting: Explanation) -> LookupOutcome {
        let ended = |waiting, how| LookupOutcome::Ended {
            network: network.clone(),
            explanation: Box::new(gone(waiting, how)),
        };
        if self.is_replaced(network, &waiting).await {
            return ended(waiting, Gone::Replaced);
        }
        let (_, since) = self.job.looks_for(LookupReason::Wait, self.ctx.now());
        let waited = self.ctx.now().millis() - since;
        if u64::try_from(waited).is_ok_and(|waited| waited >= WAITING.millis()) {
            return ended(waiting, Gone::Dropped);
        }
        LookupOutcome::Waiting { network: network.clone(), explanation: Box::new(waiting) }
    }

    async fn is_replaced(&self, network: &KnownNetwork, waiting: &Explanation) -> bool {
        let (Some(from), Some(nonce)) = (&waiting.from, waiting.nonce) else { return false };
        let count = self.ask(network, "eth_getTransactionCount", json!([from, "latest"])).await;
        let is_used = count.ok().as_ref().and_then(number).is_some_and(|count| count > nonce);
        if !is_used {
            return false;
        }
        // It may have been mined since the look-up. Only a receipt that is requested after the
        // nonce can tell.
        let receipt = self.ask(network, "eth_getTransactionReceipt", json!([self.hash])).await;
        receipt.is_ok_and(|receipt| receipt.is_null())
    }
}

/// The facts of a transaction that hold whatever happens to it.
fn unmined_again(before: &Explanation) -> Explanation {
    Explanation {
        chain_status: Some(ChainStatus::Pending),
        from: before.from.clone(),
        to: before.to.clone(),
        value: before.value,
        nonce: before.nonce,
        gas_limit: before.gas_limit,
        actors: before.actors.clone(),
        method: before.method.clone(),
        commands: before.commands.clone(),
        swap: before.swap.clone(),
        ..Explanation::default()
    }
}

/// Adds what happened to a transaction instead of being mined.
pub(super) fn gone(waiting: Explanation, gone: Gone) -> Explanation {
    let told = chain::explain_gone(gone);
    Explanation {
        chain_status: told.chain_status,
        failure_class: told.failure_class,
        verdict: told.verdict,
        sentence: told.sentence,
        advice: told.advice,
        fingerprint: told.fingerprint,
        confidence: told.confidence,
        ..waiting
    }
}

fn not_asked() -> LookupOutcome {
    let reason = "This network is switched off. Choose another one.".to_owned();
    LookupOutcome::Hopeless { done: 0, reason }
}

/// An endpoint's error. Most of them are temporary.
fn failed(error: &NodeError, network: &KnownNetwork, done: usize) -> LookupOutcome {
    let name = &network.name;
    match error {
        NodeError::UnknownNetwork => not_asked(),
        NodeError::AllDown => {
            LookupOutcome::Silent { done, reason: format!("No node of {name} can be reached.") }
        }
        NodeError::TimedOut => LookupOutcome::Silent {
            done,
            reason: format!("The nodes of {name} did not answer in time."),
        },
        NodeError::OverBudget | NodeError::TooLong => LookupOutcome::Hopeless {
            done,
            reason: "This transaction is too large to be read.".to_owned(),
        },
        NodeError::Answered { .. } | NodeError::Nonsense => {
            let reason = format!("The nodes of {name} returned invalid responses.");
            LookupOutcome::Silent { done, reason }
        }
    }
}

/// A quantity in the form of JSON-RPC.
fn number(json: &Json) -> Option<u64> {
    u64::from_str_radix(json.as_str()?.strip_prefix("0x")?, 16).ok()
}

/// Marks the evidence as being looked up, unless it is already explained.
pub(super) async fn begin(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
) -> Result<(), Error> {
    if job.task != LookupReason::Fetch || subject.state.is_explained() {
        return Ok(());
    }
    let done = usize::from(subject.network.is_some());
    let sql = Sql::fixed(
        r#"update "Evidence" set "state" = 'fetching', "reason" = null, "steps" = $2::jsonb, "attempts" = coalesce("attempts", 0) + 1,
            "updatedAt" = $3::timestamptz where "objectId" = $1::text and "state" not in ('decoded', 'partial')"#,
        [Bind::from(&*subject.id), progress::steps(done, "running").into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}
