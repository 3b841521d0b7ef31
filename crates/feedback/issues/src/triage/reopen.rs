//! Reopening an issue.

use async_trait::async_trait;
use feedback_model::fix_check::Proof;
use feedback_model::settlement::Cause;
use feedback_model::text::CommentBody;
use feedback_model::{Status, TriageCommand};
use parse_engine::Error;
use serde::Deserialize;

use super::add_comment::add_comment;
use super::reply::{TriageResult, Undo, build_reply};
use super::transition::{LockedCase, SeenAt, apply_transition, text};
use crate::cluster::attach::{attach_to_issue, proof_of};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueReopenParams {
    number: u32,
    seen: Option<SeenAt>,
    reason: String,
    evidence: Option<String>,
}

pub(super) struct IssueReopen;

/// Reopens an issue, as the command does.
pub(super) async fn reopen(
    ctx: &CommandContext,
    number: u32,
    reason: String,
) -> Result<TriageResult, Error> {
    IssueReopen::run(ctx, IssueReopenParams { number, seen: None, reason, evidence: None }).await
}

#[async_trait]
impl Command for IssueReopen {
    const NAME: &'static str = "issueReopen";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = IssueReopenParams;
    type Answer = TriageResult;

    /// While a fix is being checked, an administrator uses this to say that it does not work.
    async fn run(ctx: &CommandContext, params: IssueReopenParams) -> Result<TriageResult, Error> {
        let reason = text(CommentBody::parse(&params.reason))?;
        let member = ctx.member()?;
        let case =
            LockedCase::lock(ctx, params.number, params.seen.filter(|_| member.is_admin)).await?;
        let proof = match &params.evidence {
            Some(evidence) => proof_of(ctx, evidence, case.issue.id()).await?,
            None => Proof::None,
        };
        let state = &case.issue.state;
        let step = match (&state.build_fixed, state.stage.status()) {
            (Some(build), Status::Fixed) if member.is_admin => {
                TriageCommand::StillBroken { build: build.clone(), proof }
            }
            _ => TriageCommand::Reopen {
                has_evidence: proof >= Proof::Own,
                comment_chars: reason.as_str().chars().count(),
            },
        };
        let cause = Cause::Change("it was reopened".to_owned());
        let carried = apply_transition(ctx, &case.issue, &member.actor(), &step, &cause).await?;
        if let Some(evidence) = &params.evidence {
            attach_to_issue(ctx, evidence, case.issue.id()).await?;
        }
        add_comment(ctx, &case.issue, reason.as_str(), "comment").await?;
        let undo = if member.is_admin { Undo::Possible } else { Undo::Never };
        build_reply(ctx, &case.issue, &carried.issue, &carried.posted, undo).await
    }
}
