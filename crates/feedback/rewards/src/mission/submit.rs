//! Doing the steps of a mission, and submitting.

use std::collections::BTreeMap;

use async_trait::async_trait;
use feedback_model::mission::answer::{Given, StepAnswer};
use feedback_model::mission::step::Step;
use feedback_model::mission::submission::{Doer, SubmissionCommand, SubmissionState};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::answer_shape::SubmissionAnswer;
use super::check::{self, CheckResult};
use super::events;
use super::spent_transaction::is_spent;
use super::start::SubmissionId;
use super::submission::{LockedSubmission, StepProgress, SubmissionReply, lock_own, shown};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{from_refusal, invalid};
use feedback_core::timestamp::timestamp;
use feedback_points::points::Posted;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SubmissionSaveParams {
    submission: String,
    answers: BTreeMap<String, Json>,
}

pub(super) struct SubmissionSave;

#[async_trait]
impl Command for SubmissionSave {
    const NAME: &'static str = "submissionSave";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionSaveParams;
    type Answer = SubmissionReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SubmissionAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        params: SubmissionSaveParams,
    ) -> Result<SubmissionReply, Error> {
        let mut submission = lock_own(ctx, &params.submission).await?;
        submission.must_be_open(ctx)?;
        submission.decide(Doer::Owner, SubmissionCommand::Save)?;
        let steps = submission.steps()?;
        for (id, answer) in params.answers {
            let step = steps.iter().find(|step| step.id == id);
            let step = step.ok_or_else(|| invalid("STEP_UNKNOWN", "Unknown step."))?;
            save_answers(ctx, &mut submission, step, answer).await?;
        }
        check::run_checks(ctx, &mut submission).await?;
        submission.write(ctx, None, None).await?;
        Ok(SubmissionReply { submission: shown(ctx, &submission.id).await? })
    }
}

/// Stores an answer, or removes one.
async fn save_answers(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    step: &Step,
    answer: Json,
) -> Result<(), Error> {
    forget(ctx, submission, step).await?;
    if answer.is_null() {
        return Ok(());
    }
    let given: Given = serde_json::from_value(answer).map_err(|_| {
        invalid("STEP_ANSWER", "An answer must be true, a number, a text or a list of texts.")
    })?;
    let answer = step.answer(given).map_err(from_refusal)?;
    let mut progress = StepProgress::of("done", Some(ctx.now().iso()));
    let kept = match answer {
        StepAnswer::Said(given) => json!(given),
        StepAnswer::Images(images) => {
            attach(ctx, submission, &images).await?;
            json!(images)
        }
        StepAnswer::Evidence(evidence) => {
            show(ctx, submission, step, &evidence).await?;
            progress = StepProgress {
                evidence: Some(evidence.clone()),
                ..StepProgress::of("checking", progress.at)
            };
            json!(evidence)
        }
    };
    submission.answers.insert(step.id.clone(), kept);
    submission.progress.insert(step.id.clone(), progress);
    Ok(())
}

/// Reopens a step.
async fn forget(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    step: &Step,
) -> Result<(), Error> {
    if let Some(Json::Array(images)) = submission.answers.remove(&step.id) {
        submission.attachments.retain(|id| !images.iter().any(|image| image == id.as_str()));
    }
    submission.progress.insert(step.id.clone(), StepProgress::open(step));
    if step.check().is_none() {
        return Ok(());
    }
    let sql = Sql::fixed(
        "delete from _touchstone.submission_evidence where submission = $1::text and step = $2::text",
        [Bind::from(&*submission.id), step.id.as_str().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Unattached images of the caller.
async fn attach(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    images: &[String],
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Attachment" set "submission" = $2::text, "updatedAt" = $4::timestamptz
        where "objectId" = any($1::text[]) and "owner" = $3::text and "issue" is null and "state" = 'clean'
            and "mime" like 'image/%' and ("submission" is null or "submission" = $2::text)"#,
        [
            Bind::from(images),
            submission.id.as_str().into(),
            submission.user.as_str().into(),
            ctx.now().into(),
        ],
    );
    let attached = ctx.execute(&sql).await?;
    if usize::try_from(attached).ok() != Some(images.len()) {
        return Err(invalid("FILE_GONE", "One of the images was deleted. Attach it again."));
    }
    submission.attachments.extend_from_slice(images);
    Ok(())
}

/// A transaction from the caller's evidence. One counts for one step of one mission.
async fn show(
    ctx: &CommandContext,
    submission: &LockedSubmission,
    step: &Step,
    evidence: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Evidence" set "submission" = $2::text
        where "objectId" = $1::text and "owner" = $3::text and "kind" = 'tx' returning to_jsonb("txHash")"#,
        [Bind::from(evidence), submission.id.as_str().into(), submission.user.as_str().into()],
    );
    let Some(hash) = ctx.row::<String>(&sql).await? else {
        return Err(invalid("STEP_ANSWER", "Add the transaction as your own evidence first."));
    };
    if is_spent(ctx, submission, &hash).await? {
        return Err(invalid(
            "EVIDENCE_USED",
            "This transaction counts for another mission already. Each mission needs its own transaction.",
        ));
    }
    let sql = Sql::fixed(
        "insert into _touchstone.submission_evidence (submission, step, evidence) values ($1::text, $2::text, $3::text)
        on conflict do nothing",
        [Bind::from(&*submission.id), step.id.as_str().into(), evidence.into()],
    );
    if ctx.execute(&sql).await? == 0 {
        return Err(invalid("EVIDENCE_USED", "This transaction is used for another step already."));
    }
    Ok(())
}

pub(super) struct SubmissionSubmit;

#[async_trait]
impl Command for SubmissionSubmit {
    const NAME: &'static str = "submissionSubmit";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = SubmissionId;
    type Answer = SubmissionReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<SubmissionAnswer>())
    }

    async fn run(ctx: &CommandContext, one: SubmissionId) -> Result<SubmissionReply, Error> {
        let mut submission = lock_own(ctx, &one.submission).await?;
        submission.must_be_open(ctx)?;
        submission.decide(Doer::Owner, SubmissionCommand::Submit)?;
        must_be_whole(&submission)?;
        submission.submitted_at = Some(timestamp(ctx.now()));
        (submission.decided_at, submission.note) = (None, None);
        let looked = check::run_checks(ctx, &mut submission).await?;
        submission.write(ctx, None, None).await?;
        conclude(ctx, &mut submission, looked).await?;
        Ok(SubmissionReply { submission: shown(ctx, &submission.id).await? })
    }
}

fn must_be_whole(submission: &LockedSubmission) -> Result<(), Error> {
    let is_done = |step: &Step| {
        let progress = submission.progress.get(&step.id);
        progress.is_some_and(|it| it.state == "done" || it.evidence.is_some())
    };
    let missing: Vec<String> = submission
        .steps()?
        .iter()
        .enumerate()
        .filter(|(_, step)| step.required && !is_done(step))
        .map(|(index, _)| (index + 1).to_string())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(invalid("STEP_MISSING", format!("Do these steps first: {}.", missing.join(", "))))
}

/// Decides a submission, once all look-ups are complete.
pub(super) async fn conclude(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    looked: CheckResult,
) -> Result<Vec<Posted>, Error> {
    let (SubmissionState::Checking, Some(checked)) = (submission.state, looked.checked) else {
        return Ok(Vec::new());
    };
    let payment = submission.decide(Doer::Programme, SubmissionCommand::Check(checked))?;
    match submission.state {
        SubmissionState::NeedsReview => submission.review_why = looked.why.map(str::to_owned),
        _ => {
            submission.decided_at = Some(timestamp(ctx.now()));
            submission.note = looked.note;
        }
    }
    let posted = submission.write(ctx, payment, None).await?;
    events::decided(ctx, submission, &posted).await?;
    Ok(posted)
}
