//! Timeline entries of an issue.

use feedback_model::event::EventKind;
use feedback_model::issue_event::IssueEvent;
use feedback_model::timeline::{Audience, Event};
use parse_model::Json;
use serde_json::json;

/// A timeline entry.
#[derive(Debug, Clone)]
pub struct TimelineEvent {
    /// The kind of entry.
    pub kind: &'static str,
    /// The details.
    pub data: Json,
    /// Who can read it.
    pub audience: Audience,
    /// The domain events with their data, for users, webhooks and trackers.
    pub domain_events: Vec<(EventKind, Json)>,
}

impl TimelineEvent {
    /// An entry for every reader of the issue.
    pub fn to_all(kind: &'static str, data: Json) -> TimelineEvent {
        TimelineEvent { kind, data, audience: Audience::All, domain_events: Vec::new() }
    }

    /// An entry for administrators.
    pub fn to_staff(kind: &'static str, data: Json) -> TimelineEvent {
        TimelineEvent { audience: Audience::Staff, ..TimelineEvent::to_all(kind, data) }
    }

    /// Adds a domain event.
    #[must_use]
    pub fn with_domain_event(mut self, kind: EventKind, data: Json) -> TimelineEvent {
        self.domain_events.push((kind, data));
        self
    }
}

impl From<&Event> for TimelineEvent {
    fn from(event: &Event) -> TimelineEvent {
        let mut data = json!({ "changes": event.changes });
        if let Some(note) = &event.note {
            data["note"] = Json::from(note.as_str());
        }
        let domain_events =
            IssueEvent::of(event).iter().map(|one| (one.kind(), data_of(one))).collect();
        TimelineEvent { kind: event.kind.key(), data, audience: event.audience, domain_events }
    }
}

/// The data of a domain event about an issue.
fn data_of(event: &IssueEvent) -> Json {
    match event {
        IssueEvent::InfoAsked { question } => json!({ "question": question }),
        IssueEvent::SeverityChanged { before, after } => {
            json!({ "before": before, "after": after })
        }
        IssueEvent::Fixed { build } | IssueEvent::FixCheckAsked { build } => {
            json!({ "build": build })
        }
        IssueEvent::Verified { assumed } => json!({ "assumed": assumed }),
        IssueEvent::Closed { resolution, reason: None } => json!({ "resolution": resolution }),
        IssueEvent::Closed { resolution, reason: Some(reason) } => {
            json!({ "resolution": resolution, "reason": reason })
        }
        IssueEvent::Merged { into } => json!({ "into": into }),
        IssueEvent::Reopened { was_duplicate: true } => json!({ "from": "duplicate" }),
        IssueEvent::Reopened { was_duplicate: false } => json!({ "from": "closed" }),
        IssueEvent::Undone { from, to } => json!({ "from": from.key(), "to": to.key() }),
        IssueEvent::Submitted
        | IssueEvent::Answered
        | IssueEvent::Confirmed
        | IssueEvent::Started
        | IssueEvent::Regressed
        | IssueEvent::PointsSettled => json!({}),
    }
}
