//! The body of a webhook call: the stable form of an event in the envelope of Standard Webhooks.

use feedback_model::event::EventKind;
use parse_model::Json;
use serde_json::json;

/// Bytes of a message.
pub(super) const MOST_BYTES: usize = 20_000;

/// Random characters of a message id.
const ID_SIZE: usize = 22;

/// A message without a receiver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    /// The text to sign and send.
    pub(super) body: String,
    /// Whether it has only the number of a private issue.
    pub(super) is_private: bool,
}

/// A new message id: the same for every attempt, and different for every webhook.
pub(super) fn new_id() -> String {
    format!("msg_{}", parse_identity::id::random_text(ID_SIZE))
}

/// The message of an event in its stable form.
pub(super) fn message(event: &Json) -> Message {
    let is_private = event["issue"].is_object() && event["issue"]["title"].is_null();
    let mut told = event.clone();
    if is_private {
        strip(&mut told);
    }
    let mut body = envelope(&told);
    if body.len() > MOST_BYTES {
        told["data"] = json!({ "tooLong": true });
        body = envelope(&told);
    }
    Message { body, is_private }
}

/// The message without its content, for an issue that has become private since.
pub(super) fn made_private(body: &str) -> Option<Message> {
    let sent: Json = serde_json::from_str(body).ok()?;
    let mut told = sent.get("data")?.clone();
    strip(&mut told);
    Some(Message { body: envelope(&told), is_private: true })
}

/// The event in a message, in its stable form.
pub(super) fn event_of(body: &str) -> Option<Json> {
    serde_json::from_str::<Json>(body).ok()?.get("data").cloned()
}

/// The message of a test.
pub(super) fn ping(event: &str, at: &str, webhook: &str) -> Message {
    let told = json!({
        "id": event, "type": EventKind::TestPing.key(), "version": 1, "at": at, "actor": null, "issue": null,
        "data": { "webhook": webhook },
    });
    message(&told)
}

/// Keeps only the number and address of an issue.
fn strip(event: &mut Json) {
    let (number, url) = (event["issue"]["number"].clone(), event["issue"]["url"].clone());
    event["issue"] = json!({ "number": number, "url": url });
    event["actor"] = Json::Null;
    event["data"] = json!({});
}

fn envelope(event: &Json) -> String {
    json!({ "type": event["type"], "timestamp": event["at"], "data": event }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(issue: Json, data: Json) -> Json {
        json!({
            "id": "evt_0123456789", "type": "issue.fixed", "version": 1, "at": "2026-11-16T10:43:12.000Z",
            "actor": { "id": "u", "username": "mia" }, "issue": issue, "data": data,
        })
    }

    #[test]
    fn a_message_has_type_time_and_the_event() {
        let issue =
            json!({ "id": "i", "number": 390, "title": "Swap", "url": "https://b/issues/390" });
        let event = event(issue, json!({ "build": "0.5.2" }));
        let message = message(&event);
        let body: Json = serde_json::from_str(&message.body).unwrap();
        assert_eq!(body["type"], "issue.fixed");
        assert_eq!(body["timestamp"], "2026-11-16T10:43:12.000Z");
        assert_eq!(body["data"], event);
        assert_eq!(event_of(&message.body), Some(event));
        assert!(!message.is_private);
    }

    #[test]
    fn of_a_private_issue_only_number_and_type_are_told() {
        let hidden = json!({ "id": "i", "number": 7, "url": "https://b/issues/7" });
        let message = message(&event(hidden, json!({ "severity": "S1" })));
        assert!(message.is_private);
        let body: Json = serde_json::from_str(&message.body).unwrap();
        assert_eq!(body["type"], "issue.fixed");
        assert_eq!(body["data"]["issue"], json!({ "number": 7, "url": "https://b/issues/7" }));
        assert_eq!((&body["data"]["actor"], &body["data"]["data"]), (&Json::Null, &json!({})));
    }

    #[test]
    fn an_issue_that_becomes_private_takes_its_title_out_of_what_waits() {
        let issue = json!({ "id": "i", "number": 7, "title": "Drain all funds", "url": "https://b/issues/7" });
        let waiting = message(&event(issue, json!({ "note": "secret" })));
        let now = made_private(&waiting.body).unwrap();
        assert!(now.is_private && !now.body.contains("Drain") && !now.body.contains("secret"));
        assert_eq!(event_of(&now.body).unwrap()["id"], "evt_0123456789");
    }

    #[test]
    fn a_message_never_exceeds_what_receivers_take() {
        let long = event(Json::Null, json!({ "text": "x".repeat(MOST_BYTES) }));
        let message = message(&long);
        assert!(message.body.len() <= MOST_BYTES);
        assert_eq!(event_of(&message.body).unwrap()["data"], json!({ "tooLong": true }));
    }

    #[test]
    fn ids_have_no_dot_and_differ() {
        let id = new_id();
        assert!(id.len() == 26 && id.starts_with("msg_") && !id.contains('.'));
        assert_ne!(id, new_id());
    }
}
