//! The timeline of an issue: events that replay to its state.

use serde::{Deserialize, Serialize};

use crate::issue::{Change, Gap, IssueState};
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// The kind of an event: the `type` of an `IssueEvent`.
    pub enum EventKind {
        /// It was reported.
        Submitted = "submitted",
        /// Its status changed.
        Status = "status",
        /// Its severity changed.
        Severity = "severity",
        /// The quality of the report changed.
        Quality = "quality",
        /// Its visibility changed.
        Visibility = "visibility",
        /// It was merged into another.
        MergedAway = "merged_away",
        /// It was unmerged.
        Unmerged = "unmerged",
        /// The failure came back.
        Regression = "regression",
        /// The checks of its fix decided.
        FixCheck = "fix_check",
        /// Its points were settled.
        Points = "points",
        /// The last command was undone.
        Undone = "undone",
    }
}

/// Who may read an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Anyone who may see the issue.
    All,
    /// Administrators.
    Staff,
}

/// One event of the timeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The kind of event.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// Who may read it.
    pub audience: Audience,
    /// The changes.
    pub changes: Vec<Change>,
    /// The reason or question, visible to all readers of the event.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
}

/// Replays the events from the submitted issue to its current state.
pub fn replay<'a>(
    submitted: IssueState,
    events: impl IntoIterator<Item = &'a Event>,
) -> Result<IssueState, Gap> {
    let mut state = submitted;
    for change in events.into_iter().flat_map(|event| &event.changes) {
        state.apply(change)?;
    }
    Ok(state)
}

/// The events between two states.
///
/// Changes that users look for by name (severity, quality, visibility) get events of their own. The
/// rest is the event of the command.
pub(crate) fn events(
    before: &IssueState,
    after: &IssueState,
    kind: EventKind,
    audience: Audience,
    note: Option<String>,
) -> Vec<Event> {
    let mut main = Event { kind, audience, changes: Vec::new(), note };
    let mut aside = Vec::new();
    for change in before.changes_to(after) {
        let (kind, audience) = match change {
            Change::Severity { .. } => (EventKind::Severity, Audience::All),
            Change::Quality { .. } => (EventKind::Quality, Audience::All),
            Change::Visibility { .. } => (EventKind::Visibility, Audience::All),
            _ => {
                main.changes.push(change);
                continue;
            }
        };
        if kind == main.kind {
            main.changes.push(change);
        } else {
            aside.push(Event { kind, audience, changes: vec![change], note: None });
        }
    }
    if !main.changes.is_empty() {
        aside.push(main);
    }
    aside
}
