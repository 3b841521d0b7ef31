//! Puts the parts together: from the answers of nodes to the explanation.

use alloy_primitives::Address;

use crate::Amount;
use crate::advice;
use crate::call::{self, Call};
use crate::class::{Confidence, FailureClass};
use crate::compare::compare;
use crate::event::Told;
use crate::explanation::{ChainStatus, Explanation, Revert, RevertFrame, RouterCommand, Transfer};
use crate::fingerprint;
use crate::found::{Found, TraceKind};
use crate::frame::Trace;
use crate::judge::{self, Facts, Judged};
use crate::lenient;
use crate::quote::Quote;
use crate::registry::Registry;
use crate::revert::{Path, Step};
use crate::swap::{Summary, Tokens, sum_up};
use crate::transaction::{Receipt, Transaction, block_time};
use crate::would_have::would_have;

const MOST_TRANSFERS: usize = 200;
const MOST_ACTORS: usize = 20;
const MOST_FRAMES: usize = 40;
const MOST_DATA: usize = 1_024;

/// Explains a transaction from what nodes said about it.
pub fn explain(found: &Found, registry: &Registry, quote: Option<&Quote>) -> Explanation {
    let transaction = Transaction::read(&found.transaction);
    let receipt = found.receipt.as_ref().and_then(Receipt::read);
    let mut told = Told::read(receipt.as_ref().map(|of| of.logs.as_slice()).unwrap_or_default());
    let mut call = Call::read(&transaction.input, transaction.to, registry);
    call.actors.append(&mut told.actors);
    call.actors.sort_unstable();
    call.actors.dedup();

    let has_reverted = receipt.as_ref().is_some_and(|receipt| receipt.succeeded == Some(false));
    let status = match &receipt {
        None => ChainStatus::Pending,
        Some(_) if has_reverted || told.has_failed_operation => ChainStatus::Reverted,
        Some(_) => ChainStatus::Success,
    };
    let tokens = Tokens::new(registry, found);
    let summary = sum_up(&transaction, &call, &told, tokens, status == ChainStatus::Success);
    let path = failed_path(found, &transaction, &told, has_reverted, registry);

    let mut explanation = outline(found, &transaction, receipt.as_ref(), status);
    let compared = quote.map(|quote| {
        let swap = summary.as_ref().map(|summary| &summary.swap);
        compare(quote, swap, explanation.block_number, explanation.block_time)
    });
    let used_up = explanation.gas_used.zip(explanation.gas_limit);
    let facts = Facts {
        found,
        registry,
        quote,
        summary: summary.as_ref(),
        path: &path,
        compare: compared.as_ref(),
        is_gas_used_up: used_up.is_some_and(|(used, limit)| used >= limit),
        is_traced: matches!(
            found.trace,
            Some((TraceKind::DebugCallTracer | TraceKind::TraceTransaction, _))
        ),
    };
    let judged = match status {
        ChainStatus::Reverted => Some(judge::reverted(&facts)),
        ChainStatus::Success => judge::succeeded(&facts),
        _ => judge::waiting(found),
    };
    mark_failed_command(&mut call.commands, &path, status);
    tell(&mut explanation, judged.as_ref(), &facts, &transaction, &call.commands);
    explanation.confidence = confidence(found, status, &path, &told);
    explanation.transfers = transfers(&told, &transaction, &call, summary.as_ref(), tokens);
    explanation.actors = call.actors.iter().take(MOST_ACTORS).map(|who| hex(*who)).collect();
    explanation.revert = (status == ChainStatus::Reverted).then(|| revert(&path, registry));
    explanation.method = call.method;
    explanation.commands = call.commands;
    explanation.swap = summary.map(|summary| summary.swap);
    explanation.compare = compared;
    explanation.would_have =
        found.tried.as_ref().and_then(|tried| would_have(tried, &explanation, quote));
    explanation
}

fn hex(address: Address) -> String {
    lenient::hex(address.as_slice())
}

/// What can be read off the transaction and its receipt.
fn outline(
    found: &Found,
    transaction: &Transaction,
    receipt: Option<&Receipt>,
    status: ChainStatus,
) -> Explanation {
    let gas_price = receipt.and_then(|receipt| receipt.gas_price).or(transaction.gas_price);
    Explanation {
        chain_status: Some(status),
        block_number: receipt.and_then(|receipt| receipt.block_number),
        block_hash: receipt
            .and_then(|receipt| receipt.block_hash)
            .map(|hash| lenient::hex(hash.as_slice())),
        tx_index: receipt.and_then(|receipt| receipt.index),
        block_time: found.block.as_ref().and_then(block_time),
        from: transaction.from.map(hex),
        to: transaction.to.map(hex),
        value: transaction.value.map(Amount),
        nonce: transaction.nonce,
        gas_limit: transaction.gas.map(Amount),
        gas_used: receipt.and_then(|receipt| receipt.gas_used).map(Amount),
        gas_price: gas_price.map(Amount),
        ..Explanation::default()
    }
}

/// The failed path of a trace; of an operation that failed inside, what its account told.
fn failed_path(
    found: &Found,
    transaction: &Transaction,
    told: &Told,
    has_reverted: bool,
    registry: &Registry,
) -> Path {
    if !has_reverted {
        let inner = told.inner_revert.clone().filter(|_| told.has_failed_operation);
        return inner.map(|data| Path::of_data(data, None, registry)).unwrap_or_default();
    }
    let Some((kind, answer)) = &found.trace else { return Path::default() };
    let mut trace = Trace::read(*kind, answer);
    if let Some(first) = trace.frames.first_mut() {
        // The receipt says that it failed, whatever a tracer forgets to say.
        first.failure.get_or_insert_default();
        if first.input.is_empty() {
            first.input.clone_from(&transaction.input);
        }
    }
    Path::walk(&trace, transaction.to, registry)
}

/// How sure it is: what was mined can be read off its logs, why it was undone only off a trace.
fn confidence(found: &Found, status: ChainStatus, path: &Path, told: &Told) -> Option<Confidence> {
    match (status, &found.trace) {
        (ChainStatus::Success, _) => Some(Confidence::Exact),
        (ChainStatus::Reverted, _) if told.has_failed_operation => Some(Confidence::Exact),
        (ChainStatus::Reverted, Some((kind, _))) if !path.steps.is_empty() => Some(match kind {
            TraceKind::CallAtParent => Confidence::Approx,
            TraceKind::DebugCallTracer | TraceKind::TraceTransaction => Confidence::Exact,
        }),
        (ChainStatus::Reverted, _) => Some(Confidence::None),
        _ => None,
    }
}

fn tell(
    explanation: &mut Explanation,
    judged: Option<&Judged>,
    facts: &Facts<'_>,
    transaction: &Transaction,
    commands: &[RouterCommand],
) {
    let Some(judged) = judged else {
        if explanation.chain_status == Some(ChainStatus::Success) {
            let swap = facts.summary.map(|summary| &summary.swap);
            explanation.sentence = Some(advice::success(swap));
        }
        return;
    };
    let (sentence, advice) = advice::words(judged, facts, explanation.block_time);
    explanation.failure_class = Some(judged.class);
    explanation.verdict = Some(judged.verdict);
    explanation.sentence = Some(sentence);
    explanation.advice = advice;
    let role = facts.path.origin().map_or("unknown", |step| role_of(step, facts.registry));
    let failed = commands.iter().find(|command| command.failed);
    explanation.fingerprint = Some(fingerprint::of_transaction(
        judged.class,
        facts.path,
        role,
        transaction.selector(),
        failed.map(|command| command.name.as_str()),
    ));
}

fn role_of(step: &Step, registry: &Registry) -> &'static str {
    let of = |address: Address| {
        let token = registry.tokens.contains_key(&address).then_some("token");
        registry.contracts.get(&address).map(|contract| contract.role.key()).or(token)
    };
    step.contract.and_then(of).or_else(|| step.on_behalf_of.and_then(of)).unwrap_or("unknown")
}

/// The command that a wrapper names, the only one, or the only one of the design that an error names.
fn mark_failed_command(commands: &mut [RouterCommand], path: &Path, status: ChainStatus) {
    if status != ChainStatus::Reverted {
        return;
    }
    let named = path.steps.iter().find_map(|step| step.reading.command);
    let error = path.deciding().and_then(|step| step.reading.name.clone()).unwrap_or_default();
    let design = error.get(..2).filter(|design| matches!(*design, "V2" | "V3" | "V4"));
    let mut of_design = commands
        .iter()
        .enumerate()
        .filter(|(_, command)| design.is_some_and(|design| command.name.starts_with(design)));
    let only = of_design.next().map(|(at, _)| at).filter(|_| of_design.next().is_none());
    let at = match named {
        Some(index) => usize::try_from(index).ok(),
        None if commands.len() == 1 && error != "TransactionDeadlinePassed" => Some(0),
        None => only,
    };
    if let Some(command) = at.and_then(|at| commands.get_mut(at)) {
        command.failed = true;
    }
}

fn revert(path: &Path, registry: &Registry) -> Revert {
    let frame = |step: &Step| {
        let named = |address: Address| registry.contracts.get(&address);
        let contract = step.contract.and_then(named).or_else(|| step.on_behalf_of.and_then(named));
        let method = call::method(&step.input, step.contract, registry);
        RevertFrame {
            depth: step.depth,
            contract: step.contract.map(hex),
            label: contract.map(|contract| lenient::text(&contract.name, 80)),
            role: role_of(step, registry).to_owned(),
            method: method.and_then(|method| method.name.or(Some(method.selector))),
            selector: step.reading.selector.map(|selector| lenient::hex(&selector)),
            name: step.reading.name.clone(),
            args: step.reading.args.clone(),
        }
    };
    let data = path.steps.first().map(|step| &step.data).filter(|data| !data.is_empty());
    let text = path.steps.iter().rev().find_map(|step| step.reading.text.clone());
    Revert {
        data: data.map(|data| lenient::hex(&data[..data.len().min(MOST_DATA)])),
        frames: path.steps.iter().take(MOST_FRAMES).map(frame).collect(),
        text,
        alternatives: path
            .deciding()
            .map(|step| step.reading.alternatives.clone())
            .unwrap_or_default(),
    }
}

/// Movements of the acting addresses and of the recipient.
fn transfers(
    told: &Told,
    transaction: &Transaction,
    call: &Call,
    summary: Option<&Summary>,
    tokens: Tokens<'_>,
) -> Vec<Transfer> {
    let recipient = summary.and_then(|summary| summary.swap.recipient.clone());
    let is_theirs = |who: Address| {
        transaction.from == Some(who)
            || call.actors.contains(&who)
            || recipient.as_deref() == Some(hex(who).as_str())
    };
    let theirs = told.moved.iter().filter(|moved| is_theirs(moved.from) || is_theirs(moved.to));
    let shown = theirs.take(MOST_TRANSFERS).map(|moved| Transfer {
        token: tokens.refer(Some(moved.token)),
        from: hex(moved.from),
        to: hex(moved.to),
        amount: Amount(moved.amount),
    });
    shown.collect()
}

/// What became of a transaction that never was mined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// Nodes forgot it.
    Dropped,
    /// Another one of the same sender took its number.
    Replaced,
    /// It waits for ever.
    Stuck,
}

/// Explains a transaction that was followed and did not come.
pub fn explain_gone(gone: Gone) -> Explanation {
    let (status, class) = match gone {
        Gone::Dropped => (ChainStatus::Dropped, FailureClass::TxDropped),
        Gone::Replaced => (ChainStatus::Replaced, FailureClass::TxReplaced),
        Gone::Stuck => (ChainStatus::Pending, FailureClass::TxStuck),
    };
    Explanation {
        chain_status: Some(status),
        failure_class: Some(class),
        verdict: Some(class.verdict()),
        sentence: Some(class.sentence().to_owned()),
        advice: advice::advice(class).map(str::to_owned),
        fingerprint: Some(fingerprint::of_error(class, None, "")),
        confidence: Some(Confidence::Exact),
        ..Explanation::default()
    }
}
