//! Permissions for commands, independent of the state of the issue.

use super::TriageCommand;
use crate::actor::Actor;
use crate::fix_check::Proof;
use crate::issue::IssueState;
use crate::refused::Refused;
use crate::role::AccountStatus;
use crate::status::Status;

/// Whether the actor may use the command on this issue.
pub(super) fn may(
    state: &IssueState,
    actor: &Actor,
    command: &TriageCommand,
) -> Result<(), Refused> {
    if let Actor::Member(member) = actor
        && matches!(member.status, AccountStatus::Suspended | AccountStatus::Deleted)
    {
        return Err(Refused::NotActive);
    }
    if !actor.may_see(state) {
        return Err(Refused::Unseen);
    }
    match command {
        TriageCommand::Answer
        | TriageCommand::GiveUpWaiting
        | TriageCommand::Verify { .. }
        | TriageCommand::AssumeVerified { .. }
        | TriageCommand::Wake { .. }
        | TriageCommand::Settle => match actor {
            Actor::System => Ok(()),
            Actor::Member(_) => Err(Refused::SystemOnly),
        },
        TriageCommand::Withdraw if actor.is_reporter_of(state) => Ok(()),
        TriageCommand::Withdraw => Err(Refused::ReporterOnly),
        // An issue that was closed by a tracker and reopened there needs no approval. Only an
        // administrator can say that a fix does not work.
        TriageCommand::Reopen { .. } if *actor == Actor::System => match state.stage.status() {
            Status::Closed => Ok(()),
            _ => Err(Refused::AdminsOnly),
        },
        TriageCommand::Reopen { .. } => admin_or_reporter(state, actor),
        // A tracker reports that work has begun.
        TriageCommand::Start if *actor == Actor::System => Ok(()),
        TriageCommand::StillBroken { proof, .. } => regression(state, actor, *proof),
        TriageCommand::Accept { .. }
        | TriageCommand::AskInfo(_)
        | TriageCommand::Close { .. }
        | TriageCommand::Merge(_)
        | TriageCommand::Follow(_)
        | TriageCommand::Unmerge
        | TriageCommand::Start
        | TriageCommand::Stop
        | TriageCommand::MarkFixed { .. }
        | TriageCommand::Snooze(_)
        | TriageCommand::SetSeverity(_)
        | TriageCommand::SetQuality(_)
        | TriageCommand::SetVisibility(_)
        | TriageCommand::Undo(_) => {
            if actor.is_admin() {
                Ok(())
            } else {
                Err(Refused::AdminsOnly)
            }
        }
    }
}

fn is_limited(actor: &Actor) -> bool {
    matches!(actor, Actor::Member(member) if member.status == AccountStatus::Limited)
}

fn admin_or_reporter(state: &IssueState, actor: &Actor) -> Result<(), Refused> {
    if is_limited(actor) {
        return Err(Refused::Limited);
    }
    if actor.is_admin() || actor.is_reporter_of(state) {
        Ok(())
    } else {
        Err(Refused::ReporterOnly)
    }
}

/// A tester can prove that the fix does not work, and the programme that a verified failure came
/// back. Without proof an administrator decides.
fn regression(state: &IssueState, actor: &Actor, proof: Proof) -> Result<(), Refused> {
    if is_limited(actor) {
        return Err(Refused::Limited);
    }
    match (actor, state.stage.status()) {
        (Actor::Member(_), _) if actor.is_admin() => Ok(()),
        (Actor::Member(_), Status::Verified) => Err(Refused::SystemOnly),
        (Actor::System, Status::Fixed) => Err(Refused::AdminsOnly),
        (Actor::Member(_) | Actor::System, _) => {
            if proof == Proof::SameFailure {
                Ok(())
            } else {
                Err(Refused::ProofMissing)
            }
        }
    }
}
