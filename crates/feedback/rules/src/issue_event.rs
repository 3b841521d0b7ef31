//! The entries of an issue's timeline that matter beyond its page: to notified users, webhooks and
//! trackers.

use crate::event::EventKind;
use crate::id::{BuildId, IssueId};
use crate::issue::Change;
use crate::severity::Severity;
use crate::stage::{Active, Closure, Stage};
use crate::status::{Resolution, Status};
use crate::timeline::{self, Audience, Event};

/// A domain event of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueEvent {
    /// It was reported.
    Submitted,
    /// Its reporter was asked a question.
    InfoAsked {
        /// The question.
        question: Option<String>,
    },
    /// The reporter answered.
    Answered,
    /// It was confirmed.
    Confirmed,
    /// Its severity was changed.
    SeverityChanged {
        /// The old severity.
        before: Severity,
        /// The new severity.
        after: Option<Severity>,
    },
    /// A user works on it.
    Started,
    /// An administrator names the build that fixes it.
    Fixed {
        /// The build.
        build: Option<BuildId>,
    },
    /// Testers were asked to check the fix.
    FixCheckAsked {
        /// The build.
        build: Option<BuildId>,
    },
    /// The fix is verified.
    Verified {
        /// Whether it was verified without a check.
        assumed: bool,
    },
    /// It was closed in another way.
    Closed {
        /// The resolution.
        resolution: Resolution,
        /// The reason.
        reason: Option<String>,
    },
    /// It was merged.
    Merged {
        /// The root.
        into: IssueId,
    },
    /// It was reopened.
    Reopened {
        /// Whether it had been a duplicate.
        was_duplicate: bool,
    },
    /// The failure came back.
    Regressed,
    /// The last command was undone.
    Undone {
        /// The stage before.
        from: Status,
        /// The stage after.
        to: Status,
    },
    /// Its points were settled.
    PointsSettled,
}

impl IssueEvent {
    /// The stored and sent kind.
    pub fn kind(&self) -> EventKind {
        match self {
            IssueEvent::Submitted => EventKind::IssueSubmitted,
            IssueEvent::InfoAsked { .. } => EventKind::IssueInfoAsked,
            IssueEvent::Answered => EventKind::IssueAnswered,
            IssueEvent::Confirmed => EventKind::IssueConfirmed,
            IssueEvent::SeverityChanged { .. } => EventKind::IssueSeverityChanged,
            IssueEvent::Started => EventKind::IssueStarted,
            IssueEvent::Fixed { .. } => EventKind::IssueFixed,
            IssueEvent::FixCheckAsked { .. } => EventKind::FixCheckAsked,
            IssueEvent::Verified { .. } => EventKind::IssueVerified,
            IssueEvent::Closed { .. } => EventKind::IssueClosed,
            IssueEvent::Merged { .. } => EventKind::IssueMerged,
            IssueEvent::Reopened { .. } => EventKind::IssueReopened,
            IssueEvent::Regressed => EventKind::IssueRegressed,
            IssueEvent::Undone { .. } => EventKind::IssueUndone,
            IssueEvent::PointsSettled => EventKind::PointsSettled,
        }
    }

    /// The domain events of a timeline entry, in order. Entries for administrators only have none.
    pub fn of(entry: &Event) -> Vec<IssueEvent> {
        if entry.audience != Audience::All {
            return Vec::new();
        }
        let mut events = match entry.kind {
            timeline::EventKind::Submitted => vec![IssueEvent::Submitted],
            timeline::EventKind::Severity => regraded(entry).into_iter().collect(),
            timeline::EventKind::MergedAway => merged(entry).into_iter().collect(),
            timeline::EventKind::Unmerged => vec![IssueEvent::Reopened { was_duplicate: true }],
            timeline::EventKind::Regression => vec![IssueEvent::Regressed],
            timeline::EventKind::Undone => undone(entry).into_iter().collect(),
            timeline::EventKind::Status | timeline::EventKind::FixCheck => moved(entry),
            timeline::EventKind::Quality
            | timeline::EventKind::Visibility
            | timeline::EventKind::Points => Vec::new(),
        };
        let is_final =
            |change: &Change| matches!(change, Change::SettledAt { before: None, after: Some(_) });
        if entry.kind != timeline::EventKind::Undone && entry.changes.iter().any(is_final) {
            events.push(IssueEvent::PointsSettled);
        }
        events
    }
}

fn stages(entry: &Event) -> Option<(&Stage, &Stage)> {
    entry.changes.iter().find_map(|change| match change {
        Change::Stage { before, after } => Some((before, after)),
        _ => None,
    })
}

/// The first severity is part of the confirmation.
fn regraded(entry: &Event) -> Option<IssueEvent> {
    entry.changes.iter().find_map(|change| match change {
        Change::Severity { before: Some(before), after } => {
            Some(IssueEvent::SeverityChanged { before: *before, after: *after })
        }
        _ => None,
    })
}

/// A duplicate that follows its root to another one has had its event before.
fn merged(entry: &Event) -> Option<IssueEvent> {
    match stages(entry)? {
        (Stage::Active(_), Stage::Closed(Closure::Duplicate { of, .. })) => {
            Some(IssueEvent::Merged { into: of.clone() })
        }
        _ => None,
    }
}

fn undone(entry: &Event) -> Option<IssueEvent> {
    let (before, after) = stages(entry)?;
    Some(IssueEvent::Undone { from: before.status(), to: after.status() })
}

fn moved(entry: &Event) -> Vec<IssueEvent> {
    let Some((before, after)) = stages(entry) else { return Vec::new() };
    let is_answer = |change: &Change| matches!(change, Change::Answered { after: true, .. });
    let is_answered = entry.changes.iter().any(is_answer);
    match (before.status(), after) {
        (_, Stage::Active(Active::NeedsInfo { .. })) => {
            vec![IssueEvent::InfoAsked { question: entry.note.clone() }]
        }
        (Status::NeedsInfo, Stage::Active(Active::New { .. } | Active::Confirmed))
            if is_answered =>
        {
            vec![IssueEvent::Answered]
        }
        (Status::New | Status::NeedsInfo, Stage::Active(Active::Confirmed)) => {
            vec![IssueEvent::Confirmed]
        }
        (Status::Closed, Stage::Active(Active::New { .. } | Active::Confirmed)) => {
            vec![IssueEvent::Reopened { was_duplicate: false }]
        }
        (Status::Fixed | Status::Verified, Stage::Active(Active::Confirmed)) => {
            vec![IssueEvent::Regressed]
        }
        (_, Stage::Active(Active::InProgress)) => vec![IssueEvent::Started],
        (_, Stage::Active(Active::Fixed)) => {
            let build = fixed_in(entry);
            vec![IssueEvent::Fixed { build: build.clone() }, IssueEvent::FixCheckAsked { build }]
        }
        (_, Stage::Active(Active::Verified { assumed })) => {
            vec![IssueEvent::Verified { assumed: *assumed }]
        }
        (_, Stage::Closed(_)) => {
            let closed = |resolution| IssueEvent::Closed { resolution, reason: entry.note.clone() };
            after.resolution().map(closed).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn fixed_in(entry: &Event) -> Option<BuildId> {
    entry.changes.iter().find_map(|change| match change {
        Change::BuildFixed { after, .. } => after.as_ref().map(|build| build.id.clone()),
        _ => None,
    })
}

#[cfg(test)]
mod tests;
