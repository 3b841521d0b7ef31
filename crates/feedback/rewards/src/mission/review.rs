//! Reviewing submissions: accepting, rejecting, and revoking an acceptance.

use async_trait::async_trait;
use feedback_model::mission::submission::{Doer, SubmissionCommand, SubmissionState};
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::events;
use super::list::{MissionRow, page};
use super::submission::{LockedSubmission, lock, shown};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::refused::{forbidden, invalid};
use feedback_core::timestamp::timestamp;
use feedback_issues::attachment::with_addresses;
use feedback_notify::notification;
use feedback_points::points::{Posted, postings_json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionQueueParams {
    mission: Option<String>,
    cursor: Option<Cursor>,
    limit: Option<i64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubmissionQueueResult {
    rows: Vec<Json>,
    next: Option<Cursor>,
    total: i64,
    oldest_at: Option<String>,
}

pub(super) struct SubmissionQueue;

#[async_trait]
impl Query for SubmissionQueue {
    const NAME: &'static str = "submissionQueue";
    const WHO: Who = Who::Administrator;
    type Params = SubmissionQueueParams;
    type Answer = SubmissionQueueResult;

    /// Oldest first.
    async fn answer(
        ctx: &CommandContext,
        asked: SubmissionQueueParams,
    ) -> Result<SubmissionQueueResult, Error> {
        let limit = page(asked.limit)?;
        let sql = Sql::fixed(
            QUEUE,
            [
                Bind::from(asked.mission.as_deref()),
                ctx.now().into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<MissionRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        let total = Sql::fixed(
            r#"select jsonb_build_object('total', count(*), 'oldestAt', _touchstone.iso(min(s."submittedAt")))
            from "Submission" s where s."state" = 'needs_review' and ($1::text is null
                or s."mission" in (select m."objectId" from "Mission" m where m."objectId" = $1::text or m."slug" = $1::text))"#,
            [Bind::from(asked.mission.as_deref())],
        );
        let total: Json = ctx.row(&total).await?.unwrap_or_default();
        let mut rows: Vec<Json> = placed.into_iter().map(|placed| placed.row).collect();
        for files in rows.iter_mut().filter_map(|row| row.pointer_mut("/submission/attachments")) {
            with_addresses(ctx, files);
        }
        Ok(SubmissionQueueResult {
            rows,
            next,
            total: total["total"].as_i64().unwrap_or_default(),
            oldest_at: total["oldestAt"].as_str().map(str::to_owned),
        })
    }
}

const QUEUE: &str = r#"select jsonb_build_object('key', _touchstone.iso(s."submittedAt"), 'id', s."objectId", 'row', jsonb_build_object(
    'submission', _touchstone.submission_shown(s, true),
    'mission', jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title", 'points', m."points"::int,
        'steps', _touchstone.steps_shown(m."steps"), 'review', m."review"),
    'person', (select _touchstone.person(u) from "_User" u where u."objectId" = s."user"),
    'waitingSeconds', extract(epoch from $2::timestamptz - s."submittedAt")::bigint, 'why', s."reviewWhy"))
from "Submission" s join "Mission" m on m."objectId" = s."mission"
where s."state" = 'needs_review' and ($1::text is null or m."objectId" = $1::text or m."slug" = $1::text)
    and ($3::text is null or (s."submittedAt", s."objectId") > ($3::text::timestamptz, $4::text))
order by s."submittedAt", s."objectId" limit $5::int8"#;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Decision {
    Approve,
    Reject,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionReviewParams {
    submission: String,
    decision: Decision,
    note: Option<String>,
}

fn words(note: Option<&str>, key: &'static str, least: usize) -> Result<Option<String>, Error> {
    let note = note.map(str::trim).filter(|note| !note.is_empty());
    let count = note.map_or(0, |note| note.chars().count());
    if count > 1_000 || count < least {
        let sentence =
            format!("Give a reason of {least} to 1,000 characters. The tester will read it.");
        return Err(invalid(key, sentence));
    }
    Ok(note.map(str::to_owned))
}

/// Administrators do not decide about their own submissions.
fn must_be_of_another(ctx: &CommandContext, submission: &LockedSubmission) -> Result<(), Error> {
    if submission.person == ctx.member()?.person_id {
        return Err(forbidden("Another administrator has to review your own submission."));
    }
    Ok(())
}

pub(super) struct SubmissionReview;

#[async_trait]
impl Command for SubmissionReview {
    const NAME: &'static str = "submissionReview";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionReviewParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: SubmissionReviewParams,
    ) -> Result<Self::Answer, Error> {
        let is_no = params.decision == Decision::Reject;
        let note = words(params.note.as_deref(), "NOTE", if is_no { 10 } else { 0 })?;
        let mut submission = lock(ctx, &params.submission).await?;
        must_be_of_another(ctx, &submission)?;
        let command = if is_no { SubmissionCommand::Reject } else { SubmissionCommand::Approve };
        let payment = submission.decide(Doer::Administrator, command)?;
        submission.decided_at = Some(timestamp(ctx.now()));
        submission.reviewer = Some(ctx.member()?.id.clone());
        submission.note = note;
        let posted = submission.write(ctx, payment, None).await?;
        events::decided(ctx, &submission, &posted).await?;
        answer(ctx, &submission, &posted, SubmissionState::NeedsReview).await
    }
}

/// Approves a rejected submission after an upheld appeal, and returns the users whose points
/// changed.
pub(crate) async fn uphold(
    ctx: &CommandContext,
    submission: &str,
    answer: &str,
) -> Result<Vec<Json>, Error> {
    let mut submission = lock(ctx, submission).await?;
    must_be_of_another(ctx, &submission)?;
    let full = Sql::fixed(
        r#"select to_jsonb(p.taken >= p.capacity and not _touchstone.has_place($2::text, $3::float8))
        from _touchstone.mission_places p where p.mission = $1::text"#,
        [
            Bind::from(&*submission.mission.id),
            submission.state.key().into(),
            f64::from(submission.attempt).into(),
        ],
    );
    if ctx.row::<Option<bool>>(&full).await?.flatten() == Some(true) {
        let sentence = "The mission is full. Give it one more place, then uphold the appeal.";
        return Err(invalid("MISSION_FULL", sentence));
    }
    let payment = submission.decide(Doer::Administrator, SubmissionCommand::Uphold)?;
    submission.decided_at = Some(timestamp(ctx.now()));
    submission.reviewer = Some(ctx.member()?.id.clone());
    submission.note = Some(answer.chars().take(1_000).collect());
    let posted = submission.write(ctx, payment, None).await?;
    notification::resolve_waiting(ctx, NotificationKind::SubmissionReturned, &submission.id)
        .await?;
    events::decided(ctx, &submission, &posted).await?;
    postings_json(ctx, &posted).await
}

fn entry(posted: &Posted) -> Json {
    json!({ "amount": posted.amount, "season": posted.season, "seq": posted.seq })
}

async fn answer(
    ctx: &CommandContext,
    submission: &LockedSubmission,
    posted: &[Posted],
    before: SubmissionState,
) -> Result<AuditedReply<Json>, Error> {
    let change = AuditChange {
        kind: "submission",
        id: submission.id.clone(),
        label: submission.mission.title.clone(),
        before: json!({ "state": before }),
        after: json!({
            "state": submission.state, "note": submission.note, "user": submission.user,
            "points": posted.iter().map(entry).collect::<Vec<Json>>(),
        }),
    };
    let reply = json!({ "submission": shown(ctx, &submission.id).await?, "points": posted.first().map(entry) });
    Ok(AuditedReply::new(reply, change))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionRevokeParams {
    submission: String,
    reason: String,
}

pub(super) struct SubmissionRevoke;

#[async_trait]
impl Command for SubmissionRevoke {
    const NAME: &'static str = "submissionRevoke";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionRevokeParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: SubmissionRevokeParams,
    ) -> Result<Self::Answer, Error> {
        let reason = words(Some(&params.reason), "REASON", 10)?;
        let mut submission = lock(ctx, &params.submission).await?;
        must_be_of_another(ctx, &submission)?;
        let before = submission.state;
        let payment = submission.decide(Doer::Administrator, SubmissionCommand::Revoke)?;
        submission.decided_at = Some(timestamp(ctx.now()));
        submission.reviewer = Some(ctx.member()?.id.clone());
        submission.note.clone_from(&reason);
        let posted = submission.write(ctx, payment, reason.as_deref()).await?;
        let mut answered = answer(ctx, &submission, &posted, before).await?;
        answered.reply["points"] = posted.iter().map(entry).collect();
        Ok(answered)
    }
}
