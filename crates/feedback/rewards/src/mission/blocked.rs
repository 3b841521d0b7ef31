//! Blocked submissions: a tester names the issue that blocks them, and is paid a part when it is
//! confirmed.

use async_trait::async_trait;
use feedback_model::mission::submission::{Doer, SubmissionCommand};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::events;
use super::submission::{LockedSubmission, SubmissionReply, lock, lock_own, shown};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;
use feedback_core::timestamp::timestamp;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionBlockedParams {
    submission: String,
    issue: u32,
}

pub(super) struct SubmissionBlocked;

#[async_trait]
impl Command for SubmissionBlocked {
    const NAME: &'static str = "submissionBlocked";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionBlockedParams;
    type Answer = SubmissionReply;

    async fn run(
        ctx: &CommandContext,
        params: SubmissionBlockedParams,
    ) -> Result<SubmissionReply, Error> {
        let mut submission = lock_own(ctx, &params.submission).await?;
        submission.must_be_open(ctx)?;
        let issue = own_issue(ctx, params.issue).await?;
        submission.decide(Doer::Owner, SubmissionCommand::Block)?;
        submission.blocked_by = Some(issue);
        submission.blocked_at = Some(timestamp(ctx.now()));
        submission.write(ctx, None, None).await?;
        settle_locked(ctx, &mut submission).await?;
        Ok(SubmissionReply { submission: shown(ctx, &submission.id).await? })
    }
}

/// An open issue that the caller has reported, or is affected by.
async fn own_issue(ctx: &CommandContext, number: u32) -> Result<String, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(i."objectId") from "Issue" i join "Issue" root on root."objectId" = coalesce(i."duplicateOf", i."objectId")
        where i."number" = $1::float8 and root."status" not in ('verified', 'closed')
            and (i."reporter" = $2::text or exists (select from "Vote" v where v."issue" = i."objectId" and v."user" = $2::text))"#,
        [Bind::from(f64::from(number)), ctx.member()?.id.as_str().into()],
    );
    ctx.row(&sql).await?.ok_or_else(|| {
        invalid(
            "BLOCKED_ISSUE",
            "Name an open issue that you reported, or that you said affects you.",
        )
    })
}

/// The state of the issue that blocks a submission: `true` if it is confirmed, `false` if it is not
/// a fault, `None` before triage.
async fn verdict(ctx: &CommandContext, issue: &str) -> Result<Option<bool>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(case when root."status" in ('confirmed', 'in_progress', 'fixed', 'verified') then true
            when root."status" = 'closed' then false end)
        from "Issue" i join "Issue" root on root."objectId" = coalesce(i."duplicateOf", i."objectId") where i."objectId" = $1::text"#,
        [Bind::from(issue)],
    );
    Ok(ctx.row::<Option<bool>>(&sql).await?.flatten())
}

/// Settles a blocked submission. Called by the schedule, which finds issues that were decided.
pub(super) async fn settle(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let mut submission = lock(ctx, id).await?;
    settle_locked(ctx, &mut submission).await
}

async fn settle_locked(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
) -> Result<(), Error> {
    let is_blocked = submission.state.key() == "blocked";
    let Some(issue) = submission.blocked_by.clone().filter(|_| is_blocked) else { return Ok(()) };
    let command = match verdict(ctx, &issue).await? {
        Some(true) => SubmissionCommand::BlockConfirmed,
        Some(false) => SubmissionCommand::BlockGone,
        None => return Ok(()),
    };
    let payment = submission.decide(Doer::Programme, command)?;
    if command == SubmissionCommand::BlockConfirmed {
        submission.decided_at = Some(timestamp(ctx.now()));
    } else {
        submission.note =
            Some("The issue that blocked you was closed: you can continue.".to_owned());
    }
    let posted = submission.write(ctx, payment, None).await?;
    events::decided(ctx, submission, &posted).await
}
