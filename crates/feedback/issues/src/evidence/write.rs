//! Stores an explanation with all its effects.

use chain::{Explanation, FailureClass, Verdict};
use feedback_model::evidence::{EvidenceState, owner_match};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};

use super::lookup::Explained;
use super::progress;
use super::record::EvidenceRecord;
use super::wallet::wallets_of;
use crate::cluster::effect::{DecodedEvidence, after_decoded};
use feedback_core::command_context::CommandContext;
use feedback_networks::network::KnownNetwork;

/// Stores an explanation and runs its effects.
pub(super) async fn write_explained(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    explained: &Explained,
    state: EvidenceState,
) -> Result<(), Error> {
    let explanation = &explained.explanation;
    let network = explained.network.as_ref();
    let wallets = wallets_of(ctx, &subject.owner).await?;
    let owner_match = owner_match(
        explanation.from.as_deref(),
        &explanation.actors,
        network.map(|network| network.chain_id),
        &wallets,
    );
    let has_trace = explained.found.as_ref().is_none_or(|found| found.trace.is_some());
    let share = share_by_default(ctx, subject, network).await?;
    let compare = explanation.compare.clone().unwrap_or_default();
    let sql = Sql::fixed(
        EXPLAINED,
        [
            Bind::from(&*subject.id),
            ctx.now().into(),
            state.key().into(),
            network.map(|network| network.id.as_str()).into(),
            progress::whole(has_trace).into(),
            written(explanation).into(),
            owner_match.key().into(),
            share.into(),
            explained.confirmations.map(float).into(),
            compare.executed_vs_quote_bps.map(signed).into(),
            compare.headroom_used_bps.map(signed).into(),
        ],
    );
    ctx.execute(&sql).await?;
    tell_issue(ctx, subject, explained).await?;
    after_decoded(
        ctx,
        &DecodedEvidence {
            id: subject.id.clone(),
            owner: subject.owner.clone(),
            issue: subject.issue.clone(),
            kind: subject.kind,
            state,
            network: network.map(|network| network.id.clone()),
            wallet_kind: subject.wallet_kind.clone(),
            build: subject.build.clone(),
            owner_match,
            fingerprint_before: subject.fingerprint().map(str::to_owned),
            explanation: explanation.clone(),
        },
    )
    .await
}

/// The columns serve lists and statistics. The explanation has all of it.
const EXPLAINED: &str = r#"update "Evidence" set "updatedAt" = $2::timestamptz, "state" = $3::text, "reason" = null,
    "network" = coalesce($4::text, "network"), "steps" = $5::jsonb, "explanation" = $6::jsonb, "ownerMatch" = $7::text,
    "shareHash" = coalesce("shareHash", $8::bool), "confirmations" = coalesce($9::float8, "confirmations"), "quoteErrorBps" = $10::float8,
    "headroomBps" = $11::float8, "tried" = '[]', "decodedAt" = coalesce("decodedAt", $2::timestamptz),
    "chainStatus" = $6::jsonb ->> 'chainStatus', "blockNumber" = ($6::jsonb ->> 'blockNumber')::float8,
    "blockHash" = $6::jsonb ->> 'blockHash', "txIndex" = ($6::jsonb ->> 'txIndex')::float8,
    "blockTime" = to_timestamp(($6::jsonb ->> 'blockTime')::float8), "from" = $6::jsonb ->> 'from', "to" = $6::jsonb ->> 'to',
    "failureClass" = $6::jsonb ->> 'failureClass', "verdict" = $6::jsonb ->> 'verdict',
    "fingerprint" = $6::jsonb ->> 'fingerprint', "confidence" = $6::jsonb ->> 'confidence'
where "objectId" = $1::text"#;

/// An explanation in its stored form.
pub(super) fn written(explanation: &Explanation) -> Json {
    serde_json::to_value(explanation).unwrap_or_default()
}

/// A count in the form of columns.
#[expect(clippy::cast_precision_loss, reason = "a count of blocks")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}

#[expect(clippy::cast_precision_loss, reason = "basis points, cut to what a column holds")]
fn signed(bps: i64) -> f64 {
    bps.clamp(-1_000_000_000, 1_000_000_000) as f64
}

/// Shares the hash if its owner has not decided: on test networks, unless the programme says
/// otherwise.
pub(super) async fn share_by_default(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    network: Option<&KnownNetwork>,
) -> Result<Option<bool>, Error> {
    let Some(network) = network.filter(|_| subject.share_hash.is_none()) else { return Ok(None) };
    let settings = ctx.settings().await?;
    let key = if network.is_testnet { "evidence.shareTestnet" } else { "evidence.shareMainnet" };
    Ok(settings.value(key).as_bool())
}

/// Copies the facts to the issue whose first evidence this is.
async fn tell_issue(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    explained: &Explained,
) -> Result<(), Error> {
    let Some(issue) = &subject.issue else { return Ok(()) };
    let class_before = subject.explanation.as_ref().and_then(|before| before.failure_class);
    let sql = Sql::fixed(
        r#"update "Issue" set "failureClass" = coalesce($2::text, "failureClass"), "verdict" = coalesce($3::text, "verdict"),
            "network" = coalesce("network", $4::text)
        where "objectId" = $1::text and ("failureClass" is null or "failureClass" = $5::text)"#,
        [
            Bind::from(issue.as_str()),
            explained.explanation.failure_class.map(FailureClass::key).into(),
            explained.explanation.verdict.map(Verdict::key).into(),
            explained.network.as_ref().map(|network| network.id.as_str()).into(),
            class_before.map(FailureClass::key).into(),
        ],
    );
    ctx.invalidate_lists_on_commit();
    ctx.execute(&sql).await.map(drop)
}
