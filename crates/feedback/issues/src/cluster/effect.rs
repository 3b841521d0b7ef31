//! The effects of evidence, in the transaction that stores it.
//!
//! Evidence may be explained before or after it is attached to an issue. Each effect follows once
//! both are done.

use feedback_model::evidence::{EvidenceKind, EvidenceState, OwnerMatch};
use feedback_model::stage::{Active, Stage};
use feedback_model::{Actor, IssueId, TriageCommand};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::coverage;
use super::reproduced_failure::ReproducedFailure;
use crate::issue::apply::apply;
use crate::issue::reach_counter::apply_pending_counts;
use crate::issue::state::lock_one;
use crate::issue::timeline::{TimelineEvent, append_events};
use crate::triage::{fix_verdict, regression};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// Evidence that was just explained, for the first time or again.
#[derive(Debug)]
#[expect(dead_code, reason = "what is not read here is read again from the row that was written")]
pub(crate) struct DecodedEvidence {
    /// Its id.
    pub id: String,
    /// Its owner.
    pub owner: String,
    /// The issue it is attached to, if any.
    pub issue: Option<IssueId>,
    /// The kind of evidence.
    pub kind: EvidenceKind,
    /// Explained completely, or as far as RPC endpoints answered.
    pub state: EvidenceState,
    /// The id of its network.
    pub network: Option<String>,
    /// The kind of wallet, if the owner named it.
    pub(crate) wallet_kind: Option<String>,
    /// The id of the build in which it was seen.
    pub build: Option<String>,
    /// Whether the transaction belongs to its owner.
    pub(crate) owner_match: OwnerMatch,
    /// The fingerprint of its previous explanation.
    pub(crate) fingerprint_before: Option<String>,
    /// Its explanation.
    pub explanation: chain::Explanation,
}

/// The effects of evidence that was just explained, in the transaction that stores the explanation.
pub(crate) async fn after_decoded(
    ctx: &CommandContext,
    evidence: &DecodedEvidence,
) -> Result<(), Error> {
    let Some(issue) = &evidence.issue else { return Ok(()) };
    let Some(met) = ReproducedFailure::read(ctx, &evidence.id).await? else { return Ok(()) };
    append_timeline(ctx, &evidence.id, issue, &met).await?;
    run_followups(ctx, &evidence.id, &met).await
}

/// The effects of evidence that was just attached to an issue, in the same transaction. It may not
/// be explained yet.
pub(crate) async fn after_attached(
    ctx: &CommandContext,
    evidence: &str,
    issue: &IssueId,
) -> Result<(), Error> {
    requeue_issue(ctx, evidence, issue).await?;
    match ReproducedFailure::read(ctx, evidence).await? {
        Some(met) => run_followups(ctx, evidence, &met).await,
        None => Ok(()),
    }
}

/// The effects of a report that was created from a whole cluster. It becomes the issue of the
/// cluster, if there was none.
pub(crate) async fn after_reported(
    ctx: &CommandContext,
    cluster: &str,
    issue: &IssueId,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "FailureCluster" c set "rootIssue" = $2::text, "rootChosen" = true, "updatedAt" = $3::timestamptz
        where c."objectId" = $1::text and c."rootIssue" is null
            and exists (select from "Issue" i where i."objectId" = $2::text and _touchstone.is_public(i."_rperm"))"#,
        [Bind::from(cluster), issue.as_str().into(), ctx.now().into()],
    );
    if ctx.execute(&sql).await? > 0 {
        return Ok(());
    }
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "FailureCluster" where "objectId" = $1::text and "evidenceCount" > 0"#,
        [Bind::from(cluster)],
    );
    ctx.row::<bool>(&sql).await?.map(drop).ok_or_else(not_found)
}

/// The effects of evidence that is both explained and attached.
async fn run_followups(
    ctx: &CommandContext,
    evidence: &str,
    met: &ReproducedFailure,
) -> Result<(), Error> {
    fix_verdict::prove(ctx, evidence).await?;
    coverage::settle(ctx, evidence, met).await?;
    if let Some(sighting) = met.sighting() {
        for issue in &met.over {
            regression::reopen_regressed(ctx, issue, &sighting, &met.owner()).await?;
        }
    }
    apply_pending_counts(ctx, &met.root).await
}

/// Adds the explanation of evidence to the timeline, once.
async fn append_timeline(
    ctx: &CommandContext,
    evidence: &str,
    issue: &IssueId,
    met: &ReproducedFailure,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "IssueEvent" where "issue" = $1::text and "type" = 'evidence_decoded'
            and "data" ->> 'evidence' = $2::text limit 1"#,
        [Bind::from(issue.as_str()), evidence.into()],
    );
    if ctx.row::<bool>(&sql).await?.is_some() {
        return Ok(());
    }
    let data =
        json!({ "evidence": evidence, "failureClass": met.failure_class, "verdict": met.verdict });
    let told = TimelineEvent::to_all("evidence_decoded", data);
    append_events(ctx, issue, None, &[told]).await.map(drop)
}

/// New evidence returns an issue to the queue, and answers a question to its reporter.
async fn requeue_issue(ctx: &CommandContext, evidence: &str, issue: &IssueId) -> Result<(), Error> {
    let issue = lock_one(ctx, issue).await?;
    let command = match &issue.state.stage {
        Stage::Active(Active::New { snoozed_until: Some(_) }) => {
            TriageCommand::Wake { is_stirred: true }
        }
        Stage::Active(Active::NeedsInfo { .. }) => {
            let sql = Sql::fixed(
                r#"select 'true'::jsonb from "Evidence" where "objectId" = $1::text and "owner" = $2::text"#,
                [Bind::from(evidence), issue.state.origin.reporter.as_str().into()],
            );
            if ctx.row::<bool>(&sql).await?.is_none() {
                return Ok(());
            }
            TriageCommand::Answer
        }
        _ => return Ok(()),
    };
    apply(ctx, &issue, &Actor::System, &command).await.map(drop)
}
