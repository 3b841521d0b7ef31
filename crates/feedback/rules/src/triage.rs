//! What may be done to an issue, by whom, and what becomes of it.
//!
//! One total function decides and refuses every command that it does not name. Each success gives
//! the new state and the events that lead to it from the old one.

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

/// What can be asked of an issue, or follows from something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TriageCommand {
    /// It is real. A bug needs a severity, here or set before.
    Accept {
        /// How bad it is.
        severity: Option<Severity>,
        /// How well the report is made; unchanged where not given.
        quality: Option<Quality>,
    },
    /// The reporter is asked something.
    AskInfo(Question),
    /// The reporter commented, edited or added evidence while asked.
    Answer,
    /// The reporter did not answer in time.
    GiveUpWaiting,
    /// It ends, for a public reason.
    Close {
        /// How.
        resolution: Resolution,
        /// Why.
        reason: PublicReason,
        /// The administrator was shown what `spam` costs and agreed.
        is_spam_confirmed: bool,
    },
    /// It is about the same fault as another.
    Merge(Merge),
    /// The root it was merged into is merged into another, and it moves along.
    Follow(Merge),
    /// It is not about the same fault after all.
    Unmerge,
    /// A user begins to work on it.
    Start,
    /// Work on it stops.
    Stop,
    /// A build is said to fix it.
    MarkFixed {
        /// Which.
        build: Build,
        /// Whether testers can still get that build.
        is_active: bool,
    },
    /// Enough checks say that it works; [`crate::fix_check::Tally`] tells.
    Verify {
        /// Whether they do.
        is_quorum_met: bool,
    },
    /// No tester objected in time.
    AssumeVerified {
        /// Whether a user did.
        is_disputed: bool,
    },
    /// A user met it again in a build that should have fixed it.
    StillBroken {
        /// In which build.
        build: Build,
        /// What speaks for it.
        proof: Proof,
    },
    /// It was not over.
    Reopen {
        /// What the reporter adds: new evidence.
        has_evidence: bool,
        /// What the reporter adds: the characters of the comment.
        comment_chars: usize,
    },
    /// The reporter takes it back.
    Withdraw,
    /// The queue does not show it for a while.
    Snooze(Timestamp),
    /// The queue shows it again: the time has come, or a user voted or added evidence.
    Wake {
        /// A user voted or added evidence.
        is_stirred: bool,
    },
    /// It is as bad as that.
    SetSeverity(Severity),
    /// The report is as good as that.
    SetQuality(Quality),
    /// Others see it, or see it no longer. The whole set takes it, since its members are alike.
    SetVisibility(Visibility),
    /// Its points become final.
    Settle,
    /// The last command is undone.
    Undo(LastCommand),
}

/// The last command on an issue, as the timeline tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastCommand {
    /// Who gave it.
    pub by: UserId,
    /// When.
    pub at: Timestamp,
    /// The events it left, in their order.
    pub events: Vec<Event>,
    /// Whether anything else happened to the issue since: a vote, a comment, evidence.
    pub is_overtaken: bool,
}

/// What the caller does in the same transaction, besides writing state and events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// What the issue owes may have changed; [`crate::settlement::due`] tells.
    Points,
    /// The reporter pays for spam.
    SpamPenalty,
    /// Testers are asked to check the fix.
    AskForChecks,
    /// Those whose checks were right are paid.
    PayChecks,
    /// Counts of the set change.
    Recount,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The issue as it is now.
    pub state: IssueState,
    /// What the timeline gets, in this order; it replays to `state`.
    pub events: Vec<Event>,
    /// What else follows.
    pub effects: Vec<Effect>,
}

/// A report that a user wants to submit; its texts have been parsed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What stays the same for ever.
    pub origin: Origin,
    /// Who may see it.
    pub visibility: Visibility,
    /// What it says.
    pub body: Body,
    /// Whether decoded evidence comes with it.
    pub has_evidence: bool,
}

/// The fewest characters of a report that comes without evidence.
pub const LEAST_REPORT: usize = 20;

/// Takes a report in. How many a user may send is [`crate::allowance`]'s business.
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

/// Whether a report says enough to be looked at.
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

/// Takes the last command back: the same changes, backwards, as an event of their own.
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

/// Under which name the timeline tells of a command, and in whose words.
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

/// Snoozing concerns only the queue; to the reporter it would look like disinterest.
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

/// The ending an administrator may give an issue.
fn ending(resolution: Resolution, is_spam_confirmed: bool) -> Result<Ending, Refused> {
    match resolution {
        Resolution::NoResponse | Resolution::Withdrawn => Err(Refused::ResolutionUnfit(resolution)),
        Resolution::Spam if !is_spam_confirmed => Err(Refused::SpamUnconfirmed),
        _ => Ending::try_from(resolution).map_err(|_| Refused::DuplicateByMerge),
    }
}
