//! The events of missions.

use feedback_model::UserId;
use feedback_model::event::EventKind;
use feedback_model::mission::submission::SubmissionState;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::submission::LockedSubmission;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, append};
use feedback_points::points::Posted;

/// Notifies the owner how a submission ended, or that it was returned.
pub(super) async fn decided(
    ctx: &CommandContext,
    submission: &LockedSubmission,
    posted: &[Posted],
) -> Result<(), Error> {
    let kind = match submission.state {
        SubmissionState::Approved | SubmissionState::ApprovedPartial => {
            EventKind::SubmissionApproved
        }
        SubmissionState::Rejected | SubmissionState::Started => EventKind::SubmissionReturned,
        _ => return Ok(()),
    };
    let amount: i64 = posted.iter().map(|entry| entry.amount).sum();
    let mission = &submission.mission;
    let data = json!({
        "mission": { "id": mission.id, "slug": mission.slug, "title": mission.title }, "user": submission.user,
        "submission": submission.id, "state": submission.state.key(), "amount": amount, "reason": submission.note,
        "triesLeft": submission.life().tries_left(),
    });
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    // The owner sees the outcome immediately, but the event is appended anyway.
    let actor = actor.filter(|actor| actor.as_str() != submission.user);
    append(ctx, &DomainEvent { kind, issue: None, actor: actor.as_ref(), data }).await
}

async fn brief(ctx: &CommandContext, mission: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('mission', jsonb_build_object('id', m."objectId", 'slug', m."slug", 'title', m."title"),
            'points', m."points"::int, 'minTrust', m."minTrust"::int, 'endsAt', _touchstone.iso(m."endsAt"))
        from "Mission" m where m."objectId" = $1::text"#,
        [Bind::from(mission)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

/// A mission can be started.
pub(super) async fn opened(ctx: &CommandContext, mission: &str) -> Result<(), Error> {
    let data = brief(ctx, mission).await?;
    append(ctx, &DomainEvent { kind: EventKind::MissionOpened, issue: None, actor: None, data })
        .await
}

/// A mission ends within a day.
pub(super) async fn ending(ctx: &CommandContext, mission: &str) -> Result<(), Error> {
    let data = brief(ctx, mission).await?;
    append(ctx, &DomainEvent { kind: EventKind::MissionEnding, issue: None, actor: None, data })
        .await
}
