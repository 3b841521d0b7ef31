//! A locked submission: read with its mission, changed by the rules, and written back.

use std::collections::BTreeMap;

use feedback_model::Timestamp;
use feedback_model::mission::draft::Review;
use feedback_model::mission::state::MissionState;
use feedback_model::mission::step::{Step, StepDraft, steps};
use feedback_model::mission::submission::{
    Decided, Doer, Payment, Progress, SubmissionCommand, SubmissionState, decide,
};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::pay;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, not_found};
use feedback_core::timestamp::{date, timestamp};
use feedback_issues::attachment::with_addresses;
use feedback_points::points::Posted;

/// The progress of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StepProgress {
    pub(super) state: String,
    pub(super) at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evidence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sentence: Option<String>,
}

impl StepProgress {
    /// A step that is not done.
    pub(super) fn open(step: &Step) -> StepProgress {
        let state = if step.check().is_some() { "watching" } else { "open" };
        StepProgress::of(state, None)
    }

    pub(super) fn of(state: &str, at: Option<String>) -> StepProgress {
        let state = state.to_owned();
        StepProgress { state, at, evidence: None, hash: None, reason: None, sentence: None }
    }
}

/// The mission of a submission.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MissionFacts {
    pub(super) id: String,
    pub(super) slug: String,
    pub(super) title: String,
    pub(super) points: u32,
    pub(super) state: MissionState,
    pub(super) review: Review,
    pub(super) steps: Vec<StepDraft>,
    pub(super) ends_at: Option<Timestamp>,
    pub(super) seed: String,
}

/// A submission, locked until the transaction ends.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LockedSubmission {
    pub(super) id: String,
    pub(super) user: String,
    /// The current person of the account.
    pub(super) person: String,
    pub(super) state: SubmissionState,
    pub(super) attempt: u32,
    pub(super) paid: u32,
    pub(super) answers: BTreeMap<String, Json>,
    pub(super) progress: BTreeMap<String, StepProgress>,
    pub(super) attachments: Vec<String>,
    pub(super) blocked_by: Option<String>,
    pub(super) blocked_at: Option<Timestamp>,
    pub(super) started_at: Timestamp,
    pub(super) submitted_at: Option<Timestamp>,
    pub(super) decided_at: Option<Timestamp>,
    pub(super) reviewer: Option<String>,
    pub(super) review_why: Option<String>,
    pub(super) note: Option<String>,
    pub(super) mission: MissionFacts,
}

const READ: &str = r#"select jsonb_build_object('id', s."objectId", 'user', s."user",
    'person', coalesce((select u."personId" from "_User" u where u."objectId" = s."user"), s."user"), 'state', s."state", 'attempt', s."attempt"::int,
    'paid', s."paid"::int, 'answers', coalesce(s."answers", '{}'), 'progress', coalesce(s."progress", '{}'),
    'attachments', coalesce(s."attachments", '[]'), 'blockedBy', s."blockedBy", 'blockedAt', _touchstone.in_millis(s."blockedAt"),
    'startedAt', _touchstone.in_millis(s."startedAt"), 'submittedAt', _touchstone.in_millis(s."submittedAt"),
    'decidedAt', _touchstone.in_millis(s."decidedAt"), 'reviewer', s."reviewer", 'reviewWhy', s."reviewWhy", 'note', s."note",
    'mission', jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title", 'points', m."points"::int,
        'state', m."state", 'review', m."review", 'steps', m."steps", 'endsAt', _touchstone.in_millis(m."endsAt"),
        'seed', (select seed.seed from _touchstone.mission_seed seed where seed.mission = m."objectId")))
from "Submission" s join "Mission" m on m."objectId" = s."mission" where s."objectId" = $1::text for update of s"#;

/// Reads and locks a submission.
pub(super) async fn lock(ctx: &CommandContext, id: &str) -> Result<LockedSubmission, Error> {
    ctx.row(&Sql::fixed(READ, [Bind::from(id)])).await?.ok_or_else(not_found)
}

/// The same for one of the caller's own. Those of others are not found.
pub(super) async fn lock_own(ctx: &CommandContext, id: &str) -> Result<LockedSubmission, Error> {
    let locked = lock(ctx, id).await?;
    if locked.user == ctx.member()?.id { Ok(locked) } else { Err(not_found()) }
}

impl LockedSubmission {
    /// The steps of its mission.
    pub(super) fn steps(&self) -> Result<Vec<Step>, Error> {
        steps(&self.mission.steps).map_err(from_refusal)
    }

    /// In the form of the rules.
    pub(super) fn life(&self) -> Progress {
        Progress { state: self.state, attempt: self.attempt, has_part: self.paid > 0 }
    }

    /// Refuses changes after the end. A tester who has started can continue while the mission is
    /// paused.
    pub(super) fn must_be_open(&self, ctx: &CommandContext) -> Result<(), Error> {
        let is_over = self.mission.ends_at.is_some_and(|ends| ends <= timestamp(ctx.now()));
        if self.mission.state.is_open() && !is_over {
            Ok(())
        } else {
            Err(invalid("MISSION_CLOSED", "The mission has ended."))
        }
    }

    /// The result of a command by the rules. Nothing is written yet.
    pub(super) fn decide(
        &mut self,
        doer: Doer,
        command: SubmissionCommand,
    ) -> Result<Option<Payment>, Error> {
        let Decided { progress, payment } =
            decide(self.life(), doer, command).map_err(from_refusal)?;
        (self.state, self.attempt) = (progress.state, progress.attempt);
        Ok(payment)
    }

    /// Writes the new state, and its payment.
    pub(super) async fn write(
        &mut self,
        ctx: &CommandContext,
        payment: Option<Payment>,
        reason: Option<&str>,
    ) -> Result<Vec<Posted>, Error> {
        // The row is written first, because places are locked before points.
        if payment == Some(Payment::TakeBack) {
            self.paid = 0;
        }
        self.store(ctx).await?;
        let posted = pay::pay(ctx, self, payment, reason).await?;
        let sum: i64 = posted.iter().map(|entry| entry.amount).sum();
        if sum > 0 {
            self.paid += u32::try_from(sum).unwrap_or_default();
            let sql = Sql::fixed(
                r#"update "Submission" set "paid" = $2::float8 where "objectId" = $1::text"#,
                [Bind::from(&*self.id), f64::from(self.paid).into()],
            );
            ctx.execute(&sql).await?;
        }
        Ok(posted)
    }

    async fn store(&self, ctx: &CommandContext) -> Result<(), Error> {
        let attachments: Json = self.attachments.iter().cloned().collect();
        let sql = Sql::fixed(
            r#"update "Submission" set "updatedAt" = $2::timestamptz, "state" = $3::text, "attempt" = $4::float8,
                "answers" = $5::jsonb, "progress" = $6::jsonb, "attachments" = $7::jsonb, "blockedBy" = $8::text,
                "blockedAt" = $9::timestamptz, "submittedAt" = $10::timestamptz, "decidedAt" = $11::timestamptz,
                "reviewer" = $12::text, "reviewWhy" = $13::text, "note" = $14::text, "paid" = $15::float8
            where "objectId" = $1::text"#,
            [
                Bind::from(&*self.id),
                ctx.now().into(),
                self.state.key().into(),
                f64::from(self.attempt).into(),
                json!(self.answers).into(),
                json!(self.progress).into(),
                attachments.into(),
                self.blocked_by.as_deref().into(),
                self.blocked_at.map(date).into(),
                self.submitted_at.map(date).into(),
                self.decided_at.map(date).into(),
                self.reviewer.as_deref().into(),
                self.review_why.as_deref().into(),
                self.note.as_deref().into(),
                f64::from(self.paid).into(),
            ],
        );
        ctx.execute(&sql).await.map(drop)
    }
}

/// A submission in an answer.
#[derive(Serialize)]
pub(super) struct SubmissionReply {
    pub(super) submission: Json,
}

/// A submission for its caller.
pub(super) async fn shown(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.submission_shown(s, $2::bool) from "Submission" s where s."objectId" = $1::text"#,
        [Bind::from(id), ctx.member()?.is_admin.into()],
    );
    let mut shown: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if let Some(files) = shown.get_mut("attachments") {
        with_addresses(ctx, files);
    }
    Ok(shown)
}

/// Ends all open submissions of an ended mission, and returns their number. A submission with a
/// partial payment keeps the state it was paid in.
pub(super) async fn expire_all(ctx: &CommandContext, mission: &str) -> Result<u64, Error> {
    let sql = Sql::fixed(
        r#"update "Submission" set "state" = case when "paid" > 0 then 'approved_partial' else 'expired' end,
            "updatedAt" = $2::timestamptz, "decidedAt" = $2::timestamptz
        where "objectId" in (select s."objectId" from "Submission" s
            where s."mission" = $1::text and s."state" = 'started' order by s."objectId" for update)"#,
        [Bind::from(mission), ctx.now().into()],
    );
    ctx.execute(&sql).await
}
