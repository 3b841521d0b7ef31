//! What happened to an issue, as events that replay to its state.

use serde::{Deserialize, Serialize};

use crate::issue::{Change, Gap, IssueState};
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// What kind of thing happened; the `type` of an `IssueEvent`.
    pub enum EventKind {
        /// It was reported.
        Submitted = "submitted",
        /// Its status changed.
        Status = "status",
        /// It is as bad as that.
        Severity = "severity",
        /// The report is as good as that.
        Quality = "quality",
        /// Others see it, or see it no longer.
        Visibility = "visibility",
        /// It was merged into another.
        MergedAway = "merged_away",
        /// It was taken out of a set.
        Unmerged = "unmerged",
        /// It came back.
        Regression = "regression",
        /// Checks of its fix decided.
        FixCheck = "fix_check",
        /// Its points became final.
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
    /// What kind of thing happened.
    #[serde(rename = "type")]
    pub kind: EventKind,
    /// Who may read it.
    pub audience: Audience,
    /// What became different, before and after.
    pub changes: Vec<Change>,
    /// The reason or the question, visible to all readers of the event.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub note: Option<String>,
}

/// Goes through the events from the submitted issue to what it is now.
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

/// The events that tell of the way from one state to another.
///
/// What people look for under a name of its own (severity, quality, visibility) gets an event of
/// its own; the rest is the event of the command.
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
