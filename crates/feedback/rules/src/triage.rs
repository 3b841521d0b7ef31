//! The state machine of issues.
//!
//! One total function decides, and refuses every command that it does not name. Each success
//! returns the new state and the events that lead to it.

mod step;
#[cfg(test)]
mod tests;
mod who;

use crate::actor::Actor;
use crate::build::Build;
use crate::fix_check::Proof;
use crate::id::UserId;
use crate::issue::{Gap, IssueState, Origin};
use crate::merge::Merge;
use crate::policy::Policy;
use crate::quality::Quality;
use crate::refused::Refused;
use crate::role::AccountStatus;
use crate::severity::Severity;
use crate::stage::Ending;
use crate::status::{Resolution, Status};
use crate::text::{Body, PublicReason, Question};
use crate::timeline::{Audience, Event, EventKind, events};
use crate::timestamp::Timestamp;
use crate::visibility::Visibility;

/// A command about an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TriageCommand {
    /// Accept. A bug needs a severity, here or set before.
    Accept {
        /// The severity.
        severity: Option<Severity>,
        /// The quality. Unchanged if omitted.
        quality: Option<Quality>,
    },
    /// Ask the reporter.
    AskInfo(Question),
    /// The reporter commented, edited or added evidence after a question.
    Answer,
    /// The reporter did not answer in time.
    GiveUpWaiting,
    /// Close, with a public reason.
    Close {
        /// The resolution.
        resolution: Resolution,
        /// The reason.
        reason: PublicReason,
        /// The administrator has confirmed the penalty of `spam`.
        is_spam_confirmed: bool,
    },
    /// Merge into another issue.
    Merge(Merge),
    /// Follow the root, which is merged into another issue.
    Follow(Merge),
    /// Unmerge.
    Unmerge,
    /// Start work.
    Start,
    /// Stop work.
    Stop,
    /// Mark as fixed in a build.
    MarkFixed {
        /// The build.
        build: Build,
        /// Whether testers can still get that build.
        is_active: bool,
    },
    /// Enough checks say that it works, see [`crate::fix_check::Tally`].
    Verify {
        /// Whether the quorum is met.
        is_quorum_met: bool,
    },
    /// No tester objected in time.
    AssumeVerified {
        /// Whether a tester did.
        is_disputed: bool,
    },
    /// A user saw the failure again in a build with the fix.
    StillBroken {
        /// The build.
        build: Build,
        /// The proof.
        proof: Proof,
    },
    /// Reopen.
    Reopen {
        /// Whether the reporter adds new evidence.
        has_evidence: bool,
        /// The number of characters that the reporter adds.
        comment_chars: usize,
    },
    /// Withdraw.
    Withdraw,
    /// Hide from the queue for a while.
    Snooze(Timestamp),
    /// Return to the queue: the time has come, or a user voted or added evidence.
    Wake {
        /// Whether a user voted or added evidence.
        is_stirred: bool,
    },
    /// Set the severity.
    SetSeverity(Severity),
    /// Set the quality.
    SetQuality(Quality),
    /// Set the visibility, for the whole set.
    SetVisibility(Visibility),
    /// Settle the points.
    Settle,
    /// Undo the last command.
    Undo(LastCommand),
}

/// The last command about an issue, according to the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastCommand {
    /// Its actor.
    pub by: UserId,
    /// Its time.
    pub at: Timestamp,
    /// Its events, in order.
    pub events: Vec<Event>,
    /// Whether anything else happened to the issue since: a vote, a comment, evidence.
    pub is_overtaken: bool,
}

/// What the caller does in the same transaction, besides writing state and events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The points may have changed, see [`crate::settlement::due`].
    Points,
    /// The reporter pays the penalty for spam.
    SpamPenalty,
    /// Testers are asked to check the fix.
    AskForChecks,
    /// Testers whose checks were right are rewarded.
    PayChecks,
    /// The counts of the set change.
    Recount,
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The issue after the command.
    pub state: IssueState,
    /// The timeline entries, in this order. They replay to `state`.
    pub events: Vec<Event>,
    /// The effects.
    pub effects: Vec<Effect>,
}

/// A report to submit, with validated texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The facts that never change.
    pub origin: Origin,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its description.
    pub body: Body,
    /// Whether it has explained evidence.
    pub has_evidence: bool,
}

/// Characters of a report without evidence.
pub const LEAST_REPORT: usize = 20;

/// Validates a report. [`crate::allowance`] limits their number.
pub fn submit(report: &Report, actor: &Actor) -> Result<Decision, Refused> {
    let Actor::Member(member) = actor else { return Err(Refused::NotActive) };
    match member.status {
        AccountStatus::Active => {}
        AccountStatus::Limited => return Err(Refused::Limited),
        AccountStatus::Suspended | AccountStatus::Deleted => return Err(Refused::NotActive),
    }
    long_enough(&report.body, report.has_evidence)?;
    let state = IssueState::submitted(report.origin.clone(), report.visibility);
    let submitted = Event {
        kind: EventKind::Submitted,
        audience: Audience::All,
        changes: Vec::new(),
        note: None,
    };
    Ok(Decision { state, events: vec![submitted], effects: Vec::new() })
}

/// Whether a report has enough content.
pub fn long_enough(body: &Body, has_evidence: bool) -> Result<(), Refused> {
    if !has_evidence && body.as_str().chars().count() < LEAST_REPORT {
        return Err(Refused::ReportTooShort);
    }
    Ok(())
}

/// Decides one command.
pub fn decide(
    state: &IssueState,
    actor: &Actor,
    command: &TriageCommand,
    now: Timestamp,
    policy: &Policy,
) -> Result<Decision, Refused> {
    who::may(state, actor, command)?;
    if let TriageCommand::Undo(last) = command {
        return undo(state, actor, last, now, policy);
    }
    let after = step::take(state, actor, command, now, policy)?;
    let (kind, note) = timeline_entry(command, state);
    let events = events(state, &after, kind, audience(command), note);
    if events.is_empty() {
        return Err(Refused::Unchanged);
    }
    let effects = effects(state, &after, command);
    Ok(Decision { state: after, events, effects })
}

/// Reverses the last command: the inverse changes, as an event of their own.
fn undo(
    state: &IssueState,
    actor: &Actor,
    last: &LastCommand,
    now: Timestamp,
    policy: &Policy,
) -> Result<Decision, Refused> {
    let is_undone = last.events.iter().any(|event| event.kind == EventKind::Undone);
    let changes: Vec<_> = last.events.iter().flat_map(|event| &event.changes).rev().collect();
    if actor.user() != Some(&last.by) || is_undone || changes.is_empty() {
        return Err(Refused::NothingToUndo);
    }
    if last.is_overtaken {
        return Err(Refused::UndoOvertaken);
    }
    if now > last.at.after(policy.undo()) {
        return Err(Refused::UndoTooLate(policy.undo_seconds));
    }
    let mut after = state.clone();
    let mut inverse = Vec::new();
    for change in changes {
        let back = change.inverse();
        after.apply(&back).map_err(|Gap| Refused::UndoOvertaken)?;
        inverse.push(back);
    }
    let event =
        Event { kind: EventKind::Undone, audience: Audience::All, changes: inverse, note: None };
    let effects = vec![Effect::Points, Effect::Recount];
    Ok(Decision { state: after, events: vec![event], effects })
}

/// The kind of a command in the timeline, and its note.
fn timeline_entry(command: &TriageCommand, state: &IssueState) -> (EventKind, Option<String>) {
    match command {
        TriageCommand::AskInfo(question) => (EventKind::Status, Some(question.to_string())),
        TriageCommand::Close { reason, .. } => (EventKind::Status, Some(reason.to_string())),
        TriageCommand::Merge(_) | TriageCommand::Follow(_) => (EventKind::MergedAway, None),
        TriageCommand::Unmerge => (EventKind::Unmerged, None),
        TriageCommand::Verify { .. } | TriageCommand::AssumeVerified { .. } => {
            (EventKind::FixCheck, None)
        }
        TriageCommand::StillBroken { .. } => (EventKind::Regression, None),
        TriageCommand::Reopen { .. } if state.stage.status() == Status::Verified => {
            (EventKind::Regression, None)
        }
        TriageCommand::SetSeverity(_) => (EventKind::Severity, None),
        TriageCommand::SetQuality(_) => (EventKind::Quality, None),
        TriageCommand::SetVisibility(_) => (EventKind::Visibility, None),
        TriageCommand::Settle => (EventKind::Points, None),
        TriageCommand::Undo(_) => (EventKind::Undone, None),
        TriageCommand::Accept { .. }
        | TriageCommand::Answer
        | TriageCommand::GiveUpWaiting
        | TriageCommand::Start
        | TriageCommand::Stop
        | TriageCommand::MarkFixed { .. }
        | TriageCommand::Reopen { .. }
        | TriageCommand::Withdraw
        | TriageCommand::Snooze(_)
        | TriageCommand::Wake { .. } => (EventKind::Status, None),
    }
}

/// Snoozing concerns only the queue. To the reporter it would look like lack of interest.
fn audience(command: &TriageCommand) -> Audience {
    match command {
        TriageCommand::Snooze(_) | TriageCommand::Wake { .. } => Audience::Staff,
        _ => Audience::All,
    }
}

fn effects(before: &IssueState, after: &IssueState, command: &TriageCommand) -> Vec<Effect> {
    let mut effects = Vec::new();
    match command {
        TriageCommand::Merge(_) | TriageCommand::Follow(_) | TriageCommand::Unmerge => {
            effects.extend([Effect::Recount, Effect::Points]);
        }
        TriageCommand::MarkFixed { .. } => effects.extend([Effect::Points, Effect::AskForChecks]),
        TriageCommand::Verify { .. } => effects.extend([Effect::Points, Effect::PayChecks]),
        TriageCommand::StillBroken { .. } => effects.push(Effect::PayChecks),
        TriageCommand::Accept { .. }
        | TriageCommand::Settle
        | TriageCommand::AssumeVerified { .. } => {
            effects.push(Effect::Points);
        }
        TriageCommand::SetSeverity(_) | TriageCommand::SetQuality(_)
            if before.confirmed_at.is_some() =>
        {
            effects.push(Effect::Points);
        }
        TriageCommand::Close { .. } | TriageCommand::Withdraw | TriageCommand::Reopen { .. } => {
            effects.push(Effect::Points);
        }
        _ => {}
    }
    if after.stage.resolution() == Some(Resolution::Spam) && before.stage != after.stage {
        effects.push(Effect::SpamPenalty);
    }
    effects
}

/// The resolution that an administrator can choose.
fn ending(resolution: Resolution, is_spam_confirmed: bool) -> Result<Ending, Refused> {
    match resolution {
        Resolution::NoResponse | Resolution::Withdrawn => Err(Refused::ResolutionUnfit(resolution)),
        Resolution::Spam if !is_spam_confirmed => Err(Refused::SpamUnconfirmed),
        _ => Ending::try_from(resolution).map_err(|_| Refused::DuplicateByMerge),
    }
}
