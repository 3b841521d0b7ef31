//! Who may give which command, whatever state the issue is in.

use super::Command;
use crate::actor::Actor;
use crate::fix_check::Proof;
use crate::issue::IssueState;
use crate::refused::Refused;
use crate::role::AccountStatus;
use crate::status::Status;

/// Whether the actor may give the command about this issue.
pub(super) fn may(state: &IssueState, actor: &Actor, command: &Command) -> Result<(), Refused> {
    if let Actor::Member(member) = actor
        && matches!(member.status, AccountStatus::Suspended | AccountStatus::Deleted)
    {
        return Err(Refused::NotActive);
    }
    if !actor.may_see(state) {
        return Err(Refused::Unseen);
    }
    match command {
        Command::Answer
        | Command::GiveUpWaiting
        | Command::Verify { .. }
        | Command::AssumeVerified { .. }
        | Command::Wake { .. }
        | Command::Settle => match actor {
            Actor::System => Ok(()),
            Actor::Member(_) => Err(Refused::SystemOnly),
        },
        Command::Withdraw if actor.is_reporter_of(state) => Ok(()),
        Command::Withdraw => Err(Refused::ReporterOnly),
        Command::Reopen { .. } => admin_or_reporter(state, actor),
        Command::StillBroken { proof, .. } => regression(state, actor, *proof),
        Command::Accept { .. }
        | Command::AskInfo(_)
        | Command::Close { .. }
        | Command::Merge(_)
        | Command::Follow(_)
        | Command::Unmerge
        | Command::Start
        | Command::Stop
        | Command::MarkFixed { .. }
        | Command::Snooze(_)
        | Command::SetSeverity(_)
        | Command::SetQuality(_)
        | Command::SetVisibility(_)
        | Command::Undo(_) => {
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

/// A tester proves that the fix does not work; the programme, that a verified one came back.
/// Without proof an administrator decides.
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
