//! Applies a decision of the rules to an issue: its row and its timeline.
//!
//! This is the only place that writes the state of an issue. The caller has locked the issue and
//! runs the effects: counts ([`super::reach_counter::recount`]) and points.

use feedback_model::impact::impact;
use feedback_model::stage::{Closure, Stage};
use feedback_model::timeline::Audience;
use feedback_model::triage::Effect;
use feedback_model::{
    Actor, Decision, IssueId, IssueState, Resolution, Severity, Status, Timestamp, TriageCommand,
    decide,
};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};

use super::comment_event::append_comments;
use super::state::LockedIssue;
use super::timeline::{TimelineEvent, append_events};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;

/// The result of a command.
#[derive(Debug)]
pub struct Applied {
    /// The issue after the command, still locked.
    pub issue: LockedIssue,
    /// The effects, which the caller runs.
    pub effects: Vec<Effect>,
}

impl Applied {
    /// Whether the command has an effect.
    pub(crate) fn calls_for(&self, effect: Effect) -> bool {
        self.effects.contains(&effect)
    }
}

/// Decides a command about a locked issue and applies the decision.
pub async fn apply(
    ctx: &CommandContext,
    issue: &LockedIssue,
    actor: &Actor,
    command: &TriageCommand,
) -> Result<Applied, Error> {
    let policy = ctx.settings().await?.policy();
    let now = Timestamp(ctx.now().millis());
    let decision = decide(&issue.state, actor, command, now, &policy).map_err(from_refusal)?;
    persist_decision(ctx, issue, actor, command, decision).await
}

/// Writes a decision.
async fn persist_decision(
    ctx: &CommandContext,
    issue: &LockedIssue,
    actor: &Actor,
    command: &TriageCommand,
    decision: Decision,
) -> Result<Applied, Error> {
    let is_public = decision.events.iter().any(|event| event.audience == Audience::All)
        && !matches!(command, TriageCommand::Settle);
    let mut after = LockedIssue { state: decision.state, ..issue.clone() };
    if is_public {
        after.last_activity_at = Timestamp(ctx.now().millis()).max(issue.last_activity_at);
    }
    if actor.is_admin() {
        after.is_held_back = false;
    }
    write(ctx, issue, &after, close_reason(command)).await?;
    let told: Vec<TimelineEvent> = decision.events.iter().map(TimelineEvent::from).collect();
    append_events(ctx, issue.id(), actor.user(), &told).await?;
    if issue.is_held_back && !after.is_held_back {
        release_comments(ctx, issue.id()).await?;
    }
    Ok(Applied { issue: after, effects: decision.effects })
}

/// The reason with which an administrator closed it.
fn close_reason(command: &TriageCommand) -> Option<&str> {
    match command {
        TriageCommand::Close { reason, .. } => Some(reason.as_str()),
        _ => None,
    }
}

/// Once an administrator has handled an issue, comments that were held back with it become visible
/// too.
pub(crate) async fn release_comments(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Comment" set "heldBack" = false where "issue" = $1::text and "heldBack" returning to_jsonb("objectId")"#,
        [Bind::from(issue.as_str())],
    );
    let released: Vec<String> = ctx.rows(&sql).await?;
    if released.is_empty() { Ok(()) } else { append_comments(ctx, &released).await }
}

fn date(timestamp: Timestamp) -> Date {
    Date::from_millis(timestamp.0)
}

async fn write(
    ctx: &CommandContext,
    before: &LockedIssue,
    after: &LockedIssue,
    close_reason: Option<&str>,
) -> Result<(), Error> {
    let state = &after.state;
    let is_closing = state.closed_at.is_some() && before.state.closed_at != state.closed_at;
    let mut binds = stage_binds(state)?;
    binds.extend([
        Bind::from(after.id().as_str()),
        ctx.now().into(),
        date(after.last_activity_at).into(),
        after.is_held_back.into(),
        impact(state.severity, after.reach).into(),
        close_reason.into(),
        is_closing.into(),
    ]);
    ctx.invalidate_lists_on_commit();
    ctx.execute(&Sql::fixed(WRITE, binds)).await.map(drop)
}

const WRITE: &str = r#"update "Issue" set
    "status" = $1::text, "resolution" = $2::text, "duplicateOf" = $3::text, "stateBeforeMerge" = $4::jsonb,
    "resumeStatus" = $5::text, "askedAt" = $6::timestamptz, "snoozedUntil" = $7::timestamptz, "assumed" = $8::bool,
    "visibility" = $9::text, "severity" = $10::text, "quality" = $11::text, "answered" = $12::bool,
    "buildFixed" = $13::text, "buildVerified" = $14::text, "regressions" = $15::float8, "reopenedByReporter" = $16::bool,
    "firstResponseAt" = $17::timestamptz, "confirmedAt" = $18::timestamptz, "settledAt" = $19::timestamptz,
    "fixedAt" = $20::timestamptz, "verifiedAt" = $21::timestamptz, "closedAt" = $22::timestamptz,
    "updatedAt" = $24::timestamptz, "lastActivityAt" = $25::timestamptz, "heldBack" = $26::bool, "impact" = $27::float8,
    "closeReason" = case when $29::bool then $28::text else "closeReason" end
where "objectId" = $23::text"#;

/// The values of [`WRITE`] with the state of an issue, from `$1` to `$22`.
fn stage_binds(state: &IssueState) -> Result<Vec<Bind>, Error> {
    let columns = state.stage.columns();
    let before_merge = match &state.stage {
        Stage::Closed(Closure::Duplicate { before, .. }) => Some(json_of(before)?),
        Stage::Active(_) | Stage::Closed(Closure::Ended { .. }) => None,
    };
    let time = |timestamp: Option<Timestamp>| Bind::from(timestamp.map(date));
    let build = |build: &Option<feedback_model::build::Build>| {
        Bind::from(build.as_ref().map(|build| build.id.as_str()))
    };
    Ok(vec![
        columns.status.key().into(),
        columns.resolution.map(Resolution::key).into(),
        columns.duplicate_of.as_ref().map(IssueId::as_str).into(),
        before_merge.into(),
        columns.resume_status.map(Status::key).into(),
        time(columns.asked_at),
        time(columns.snoozed_until),
        columns.assumed.into(),
        state.visibility.key().into(),
        state.severity.map(Severity::key).into(),
        state.quality.key().into(),
        state.answered.into(),
        build(&state.build_fixed),
        build(&state.build_verified),
        f64::from(state.regressions).into(),
        state.reopened_by_reporter.into(),
        time(state.first_response_at),
        time(state.confirmed_at),
        time(state.settled_at),
        time(state.fixed_at),
        time(state.verified_at),
        time(state.closed_at),
    ])
}

fn json_of(value: &impl serde::Serialize) -> Result<Json, Error> {
    serde_json::to_value(value)
        .map_err(|error| Error::Failed { doing: "writing an issue", source: Box::new(error) })
}
