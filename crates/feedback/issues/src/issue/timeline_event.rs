//! What happened to an issue, in the form that its timeline keeps.

use feedback_model::timeline::{Audience, Event};
use parse_model::Json;
use serde_json::json;

/// Something that happened, as the timeline keeps it.
#[derive(Debug, Clone)]
pub struct TimelineEvent {
    /// What kind of thing.
    pub kind: &'static str,
    /// What is to be said of it.
    pub data: Json,
    /// Who may read it.
    pub audience: Audience,
}

impl TimelineEvent {
    /// Something that everybody who sees the issue may read.
    pub fn to_all(kind: &'static str, data: Json) -> TimelineEvent {
        TimelineEvent { kind, data, audience: Audience::All }
    }
}

impl From<&Event> for TimelineEvent {
    fn from(event: &Event) -> TimelineEvent {
        let mut data = json!({ "changes": event.changes });
        if let Some(note) = &event.note {
            data["note"] = Json::from(note.as_str());
        }
        TimelineEvent { kind: event.kind.key(), data, audience: event.audience }
    }
}
