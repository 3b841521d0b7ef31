//! Attaching evidence to an issue: with a vote, with a fix check, or on reopening.

use feedback_model::fix_check::Proof;
use feedback_model::{IssueId, RuleKey};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use crate::evidence::attach::{Attaching, attach};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_points::points::reward::retract;

/// Attaches the caller's evidence to the issue that they vote for or reported. The caller of this
/// function has locked the set.
pub(crate) async fn attach_to_vote(
    ctx: &CommandContext,
    evidence: &str,
    issue: &IssueId,
) -> Result<(), Error> {
    attach_to_issue(ctx, evidence, issue).await?;
    let me = ctx.member()?.id.as_str();
    let sql = Sql::fixed(
        r#"with voted as (
            update "Vote" set "evidence" = $1::text, "updatedAt" = $4::timestamptz
            where "issue" = $2::text and "user" = $3::text returning "objectId")
        update "Evidence" e set "vote" = voted."objectId", "updatedAt" = $4::timestamptz
        from voted where e."objectId" = $1::text"#,
        [Bind::from(evidence), issue.as_str().into(), me.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    // Evidence that a fix check attached earlier counts for the new vote too.
    let sql = Sql::fixed(
        "select _touchstone.prove($1::text, $2::text)",
        [Bind::from(issue.as_str()), me.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// What the caller's evidence proves about an issue.
pub(crate) async fn proof_of(
    ctx: &CommandContext,
    evidence: &str,
    issue: &IssueId,
) -> Result<Proof, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(_touchstone.proof_of(e."objectId", $2::text)) from "Evidence" e
        where e."objectId" = $1::text and e."owner" = $3::text"#,
        [Bind::from(evidence), issue.as_str().into(), ctx.member()?.id.as_str().into()],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// Attaches the caller's evidence to an issue whose set is locked.
pub(crate) async fn attach_to_issue(
    ctx: &CommandContext,
    evidence: &str,
    issue: &IssueId,
) -> Result<(), Error> {
    attach(ctx, &[evidence.to_owned()], &Attaching { issue, is_told: true }).await
}

/// Whether the caller's vote for an issue has evidence.
pub(crate) async fn has_voted_with_evidence(
    ctx: &CommandContext,
    issue: &IssueId,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Vote" where "issue" = $1::text and "user" = $2::text and "evidence" is not null"#,
        [Bind::from(issue.as_str()), ctx.member()?.id.as_str().into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// Detaches the evidence of the caller's vote from the issue, and reverses its reward.
pub(crate) async fn detach_from_vote(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Evidence" e set "issue" = null, "vote" = null, "attachedAt" = null, "updatedAt" = $3::timestamptz
        from "Vote" v where v."issue" = $1::text and v."user" = $2::text and e."vote" = v."objectId"
        returning to_jsonb(e."objectId")"#,
        [Bind::from(issue.as_str()), ctx.member()?.id.as_str().into(), ctx.now().into()],
    );
    for evidence in ctx.rows::<String>(&sql).await? {
        retract(ctx, RuleKey::Thanks, &evidence, "its evidence was withdrawn").await?;
    }
    Ok(())
}
