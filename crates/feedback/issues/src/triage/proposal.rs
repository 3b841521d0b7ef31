//! Duplicate proposals: testers propose, administrators decide.

use async_trait::async_trait;
use feedback_model::allowance::Act;
use feedback_model::ledger::SourceType;
use feedback_model::role::AccountStatus;
use feedback_model::text::Note;
use feedback_model::{IssueId, Refused, Resolution, RuleKey, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::merge::merge;
use super::reply::{TriageResult, Undo, build_reply, change};
use super::transition::LockedCase;
use crate::issue::consume_quota;
use crate::issue::state::{LockedIssue, find, lock_all};
use crate::issue::timeline::{TimelineEvent, append_events};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, not_found, repeated};
use feedback_points::points::Posted;
use feedback_points::points::reward::{Reward, reward};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueProposeDuplicateParams {
    number: u32,
    target: u32,
    note: Option<Note>,
}

pub(super) struct IssueProposeDuplicate;

#[async_trait]
impl Command for IssueProposeDuplicate {
    const NAME: &'static str = "issueProposeDuplicate";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = IssueProposeDuplicateParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: IssueProposeDuplicateParams) -> Result<Json, Error> {
        let member = ctx.member()?;
        if member.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        if params.number == params.target {
            return Err(from_refusal(Refused::MergeSelf));
        }
        let source = find(ctx, params.number).await?;
        let target = find(ctx, params.target).await?;
        let locked = lock_all(ctx, &[source.clone(), target.clone()]).await?;
        let of =
            |id: &IssueId| locked.iter().find(|locked| locked.id() == id).ok_or_else(not_found);
        let (issue, other) = (of(&source)?, of(&target)?);
        if let Some(resolution) = issue.state.stage.resolution() {
            return Err(from_refusal(Refused::BadResolution(resolution)));
        }
        if other.state.stage.resolution() == Some(Resolution::Duplicate) {
            return Err(from_refusal(Refused::MergeChain));
        }
        consume_quota(ctx, Act::DuplicateProposal).await?;
        let sql = Sql::fixed(
            r#"insert into "DuplicateProposal" ("objectId", "createdAt", "updatedAt", "issue", "target", "by", "note", "state")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, 'open')
            on conflict do nothing"#,
            [
                Bind::from(ctx.new_id()),
                ctx.now().into(),
                source.as_str().into(),
                target.as_str().into(),
                member.id.as_str().into(),
                params.note.as_ref().map(Note::as_str).into(),
            ],
        );
        if ctx.execute(&sql).await? == 0 {
            return Err(repeated(
                "PROPOSED_BEFORE",
                "You have already proposed a duplicate of this issue; the proposal is waiting for a decision.",
            ));
        }
        let told = TimelineEvent::to_all("duplicate_proposed", json!({ "number": other.number }));
        append_events(ctx, &source, Some(&UserId::from(member.id.as_str())), &[told]).await?;
        Ok(json!({}))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueDecideProposalParams {
    id: String,
    accept: bool,
}

#[derive(Deserialize)]
struct PendingProposal {
    issue: IssueId,
    target: IssueId,
    by: String,
    state: String,
}

pub(super) struct IssueDecideProposal;

#[async_trait]
impl Command for IssueDecideProposal {
    const NAME: &'static str = "issueDecideProposal";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = IssueDecideProposalParams;
    type Answer = TriageResult;

    async fn run(
        ctx: &CommandContext,
        params: IssueDecideProposalParams,
    ) -> Result<TriageResult, Error> {
        let proposed = read(ctx, &params.id).await?;
        let others = std::slice::from_ref(&proposed.target);
        let case = LockedCase::lock_with(ctx, &proposed.issue, others).await?;
        // The issues are locked, so the proposal cannot change any more.
        let PendingProposal { target, by, state, .. } = read(ctx, &params.id).await?;
        if state != "open" {
            return Err(invalid("PROPOSAL_DECIDED", "This proposal has been decided already."));
        }
        decide(ctx, &params).await?;
        if !params.accept {
            let concluded = build_reply(ctx, &case.issue, &case.issue, &[], Undo::Never).await?;
            let proposal = |state: &str| json!({ "proposal": state });
            let change = change(ctx, &case.issue, proposal("open"), proposal("rejected"));
            return Ok(TriageResult { change, ..concluded });
        }
        let mut merged = merge(ctx, &case, &target).await?;
        let accepted = AcceptedProposal { id: params.id, by };
        merged.posted.extend(pay(ctx, &case.issue, &accepted).await?);
        decide_open(ctx, proposed.issue.as_str(), &target).await?;
        build_reply(ctx, &case.issue, &merged.issue, &merged.posted, Undo::Possible).await
    }
}

/// An accepted proposal and its author.
#[derive(Debug, Deserialize)]
pub(super) struct AcceptedProposal {
    id: String,
    by: String,
}

/// Rewards the tester whose proposal was followed.
pub(super) async fn pay(
    ctx: &CommandContext,
    issue: &LockedIssue,
    proposal: &AcceptedProposal,
) -> Result<Option<Posted>, Error> {
    let what = Reward {
        rule: RuleKey::Thanks,
        user: &proposal.by,
        source: SourceType::Proposal,
        source_id: &proposal.id,
        issue: issue.id().as_str(),
        what: "Duplicate proposed for",
    };
    reward(ctx, &what).await
}

/// Decides the open proposals for an issue that was just merged: those that named the target were
/// right, the others were not. Returns the right ones, oldest first.
pub(super) async fn decide_open(
    ctx: &CommandContext,
    issue: &str,
    target: &IssueId,
) -> Result<Vec<AcceptedProposal>, Error> {
    let sql = Sql::fixed(
        r#"with decided as (
            update "DuplicateProposal" p set "decidedBy" = $3::text, "decidedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz,
                "state" = case when p."target" = $2::text or exists (
                    select from "Issue" t where t."objectId" = p."target" and t."duplicateOf" = $2::text)
                    then 'accepted' else 'rejected' end
            where p."issue" = $1::text and p."state" = 'open'
            returning p."objectId", p."by", p."state", p."createdAt")
        select jsonb_build_object('id', "objectId", 'by', "by") from decided
        where "state" = 'accepted' order by "createdAt", "objectId""#,
        [
            Bind::from(issue),
            target.as_str().into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.rows(&sql).await
}

async fn read(ctx: &CommandContext, id: &str) -> Result<PendingProposal, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('issue', "issue", 'target', "target", 'by', "by", 'state', "state")
        from "DuplicateProposal" where "objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

async fn decide(ctx: &CommandContext, ruling: &IssueDecideProposalParams) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "DuplicateProposal" set "state" = $2::text, "decidedBy" = $3::text,
            "decidedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz
        where "objectId" = $1::text"#,
        [
            Bind::from(&*ruling.id),
            if ruling.accept { "accepted" } else { "rejected" }.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
