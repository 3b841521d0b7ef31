//! Runs the transaction checks of a submission on the explanations of its evidence.

use feedback_model::evidence::EvidenceState;
use feedback_model::mission::draft::ReviewMode;
use feedback_model::mission::sample::is_sampled;
use feedback_model::mission::step::Step;
use feedback_model::mission::submission::Checked;
use feedback_model::mission::verdict::{Outcome, Reason, TxFacts};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::submission::{LockedSubmission, StepProgress};
use feedback_core::command_context::CommandContext;

/// A transaction that was submitted for a step.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ShownTx {
    step: String,
    evidence: String,
    hash: Option<String>,
    state: EvidenceState,
    /// Whether another check is scheduled.
    is_queued: bool,
    facts: TxFacts,
}

/// The combined result of the checks. `None` while something is still being looked up.
pub(super) struct CheckResult {
    pub(super) checked: Option<Checked>,
    /// The note to the tester if a part does not match.
    pub(super) note: Option<String>,
    /// Why a person must review it.
    pub(super) why: Option<&'static str>,
}

/// Runs the checks and stores each result in the submission.
pub(super) async fn run_checks(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
) -> Result<CheckResult, Error> {
    let shown = shown_txs(ctx, submission).await?;
    let steps = submission.steps()?;
    let mut outcomes = Vec::new();
    for step in steps.iter().filter(|step| step.check().is_some()) {
        let tx = shown.iter().find(|tx| tx.step == step.id);
        let outcome = tx.and_then(|tx| judge(step, tx, submission));
        if let Some(tx) = tx {
            note(ctx, submission, step, tx, outcome);
        }
        if step.required {
            outcomes.push(outcome);
        }
    }
    Ok(together(submission, &outcomes))
}

fn together(submission: &LockedSubmission, outcomes: &[Option<Outcome>]) -> CheckResult {
    let failed = outcomes.iter().find_map(|outcome| match outcome {
        Some(Outcome::Failed(reason)) => Some(reason.sentence().to_owned()),
        _ => None,
    });
    let is_open = outcomes.iter().any(Option::is_none);
    let is_unsure = outcomes.iter().any(|one| matches!(one, Some(Outcome::Undecided(_))));
    let review = submission.mission.review;
    let seed = &submission.mission.seed;
    let is_chosen = is_sampled(seed, &submission.id, submission.attempt, review.share());
    let (checked, why) = match () {
        () if is_open => (None, None),
        () if failed.is_some() => (Some(Checked::Failed), None),
        () if is_unsure => (Some(Checked::Undecided), Some("undecided")),
        () if is_chosen && review.mode == ReviewMode::Manual => {
            (Some(Checked::PassedToReview), Some("manual"))
        }
        () if is_chosen => (Some(Checked::PassedToReview), Some("sample")),
        () => (Some(Checked::Passed), None),
    };
    CheckResult { checked, note: failed, why }
}

/// The result of a check for a transaction. `None` while it is unknown.
fn judge(step: &Step, tx: &ShownTx, submission: &LockedSubmission) -> Option<Outcome> {
    match tx.state {
        EvidenceState::Queued | EvidenceState::Fetching | EvidenceState::Waiting => None,
        EvidenceState::NotFound | EvidenceState::Failed if tx.is_queued => None,
        EvidenceState::NotFound => Some(Outcome::Failed(Reason::NotFound)),
        EvidenceState::Failed => Some(Outcome::Undecided(Reason::NotExplained)),
        EvidenceState::Decoded | EvidenceState::Partial => {
            step.check().map(|check| check.judge(&tx.facts, Some(submission.started_at)))
        }
    }
}

fn note(
    ctx: &CommandContext,
    submission: &mut LockedSubmission,
    step: &Step,
    tx: &ShownTx,
    outcome: Option<Outcome>,
) {
    let (state, reason) = match outcome {
        None => ("checking", None),
        Some(Outcome::Passed) => ("passed", None),
        Some(Outcome::Failed(reason)) => ("failed", Some(reason)),
        Some(Outcome::Undecided(reason)) => ("undecided", Some(reason)),
    };
    let mut progress = StepProgress {
        evidence: Some(tx.evidence.clone()),
        hash: tx.hash.clone(),
        reason: reason.map(|reason| reason.key().to_owned()),
        sentence: reason.map(|reason| reason.sentence().to_owned()),
        ..StepProgress::of(state, Some(ctx.now().iso()))
    };
    // Keeps the time of the last change.
    if let Some(before) = submission.progress.get(&step.id)
        && before.state == progress.state
        && before.evidence == progress.evidence
    {
        progress.at.clone_from(&before.at);
    }
    submission.progress.insert(step.id.clone(), progress);
}

async fn shown_txs(
    ctx: &CommandContext,
    submission: &LockedSubmission,
) -> Result<Vec<ShownTx>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('step', l.step, 'evidence', e."objectId", 'hash', e."txHash", 'state', e."state",
            'isQueued', exists (select from _touchstone.evidence_queue q where q.evidence = e."objectId"),
            'facts', _touchstone.tx_facts(e))
        from _touchstone.submission_evidence l join "Evidence" e on e."objectId" = l.evidence
        where l.submission = $1::text"#,
        [Bind::from(&*submission.id)],
    );
    ctx.rows(&sql).await
}
