//! What would have made a failed swap pass: asked after its explanation is stored, and stored beside
//! it.

use std::sync::Arc;

use chain::trial::trial;
use chain::tried::{Tried, WouldHave};
use chain::{Explanation, Found, Quote, Registry};
use chain_node::Nodes;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::blocking_pool::apart;
use super::explain::explain;
use super::found_cache;
use super::record::{EvidenceRecord, TxId};
use feedback_core::command_context::CommandContext;

/// The answer about a transaction.
#[derive(Debug)]
pub(super) struct Answered {
    tried: Tried,
    /// In the form for the owner of this evidence, who had a quote of their own.
    would_have: WouldHave,
    /// The block that the answer is about.
    block_hash: Option<String>,
}

/// Whether a call can be made again and was not yet, and what nodes said about it.
pub(super) async fn has_trial(found: Found, explanation: &Explanation) -> (bool, Option<Found>) {
    let explanation = explanation.clone();
    let looked = apart(move || {
        let asks = trial(&found, &explanation).is_some_and(|trial| {
            found.tried.as_ref().is_none_or(|tried| tried.question != trial.question)
        });
        (asks, found)
    });
    match looked.await {
        Some((asks, found)) => (asks, Some(found)),
        None => (false, None),
    }
}

/// Makes the call of a transaction again. `None` if there is nothing to ask.
pub(super) async fn answer(
    nodes: &Nodes,
    found: Option<Found>,
    registry: &Arc<Registry>,
    quote: Option<&Quote>,
) -> Option<Answered> {
    let (explanation, mut found) = explain(found?, registry, quote).await?;
    let (trial, kept) = apart(move || (trial(&found, &explanation), found)).await?;
    found = kept;
    let trial = trial?;
    // Another user may have asked about the same transaction.
    if found.tried.as_ref().is_none_or(|tried| tried.question != trial.question) {
        let answer = nodes.rerun(&found, &trial).await;
        let registry = Arc::clone(registry);
        let (tried, kept) = apart(move || {
            let tried =
                answer.map(|(rerun, certainty)| trial.read(&found, &registry, &rerun, certainty));
            (tried.unwrap_or_else(|| Tried::untried(trial.question)), found)
        })
        .await?;
        found = kept;
        found.tried = Some(tried);
    }
    let tried = found.tried.clone()?;
    let (explanation, _) = explain(found, registry, quote).await?;
    let block_hash = explanation.block_hash;
    Some(Answered { tried, would_have: explanation.would_have?, block_hash })
}

/// Stores the answer beside an explanation of the same block.
pub(super) async fn write(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    answered: &Answered,
) -> Result<(), Error> {
    let before = subject.explanation.as_ref().and_then(|before| before.block_hash.as_ref());
    if before != answered.block_hash.as_ref() || !subject.state.is_explained() {
        return Ok(());
    }
    let Ok(would_have) = serde_json::to_value(&answered.would_have) else { return Ok(()) };
    let sql = Sql::fixed(
        r#"update "Evidence" set "updatedAt" = $2::timestamptz, "explanation" = jsonb_set("explanation", '{wouldHave}', $3::jsonb)
        where "objectId" = $1::text"#,
        [Bind::from(&*subject.id), ctx.now().into(), would_have.into()],
    );
    ctx.execute(&sql).await?;
    // What could not be tried may be possible later, by another node.
    let is_known = answered.would_have.sentence.is_some();
    match (&subject.network, &subject.hash) {
        (Some(network), Some(hash)) if is_known => {
            found_cache::write_tried(ctx, &TxId { network, hash }, &answered.tried).await
        }
        _ => Ok(()),
    }
}
