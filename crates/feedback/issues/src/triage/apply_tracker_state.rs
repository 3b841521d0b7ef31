//! What a tracker says about an issue: done by itself where the rules let the programme, or by the
//! administrator who confirms it, with the commands that there are.

use feedback_model::settlement::Cause;
use feedback_model::{Actor, IssueId, Resolution, TriageCommand};
use parse_engine::Error;
use parse_model::Json;

use super::transition::{LockedCase, apply_transition};
use super::{decide, merge, reopen};
use feedback_core::audit::AuditedReply;
use feedback_core::command_context::CommandContext;

/// What an administrator makes of what a tracker says.
#[derive(Debug)]
pub enum TrackerVerdict {
    /// A build fixes it.
    Fixed {
        /// The id of the build.
        build: String,
    },
    /// It ends otherwise.
    Closed {
        /// How it ends.
        resolution: Resolution,
        /// Why, for the reporter.
        reason: String,
    },
    /// It is about the same as another.
    Merged {
        /// The number of the other.
        into: u32,
    },
    /// It is open again.
    Reopened {
        /// Why, for the reporter.
        reason: String,
    },
}

/// Decides as the caller, by the same command that a page would call.
pub async fn confirm(
    ctx: &CommandContext,
    number: u32,
    verdict: TrackerVerdict,
) -> Result<AuditedReply<Json>, Error> {
    let concluded = match verdict {
        TrackerVerdict::Fixed { build } => decide::mark_fixed(ctx, number, build).await?,
        TrackerVerdict::Closed { resolution, reason } => {
            decide::close(ctx, number, resolution, reason).await?
        }
        TrackerVerdict::Merged { into } => merge::merge_into(ctx, number, into).await?,
        TrackerVerdict::Reopened { reason } => reopen::reopen(ctx, number, reason).await?,
    };
    let reply = serde_json::to_value(&concluded.reply)
        .map_err(|error| Error::Failed { doing: "writing an answer", source: Box::new(error) })?;
    Ok(AuditedReply { reply, change: concluded.change })
}

/// A step that needs no approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnStep {
    /// Work has begun in the tracker.
    Start,
    /// It was opened again there.
    Reopen,
}

/// Takes a step by itself, and says whether the rules allowed it.
pub async fn apply_own_step(
    ctx: &CommandContext,
    issue: &IssueId,
    step: OwnStep,
) -> Result<bool, Error> {
    let case = LockedCase::lock_with(ctx, issue, &[]).await?;
    let (step, cause) = match step {
        OwnStep::Start => (TriageCommand::Start, Cause::Progress),
        OwnStep::Reopen => (
            TriageCommand::Reopen { has_evidence: false, comment_chars: 0 },
            Cause::Change("it was opened again at the tracker".to_owned()),
        ),
    };
    match apply_transition(ctx, &case.issue, &Actor::System, &step, &cause).await {
        Ok(_) => {
            ctx.invalidate_lists_on_commit();
            Ok(true)
        }
        Err(Error::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
