//! Stores the outcome of a look-up: one transaction with all its effects.

use chain::{Explanation, Gone};
use feedback_model::Span;
use feedback_model::evidence::{EvidenceState, STUCK, next_look, next_search, next_try};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};

use super::lookup::{Explained, LookupOutcome, gone};
use super::progress;
use super::queue::{self, LookupJob, LookupReason};
use super::record::{self, EvidenceRecord, TxId};
use super::write::{float, share_by_default, write_explained, written};
use super::{finished, found_cache, rerun};
use crate::issue::state::lock_sets;
use feedback_core::command_context::CommandContext;
use feedback_networks::network::KnownNetwork;

/// Checks of a block before it counts as settled.
const SETTLING_LOOKS: u32 = 100;

/// Stores the outcome of a look-up, unless another worker holds the job by now.
pub(super) async fn record_outcome(
    ctx: &CommandContext,
    job: &LookupJob,
    seen: Option<&LookupOutcome>,
) -> Result<(), Error> {
    let Some(seen) = seen else {
        return if queue::hold(ctx, job).await? { queue::end(ctx, job).await } else { Ok(()) };
    };
    // Attached evidence locks the issue's set first.
    if let Some(issue) = record::read(ctx, &job.evidence).await?.and_then(|it| it.issue) {
        lock_sets(ctx, &[issue]).await?;
    }
    if !queue::hold(ctx, job).await? {
        return Ok(());
    }
    let Some(subject) = record::lock(ctx, &job.evidence).await? else {
        return queue::end(ctx, job).await;
    };
    if subject.issue.is_some() {
        ctx.invalidate_lists_on_commit();
    }
    write_seen(ctx, job, &subject, seen).await?;
    match subject.state {
        EvidenceState::Waiting => finished::append_finished(ctx, &subject).await,
        _ => Ok(()),
    }
}

/// Ends a look-up that failed too often.
pub(super) async fn give_up(ctx: &CommandContext, job: &LookupJob) -> Result<(), Error> {
    if !queue::hold(ctx, job).await? {
        return Ok(());
    }
    if let Some(subject) = record::lock(ctx, &job.evidence).await?
        && !subject.state.is_explained()
    {
        if subject.issue.is_some() {
            ctx.invalidate_lists_on_commit();
        }
        let seen = Unexplained {
            state: EvidenceState::Failed,
            done: 0,
            next: "failed",
            reason: Some(
                "Lookup failed because of an internal error. An administrator can retry it.",
            ),
            tried: None,
        };
        unexplained(ctx, &subject, &seen).await?;
        if subject.state == EvidenceState::Waiting {
            finished::append_finished(ctx, &subject).await?;
        }
    }
    queue::end(ctx, job).await
}

async fn write_seen(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    seen: &LookupOutcome,
) -> Result<(), Error> {
    // An explanation is kept if the transaction cannot be found right now.
    let is_kept = subject.state.is_explained() && job.task != LookupReason::Settle;
    match seen {
        LookupOutcome::Explained(explained) => explain(ctx, job, subject, explained).await,
        LookupOutcome::Same { confirmations } => same(ctx, job, subject, *confirmations).await,
        LookupOutcome::Moved => moved(ctx, job, subject).await,
        LookupOutcome::Rerun(answered) => {
            if let Some(answered) = answered {
                rerun::write(ctx, subject, answered).await?;
            }
            settle(ctx, job, subject).await
        }
        LookupOutcome::Silent { .. } if job.task == LookupReason::Settle => {
            settle_later(ctx, job).await
        }
        _ if is_kept => queue::end(ctx, job).await,
        LookupOutcome::Waiting { network, explanation } => {
            waiting(ctx, job, subject, network, explanation).await
        }
        LookupOutcome::Ended { network, explanation } => {
            let ended = Explained {
                network: Some(network.clone()),
                explanation: (**explanation).clone(),
                found: None,
                confirmations: None,
                limit_checks: Vec::new(),
                is_fresh: true,
                has_trial: false,
            };
            write_explained(ctx, subject, &ended, EvidenceState::Decoded).await?;
            queue::end(ctx, job).await
        }
        LookupOutcome::Missing { tried, silent } => missing(ctx, job, subject, tried, silent).await,
        LookupOutcome::Several(names) => several(ctx, job, subject, names).await,
        LookupOutcome::Silent { done, reason } => silent(ctx, job, subject, *done, reason).await,
        LookupOutcome::Hopeless { done, reason } => {
            let seen = Unexplained {
                state: EvidenceState::Failed,
                done: *done,
                next: "failed",
                reason: Some(reason),
                tried: None,
            };
            unexplained(ctx, subject, &seen).await?;
            queue::end(ctx, job).await
        }
    }
}

fn after(now: Date, span: Span) -> Date {
    Date::from_millis(now.millis().saturating_add(i64::try_from(span.millis()).unwrap_or(0)))
}

async fn explain(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    explained: &Explained,
) -> Result<(), Error> {
    if is_taken(ctx, subject, explained.network.as_ref()).await? {
        let reason = "You have added this transaction before.";
        let seen = Unexplained {
            state: EvidenceState::Failed,
            done: 1,
            next: "failed",
            reason: Some(reason),
            tried: None,
        };
        unexplained(ctx, subject, &seen).await?;
        return queue::end(ctx, job).await;
    }
    let state = match &explained.found {
        Some(found) if found.trace.is_none() && is_undone(&explained.explanation) => {
            EvidenceState::Partial
        }
        _ => EvidenceState::Decoded,
    };
    write_explained(ctx, subject, explained, state).await?;
    let is_final = explained.is_final();
    if let (Some(network), Some(hash), Some(found)) =
        (&explained.network, &subject.hash, &explained.found)
    {
        let tx = TxId { network: &network.id, hash };
        let checks = &explained.limit_checks;
        match explained.is_fresh {
            true => found_cache::write(ctx, &tx, found, checks, is_final).await?,
            false => found_cache::write_limit_checks(ctx, &tx, checks).await?,
        }
    }
    if explained.has_trial {
        return queue::again(ctx, job, LookupReason::Rerun, ctx.now()).await;
    }
    match &explained.network {
        Some(network) if !is_final => {
            let known = explained.confirmations.unwrap_or_default();
            queue::again(ctx, job, LookupReason::Settle, settles_at(ctx.now(), network, known))
                .await
        }
        _ => queue::end(ctx, job).await,
    }
}

/// After the call of explained evidence was made again, its block is checked, unless it is final.
async fn settle(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
) -> Result<(), Error> {
    let networks = feedback_networks::network::all_enabled(ctx).await?;
    let network = networks.iter().find(|one| Some(&one.id) == subject.network.as_ref());
    let known = subject.confirmations.unwrap_or_default();
    match network {
        Some(network) if known < network.confirmations => {
            queue::again(ctx, job, LookupReason::Settle, settles_at(ctx.now(), network, known))
                .await
        }
        _ => queue::end(ctx, job).await,
    }
}

fn is_undone(explanation: &Explanation) -> bool {
    explanation.chain_status == Some(chain::explanation::ChainStatus::Reverted)
}

/// When a transaction will have enough confirmations.
fn settles_at(now: Date, network: &KnownNetwork, known: u64) -> Date {
    let blocks = network.confirmations.saturating_sub(known).max(1);
    let millis = blocks.saturating_mul(network.block_time_ms).clamp(2_000, 3_600_000);
    Date::from_millis(now.millis().saturating_add(i64::try_from(millis).unwrap_or(0)))
}

/// Whether the owner has already added the same transaction under its network.
async fn is_taken(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    network: Option<&KnownNetwork>,
) -> Result<bool, Error> {
    let (None, Some(network), Some(hash)) = (&subject.network, network, &subject.hash) else {
        return Ok(false);
    };
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Evidence" where "network" = $1::text and "txHash" = $2::text and "owner" = $3::text
            and "objectId" <> $4::text"#,
        [
            Bind::from(&*network.id),
            hash.as_str().into(),
            subject.owner.as_str().into(),
            subject.id.as_str().into(),
        ],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

async fn same(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    confirmations: u64,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Evidence" set "confirmations" = $2::float8 where "objectId" = $1::text"#,
        [Bind::from(&*subject.id), float(confirmations).into()],
    );
    ctx.execute(&sql).await?;
    let networks = feedback_networks::network::all_enabled(ctx).await?;
    let network = networks.iter().find(|one| Some(&one.id) == subject.network.as_ref());
    match network {
        Some(network) if confirmations < network.confirmations && job.looks < SETTLING_LOOKS => {
            let due = settles_at(ctx.now(), network, confirmations);
            queue::again(ctx, job, LookupReason::Settle, due).await
        }
        Some(network) => {
            if let Some(hash) = &subject.hash {
                found_cache::finalise(ctx, &TxId { network: &network.id, hash }).await?;
            }
            queue::end(ctx, job).await
        }
        None => queue::end(ctx, job).await,
    }
}

async fn settle_later(ctx: &CommandContext, job: &LookupJob) -> Result<(), Error> {
    if job.looks >= SETTLING_LOOKS {
        return queue::end(ctx, job).await;
    }
    queue::again(ctx, job, LookupReason::Settle, ctx.now().plus_seconds(60)).await
}

/// After a reorganisation everything is looked up again.
async fn moved(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
) -> Result<(), Error> {
    if let (Some(network), Some(hash)) = (&subject.network, &subject.hash) {
        found_cache::forget(ctx, &TxId { network, hash }).await?;
    }
    let seen = Unexplained {
        state: EvidenceState::Fetching,
        done: 1,
        next: "running",
        reason: Some("The chain was reorganised. The transaction is looked up again."),
        tried: None,
    };
    unexplained(ctx, subject, &seen).await?;
    queue::again(ctx, job, LookupReason::Fetch, ctx.now()).await
}

async fn waiting(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    network: &KnownNetwork,
    explanation: &Explanation,
) -> Result<(), Error> {
    let (looks, since) = job.looks_for(LookupReason::Wait, ctx.now());
    let waited = u64::try_from(ctx.now().millis() - since).unwrap_or_default();
    let mut explanation = explanation.clone();
    let mut reason = "The transaction is not mined yet. It is checked again automatically.";
    if waited >= STUCK.millis() {
        explanation = gone(explanation, Gone::Stuck);
        reason = "It is still pending and may be stuck. Touchstone checks it for one day.";
    }
    let share = share_by_default(ctx, subject, Some(network)).await?;
    let sql = Sql::fixed(
        r#"update "Evidence" set "updatedAt" = $2::timestamptz, "state" = 'waiting', "chainStatus" = 'pending', "reason" = $3::text,
            "network" = $4::text, "explanation" = $5::jsonb, "steps" = $6::jsonb, "from" = $5::jsonb ->> 'from',
            "to" = $5::jsonb ->> 'to', "failureClass" = $5::jsonb ->> 'failureClass', "verdict" = $5::jsonb ->> 'verdict',
            "shareHash" = coalesce("shareHash", $7::bool), "tried" = '[]', "blockNumber" = null, "blockHash" = null,
            "blockTime" = null, "confirmations" = null
        where "objectId" = $1::text"#,
        [
            Bind::from(&*subject.id),
            ctx.now().into(),
            reason.into(),
            network.id.as_str().into(),
            written(&explanation).into(),
            progress::steps(2, "running").into(),
            share.into(),
        ],
    );
    ctx.execute(&sql).await?;
    // The first look-up is the one that found it pending.
    let looks = if job.task == LookupReason::Wait { looks + 1 } else { looks };
    queue::again(ctx, job, LookupReason::Wait, after(ctx.now(), next_look(looks))).await
}

async fn missing(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    tried: &[String],
    silent: &[String],
) -> Result<(), Error> {
    let (looks, _) = job.looks_for(LookupReason::Search, ctx.now());
    let looks = if job.task == LookupReason::Search { looks + 1 } else { looks };
    let again = next_search(looks);
    let mut reason = match (tried, again) {
        ([], _) => "No node is connected, so no network was searched.".to_owned(),
        (_, Some(_)) => {
            "No network has this transaction yet. It is checked again automatically.".to_owned()
        }
        (_, None) => "No network knows this transaction. Choose the network it is on.".to_owned(),
    };
    if !silent.is_empty() {
        reason = format!("{reason} {} did not answer.", silent.join(", "));
    }
    let seen = Unexplained {
        state: EvidenceState::NotFound,
        done: usize::from(subject.network.is_some()),
        next: "failed",
        reason: Some(&reason),
        tried: Some(tried),
    };
    unexplained(ctx, subject, &seen).await?;
    match again {
        Some(span) => queue::again(ctx, job, LookupReason::Search, after(ctx.now(), span)).await,
        None => queue::end(ctx, job).await,
    }
}

async fn several(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    names: &[String],
) -> Result<(), Error> {
    let seen = Unexplained {
        state: EvidenceState::NotFound,
        done: 0,
        next: "failed",
        reason: Some("Several networks have a transaction with this hash: choose one."),
        tried: Some(names),
    };
    unexplained(ctx, subject, &seen).await?;
    queue::end(ctx, job).await
}

async fn silent(
    ctx: &CommandContext,
    job: &LookupJob,
    subject: &EvidenceRecord,
    done: usize,
    reason: &str,
) -> Result<(), Error> {
    if subject.state == EvidenceState::Waiting {
        let (looks, _) = job.looks_for(LookupReason::Wait, ctx.now());
        return queue::again(ctx, job, LookupReason::Wait, after(ctx.now(), next_look(looks)))
            .await;
    }
    let (looks, _) = job.looks_for(LookupReason::Fetch, ctx.now());
    let Some(span) = next_try(looks) else {
        let seen = Unexplained {
            state: EvidenceState::Failed,
            done,
            next: "failed",
            reason: Some(reason),
            tried: None,
        };
        unexplained(ctx, subject, &seen).await?;
        return queue::end(ctx, job).await;
    };
    let reason = format!("{reason} The look-up is retried automatically.");
    let seen = Unexplained {
        state: EvidenceState::Queued,
        done,
        next: "failed",
        reason: Some(&reason),
        tried: None,
    };
    unexplained(ctx, subject, &seen).await?;
    queue::again(ctx, job, LookupReason::Fetch, after(ctx.now(), span)).await
}

/// Evidence without an explanation.
struct Unexplained<'a> {
    state: EvidenceState,
    /// Number of steps done.
    done: usize,
    /// The state of the next step.
    next: &'static str,
    reason: Option<&'a str>,
    tried: Option<&'a [String]>,
}

async fn unexplained(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    seen: &Unexplained<'_>,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Evidence" set "updatedAt" = $2::timestamptz, "state" = $3::text, "reason" = $4::text, "steps" = $5::jsonb,
            "tried" = coalesce($6::jsonb, "tried") where "objectId" = $1::text"#,
        [
            Bind::from(&*subject.id),
            ctx.now().into(),
            seen.state.key().into(),
            seen.reason.into(),
            progress::steps(seen.done, seen.next).into(),
            seen.tried.map(|names| names.iter().cloned().collect::<Json>()).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
