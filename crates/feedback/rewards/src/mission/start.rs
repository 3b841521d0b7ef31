//! Starting a mission, and withdrawing.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::mission::state::MissionState;
use feedback_model::mission::step::{StepDraft, steps};
use feedback_model::mission::submission::{Doer, SubmissionCommand, SubmissionState};
use feedback_model::notification::NotificationKind;
use feedback_model::role::AccountStatus;
use feedback_model::{Refused, Timestamp};
use parse_engine::Error;
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::SubmissionAnswer;
use super::submission::{LockedSubmission, StepProgress, SubmissionReply, lock, lock_own, shown};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{from_refusal, invalid, keyed, not_found};
use feedback_core::timestamp::timestamp;
use feedback_notify::notification;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionStartParams {
    mission: String,
}

/// The mission, with its places locked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeldMission {
    id: String,
    state: MissionState,
    opens_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    min_trust: u32,
    steps: Vec<StepDraft>,
    is_full: bool,
}

/// The person's existing submission.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnSubmission {
    id: Option<String>,
    is_own: bool,
    /// The number of tries in an earlier, withdrawn submission.
    attempt: u32,
}

pub(super) struct SubmissionStart;

#[async_trait]
impl Command for SubmissionStart {
    const NAME: &'static str = "submissionStart";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionStartParams;
    type Answer = SubmissionReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SubmissionAnswer>())
    }

    /// Idempotent for a tester who has already started.
    async fn run(
        ctx: &CommandContext,
        params: SubmissionStartParams,
    ) -> Result<SubmissionReply, Error> {
        let member = ctx.member()?;
        if member.status != AccountStatus::Active {
            return Err(from_refusal(Refused::Limited));
        }
        // Two accounts of one person, or two calls of one account, are serialized.
        lock_person_missions(ctx, &member.person_id).await?;
        let held = held(ctx, &params.mission).await?;
        if let (Some(id), true) = (&held.id, held.is_own) {
            return again(ctx, id).await;
        }
        if held.id.is_some() {
            let sentence = "You have started this mission with another account.";
            return Err(keyed(Code::DUPLICATE_VALUE, "SUBMISSION_EXISTS", sentence));
        }
        let place = hold_place(ctx, &params.mission).await?;
        may_start(ctx, &place)?;
        let id = insert(ctx, &place, held.attempt.max(1)).await?;
        Ok(SubmissionReply { submission: shown(ctx, &id).await? })
    }
}

/// Not the lock of points, which is taken last.
async fn lock_person_missions(ctx: &CommandContext, person: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select pg_advisory_xact_lock(hashtextextended('touchstone.mission:' || $1::text, 0))",
        [Bind::from(person)],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn held(ctx: &CommandContext, mission: &str) -> Result<OwnSubmission, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', (array_agg(s."objectId") filter (where s."state" not in ('withdrawn', 'expired')))[1],
            'isOwn', coalesce(bool_or(s."user" = $3::text) filter (where s."state" not in ('withdrawn', 'expired')), false),
            'attempt', coalesce(max(s."attempt"), 1)::int)
        from "Submission" s join "Mission" m on m."objectId" = s."mission"
        where (m."objectId" = $1::text or m."slug" = $1::text)
            and s."user" in (select u."objectId" from "_User" u where u."personId" = $2::text)"#,
        [Bind::from(mission), member.person_id.as_str().into(), member.id.as_str().into()],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// Continues an existing submission: after a rejection, after a block, or unchanged.
async fn again(ctx: &CommandContext, id: &str) -> Result<SubmissionReply, Error> {
    let mut submission = lock(ctx, id).await?;
    let is_at_it = matches!(submission.state, SubmissionState::Started | SubmissionState::Checking);
    if !is_at_it {
        submission.must_be_open(ctx)?;
        if submission.mission.state != MissionState::Live {
            return Err(invalid("MISSION_CLOSED", "The mission is paused."));
        }
        let is_fixed = is_fixed(ctx, submission.blocked_by.as_deref()).await?;
        let was_rejected = submission.state == SubmissionState::Rejected;
        submission.decide(Doer::Owner, SubmissionCommand::Again { is_fixed })?;
        renew(ctx, &mut submission, was_rejected).await?;
        notification::resolve_waiting(ctx, NotificationKind::SubmissionReturned, id).await?;
        submission.write(ctx, None, None).await?;
    }
    Ok(SubmissionReply { submission: shown(ctx, id).await? })
}

async fn is_fixed(ctx: &CommandContext, issue: Option<&str>) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(root."status" in ('fixed', 'verified')) from "Issue" i
        join "Issue" root on root."objectId" = coalesce(i."duplicateOf", i."objectId") where i."objectId" = $1::text"#,
        [Bind::from(issue)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or(false))
}

/// Reopens the rejected steps. The accepted ones stay.
async fn renew(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    was_rejected: bool,
) -> Result<(), Error> {
    (submission.submitted_at, submission.decided_at) = (None, None);
    (submission.reviewer, submission.review_why) = (None, None);
    if !was_rejected {
        return Ok(());
    }
    for step in submission.steps()? {
        let is_good = |progress: &StepProgress| progress.state == "passed";
        if step.check().is_none() || submission.progress.get(&step.id).is_some_and(is_good) {
            continue;
        }
        submission.answers.remove(&step.id);
        submission.progress.insert(step.id.clone(), StepProgress::open(&step));
        let sql = Sql::fixed(
            "delete from _touchstone.submission_evidence where submission = $1::text and step = $2::text",
            [Bind::from(&*submission.id), step.id.as_str().into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}

/// Locks the mission, and then the row that counts its places, so that the last place is given
/// once. Ending a mission locks both in the same order.
async fn hold_place(ctx: &CommandContext, mission: &str) -> Result<HeldMission, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(m."objectId") from "Mission" m
        where (m."objectId" = $1::text or m."slug" = $1::text) and m."state" not in ('draft', 'archived') for share"#,
        [Bind::from(mission)],
    );
    let id: String = ctx.row(&sql).await?.ok_or_else(not_found)?;
    let hold = Sql::fixed(
        "select 'true'::jsonb from _touchstone.mission_places where mission = $1::text for update",
        [Bind::from(&*id)],
    );
    let _: Vec<bool> = ctx.rows(&hold).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', m."objectId", 'state', m."state", 'opensAt', _touchstone.in_millis(m."opensAt"),
            'endsAt', _touchstone.in_millis(m."endsAt"), 'minTrust', m."minTrust"::int, 'steps', m."steps",
            'isFull', p.capacity is not null and p.taken >= p.capacity)
        from "Mission" m join _touchstone.mission_places p on p.mission = m."objectId" where m."objectId" = $1::text"#,
        [Bind::from(&*id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

fn may_start(ctx: &CommandContext, place: &HeldMission) -> Result<(), Error> {
    let (member, now) = (ctx.member()?, timestamp(ctx.now()));
    if place.ends_at.is_some_and(|ends| ends <= now)
        || matches!(place.state, MissionState::Ended | MissionState::Archived)
    {
        return Err(invalid("MISSION_CLOSED", "The mission has ended."));
    }
    if place.state == MissionState::Paused {
        return Err(invalid("MISSION_CLOSED", "The mission is paused."));
    }
    if place.state != MissionState::Live || place.opens_at.is_some_and(|opens| opens > now) {
        return Err(invalid("MISSION_CLOSED", "The mission is not open yet."));
    }
    if !member.is_admin && u32::from(member.trust.level()) < place.min_trust {
        let level = place.min_trust;
        return Err(invalid("MISSION_TRUST", format!("This mission needs trust level {level}.")));
    }
    if place.is_full {
        return Err(invalid("MISSION_FULL", "All places are taken."));
    }
    Ok(())
}

async fn insert(ctx: &CommandContext, place: &HeldMission, attempt: u32) -> Result<String, Error> {
    let member = ctx.member()?;
    let steps = steps(&place.steps).map_err(from_refusal)?;
    let progress: BTreeMap<&String, StepProgress> =
        steps.iter().map(|step| (&step.id, StepProgress::open(step))).collect();
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"insert into "Submission" ("objectId", "createdAt", "updatedAt", "mission", "user", "personId", "state", "answers",
            "progress", "attachments", "attempt", "paid", "startedAt")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, 'started', '{}', $6::jsonb, '[]',
            $7::float8, 0, $2::timestamptz)"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            place.id.as_str().into(),
            member.id.as_str().into(),
            member.person_id.as_str().into(),
            json!(progress).into(),
            f64::from(attempt).into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(id)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionId {
    pub(super) submission: String,
}

pub(super) struct SubmissionWithdraw;

#[async_trait]
impl Command for SubmissionWithdraw {
    const NAME: &'static str = "submissionWithdraw";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionId;
    type Answer = SubmissionReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SubmissionAnswer>())
    }

    async fn run(ctx: &CommandContext, one: SubmissionId) -> Result<SubmissionReply, Error> {
        let mut submission = lock_own(ctx, &one.submission).await?;
        submission.decide(Doer::Owner, SubmissionCommand::Withdraw)?;
        submission.decided_at = Some(timestamp(ctx.now()));
        submission.write(ctx, None, None).await?;
        notification::resolve_waiting(ctx, NotificationKind::SubmissionReturned, &submission.id)
            .await?;
        Ok(SubmissionReply { submission: shown(ctx, &submission.id).await? })
    }
}
