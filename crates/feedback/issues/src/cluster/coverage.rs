//! Points for the first proof from a combination of network and wallet kind.

use feedback_model::coverage::Coverage;
use feedback_model::fix_check::Proof;
use feedback_model::ledger::SourceType;
use feedback_model::{IssueId, RuleKey};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::reproduced_failure::ReproducedFailure;
use crate::issue::state::lock_sets;
use feedback_core::command_context::CommandContext;
use feedback_points::points::reward::{Reward, retract, reward};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CoverageFacts {
    proven_before: u32,
    paid_pairs: u32,
}

/// Pays for evidence that is the first proof of its combination, and reverses the payment if it no
/// longer proves anything.
pub(super) async fn settle(
    ctx: &CommandContext,
    evidence: &str,
    met: &ReproducedFailure,
) -> Result<(), Error> {
    if met.proof == Proof::None {
        let why = "its evidence turned out to prove nothing";
        return retract(ctx, RuleKey::Thanks, evidence, why).await.map(drop);
    }
    if met.proof != Proof::SameFailure || !met.has_pair {
        return Ok(());
    }
    // The set is locked, so that of two concurrent proofs only one is the first.
    let set = lock_sets(ctx, std::slice::from_ref(&met.root)).await?;
    let Some(root) = set.iter().find(|issue| *issue.id() == met.root) else { return Ok(()) };
    let CoverageFacts { proven_before, paid_pairs } = ground(ctx, evidence, root.id()).await?;
    let coverage = Coverage { is_same_failure: true, has_pair: true, proven_before, paid_pairs };
    if coverage.pays(&root.state) {
        let owner = met.owner();
        let what = Reward {
            rule: RuleKey::Thanks,
            user: owner.user.as_str(),
            source: SourceType::Evidence,
            source_id: evidence,
            issue: root.id().as_str(),
            what: "First proof from another network and wallet for",
        };
        reward(ctx, &what).await?;
    }
    Ok(())
}

async fn ground(
    ctx: &CommandContext,
    evidence: &str,
    root: &IssueId,
) -> Result<CoverageFacts, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object(
            'provenBefore', (select count(*) from "Issue" i join "Evidence" o on o."issue" = i."objectId"
                where (i."objectId" = $2::text or i."duplicateOf" = $2::text) and o."objectId" <> e."objectId"
                    and o."network" = e."network" and o."walletKind" = e."walletKind" and o."fingerprint" = e."fingerprint"
                    and _touchstone.proves(o."state", o."ownerMatch")),
            'paidPairs', (select count(*) from "PointsEntry" p where p."issue" = $2::text and p."rule" = 'thanks'
                and p."sourceType" = 'evidence' and p."kind" = 'award' and _touchstone.stands(p)))
        from "Evidence" e where e."objectId" = $1::text"#,
        [Bind::from(evidence), root.as_str().into()],
    );
    ctx.row(&sql).await?.ok_or_else(feedback_core::refused::not_found)
}
