//! Applies the state of a tracker to an issue: automatically if the rules allow it, or by the
//! administrator who confirms it, with the ordinary commands.

use feedback_model::settlement::Cause;
use feedback_model::{Actor, IssueId, Resolution, TriageCommand};
use parse_engine::Error;
use parse_model::Json;

use super::transition::{LockedCase, apply_transition};
use super::{decide, merge, reopen};
use feedback_core::audit::AuditedReply;
use feedback_core::command_context::CommandContext;

/// The decision of an administrator about a tracker's state.
#[derive(Debug)]
pub enum TrackerVerdict {
    /// A build fixes it.
    Fixed {
        /// The id of the build.
        build: String,
    },
    /// It is closed without a fix.
    Closed {
        /// The resolution.
        resolution: Resolution,
        /// The reason for the reporter.
        reason: String,
    },
    /// It is a duplicate.
    Merged {
        /// The number of the other issue.
        into: u32,
    },
    /// It is reopened.
    Reopened {
        /// The reason for the reporter.
        reason: String,
    },
}

/// Decides for the caller, with the same command as the page.
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

/// A change that needs no confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnStep {
    /// Work has started in the tracker.
    Start,
    /// It was reopened in the tracker.
    Reopen,
}

/// Applies a change automatically, and returns whether the rules allowed it.
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
