//! "Affects me too": one vote per account, counted per person.
//!
//! Voters take a shared lock on the issue, which excludes merges and decisions but not other
//! voters. They do not write to it. [`super::reach_counter`] folds their votes into it.

use async_trait::async_trait;
use feedback_model::allowance::Act;
use feedback_model::role::AccountStatus;
use feedback_model::stage::{Active, Stage};
use feedback_model::text::Note;
use feedback_model::{Actor, IssueId, Refused, Resolution, TriageCommand};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use crate::cluster::attach;
use crate::issue::apply::apply;
use crate::issue::state::{IssueNumber, LockedIssue, find, lock_one, lock_sets};
use crate::issue::{consume_quota, state};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, not_found};

/// An issue, as far as a vote needs it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct VoteTarget {
    resolution: Option<Resolution>,
    is_mine: bool,
    is_seen: bool,
}

/// The issue, locked until the transaction ends, so that its state does not change.
async fn read_target(ctx: &CommandContext, id: &IssueId) -> Result<VoteTarget, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('resolution', "resolution", 'isMine', "reporter" = $2::text,
            'isSeen', _touchstone.may_read("_rperm", $2::text, $3::bool))
        from "Issue" where "objectId" = $1::text for key share"#,
        [Bind::from(id.as_str()), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row::<VoteTarget>(&sql).await?.filter(|issue| issue.is_seen).ok_or_else(not_found)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VoteResult {
    vote_count: u32,
    proof_count: u32,
    affects_me: bool,
}

/// The number of affected persons, and whether the caller is one of them.
async fn counted(ctx: &CommandContext, id: &IssueId) -> Result<VoteResult, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_array(_touchstone.affected(i), _touchstone.proven(i), _touchstone.is_affected(i."objectId", $2::text))
        from "Issue" i where i."objectId" = $1::text"#,
        [Bind::from(id.as_str()), ctx.member()?.id.as_str().into()],
    );
    let (vote_count, proof_count, affects_me) = ctx.row(&sql).await?.ok_or_else(not_found)?;
    Ok(VoteResult { vote_count, proof_count, affects_me })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueVoteParams {
    number: u32,
    note: Option<Note>,
    evidence: Option<String>,
}

pub(super) struct IssueVote;

#[async_trait]
impl Command for IssueVote {
    const NAME: &'static str = "issueVote";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = IssueVoteParams;
    type Answer = VoteResult;

    async fn run(ctx: &CommandContext, params: IssueVoteParams) -> Result<VoteResult, Error> {
        let member = ctx.member()?;
        if member.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        let id = find(ctx, params.number).await?;
        if params.evidence.is_some() {
            // Proof changes the reward and the position of the issue, so the set is locked
            // exclusively. Upgrading a shared lock would deadlock two voters.
            lock_sets(ctx, std::slice::from_ref(&id)).await?;
        }
        let put_off = put_off(ctx, &id).await?;
        let issue = read_target(ctx, &id).await?;
        if let Some(resolution) = issue.resolution {
            return Err(from_refusal(Refused::BadResolution(resolution)));
        }
        // The reporter is counted already.
        let is_new = !issue.is_mine && cast(ctx, &id, params.note.as_ref()).await?;
        if is_new || params.evidence.is_some() {
            if let Some(put_off) = put_off {
                // The issue returns to the queue, because another user is affected.
                let wake = TriageCommand::Wake { is_stirred: true };
                apply(ctx, &put_off, &Actor::System, &wake).await?;
            }
            if let Some(evidence) = &params.evidence {
                attach::attach_to_vote(ctx, evidence, &id).await?;
            }
        }
        counted(ctx, &id).await
    }
}

/// Adds a vote, and returns whether it is new.
async fn cast(ctx: &CommandContext, id: &IssueId, note: Option<&Note>) -> Result<bool, Error> {
    let member = ctx.member()?;
    let before = Sql::fixed(
        r#"select 'true'::jsonb from "Vote" where "issue" = $1::text and "user" = $2::text"#,
        [Bind::from(id.as_str()), member.id.as_str().into()],
    );
    if ctx.row::<bool>(&before).await?.is_some() {
        return Ok(false);
    }
    consume_quota(ctx, Act::Vote).await?;
    let sql = Sql::fixed(
        r#"with voted as (
            insert into "Vote" ("objectId", "createdAt", "updatedAt", "issue", "user", "note", "at")
            values ($3::text, $6::timestamptz, $6::timestamptz, $1::text, $2::text, $7::text, $6::timestamptz)
            on conflict ("issue", "user") do nothing returning "issue"),
        reached as (
            insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "firstAt", "_rperm", "_wperm")
            select $4::text, $6::timestamptz, $6::timestamptz, "issue", $8::text, $6::timestamptz, '{}', '{}' from voted
            on conflict ("root", "personId") do nothing returning 1),
        watched as (
            insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            select $5::text, $6::timestamptz, $6::timestamptz, "issue", $2::text, 'voter', 'status' from voted
            on conflict ("issue", "user") do nothing returning 1),
        changed as (
            insert into _touchstone.count_change (root, affected, watching)
            select "issue", (select count(*) from reached), (select count(*) from watched) from voted)
        select 'true'::jsonb from voted"#,
        [
            Bind::from(id.as_str()),
            member.id.as_str().into(),
            ctx.new_id().into(),
            ctx.new_id().into(),
            ctx.new_id().into(),
            ctx.now().into(),
            note.map(Note::as_str).filter(|note| !note.is_empty()).into(),
            member.person_id.as_str().into(),
        ],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// The issue, locked, if it was snoozed. Waking it needs an exclusive lock, and upgrading a shared
/// one would deadlock two voters.
async fn put_off(ctx: &CommandContext, id: &IssueId) -> Result<Option<LockedIssue>, Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Issue" where "objectId" = $1::text and "snoozedUntil" is not null"#,
        [Bind::from(id.as_str())],
    );
    if ctx.row::<bool>(&sql).await?.is_none() {
        return Ok(None);
    }
    let issue = lock_one(ctx, id).await?;
    let is_put_off =
        matches!(issue.state.stage, Stage::Active(Active::New { snoozed_until: Some(_) }));
    Ok(is_put_off.then_some(issue))
}

pub(super) struct IssueUnvote;

#[async_trait]
impl Command for IssueUnvote {
    const NAME: &'static str = "issueUnvote";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = IssueNumber;
    type Answer = VoteResult;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<VoteResult, Error> {
        let id = state::find(ctx, params.number).await?;
        if attach::has_voted_with_evidence(ctx, &id).await? {
            lock_sets(ctx, std::slice::from_ref(&id)).await?;
        }
        let issue = read_target(ctx, &id).await?;
        if let Some(resolution) = issue.resolution {
            return Err(from_refusal(Refused::BadResolution(resolution)));
        }
        attach::detach_from_vote(ctx, &id).await?;
        take_back(ctx, &id).await?;
        counted(ctx, &id).await
    }
}

/// Removes a vote. The person stays counted if another report or vote of the set is theirs.
async fn take_back(ctx: &CommandContext, id: &IssueId) -> Result<(), Error> {
    let member = ctx.member()?;
    let vote = Sql::fixed(
        r#"delete from "Vote" where "issue" = $1::text and "user" = $2::text"#,
        [Bind::from(id.as_str()), member.id.as_str().into()],
    );
    if ctx.execute(&vote).await? == 0 {
        return Ok(());
    }
    let sql = Sql::fixed(
        r#"with left_over as (
            delete from "IssueReach" r where r."root" = $1::text and r."personId" = $3::text
                and not exists (select from _touchstone.touches($1::text) t where t.person = $3::text)
            returning r."proof"),
        unwatched as (
            delete from "Watch" where "issue" = $1::text and "user" = $2::text and "reason" = 'voter' returning 1)
        insert into _touchstone.count_change (root, affected, proven, watching)
        select $1::text, -(select count(*) from left_over), -(select count(*) from left_over where "proof"),
            -(select count(*) from unwatched)"#,
        [Bind::from(id.as_str()), member.id.as_str().into(), member.person_id.as_str().into()],
    );
    ctx.execute(&sql).await.map(drop)
}
