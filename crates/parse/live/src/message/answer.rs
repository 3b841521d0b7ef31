//! The server's messages, as text.

use std::sync::Arc;

use parse_model::Json;
use serde::Serialize;

/// Whom a connection's messages are addressed to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The name that the server gave the connection.
    pub client_id: String,
    /// The installation that the client named.
    pub installation_id: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    op: &'static str,
    client_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    installation_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<u64>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Complaint<'a> {
    op: &'static str,
    error: &'a str,
    code: i32,
    reconnect: bool,
    request_id: Option<u64>,
}

impl Identity {
    /// `{"op":…,"clientId":…}` and so on.
    pub(crate) fn answer(&self, op: &'static str, request_id: Option<u64>) -> String {
        let installation_id = self.installation_id.as_deref();
        written(&Answer { op, client_id: &self.client_id, installation_id, request_id })
    }

    /// What stands between the operation and the objects in every event of a subscription.
    pub fn prefix(&self, request_id: u64) -> Arc<[u8]> {
        let answer = self.answer("", Some(request_id));
        let inside = answer.strip_prefix("{\"op\":\"\"").and_then(|text| text.strip_suffix('}'));
        inside.unwrap_or_default().as_bytes().into()
    }
}

/// A complaint. `reconnect` tells the client to come again by itself.
pub fn error(code: i32, text: &str, reconnect: bool, request_id: Option<u64>) -> String {
    written(&Complaint { op: "error", error: text, code, reconnect, request_id })
}

/// The objects that a subscription is about, each with its class.
pub fn result(identity: &Identity, request_id: u64, results: &[Json]) -> String {
    let mut text = identity.answer("result", Some(request_id));
    text.pop();
    text.push_str(",\"results\":");
    text.push_str(&written(&results));
    text.push('}');
    text
}

/// Texts and numbers always have a JSON form.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn identity(installation: Option<&str>) -> Identity {
        Identity { client_id: "c\"1".to_owned(), installation_id: installation.map(str::to_owned) }
    }

    #[test]
    fn an_answer_repeats_whom_it_is_for() {
        assert_eq!(
            identity(Some("i")).answer("subscribed", Some(3)),
            r#"{"op":"subscribed","clientId":"c\"1","installationId":"i","requestId":3}"#
        );
        assert_eq!(
            identity(None).answer("connected", None),
            r#"{"op":"connected","clientId":"c\"1"}"#
        );
    }

    #[test]
    fn an_event_is_made_of_operation_prefix_and_body() {
        let prefix = identity(Some("i")).prefix(7);
        let text = format!(
            "{{\"op\":\"create\"{},\"object\":{{}}}}",
            std::str::from_utf8(&prefix).unwrap()
        );
        let read: Json = serde_json::from_str(&text).unwrap();
        let wanted = json!({
            "op": "create", "clientId": "c\"1", "installationId": "i", "requestId": 7, "object": {},
        });
        assert_eq!(read, wanted);
    }

    #[test]
    fn a_complaint_about_nothing_in_particular_has_a_null_for_its_request() {
        assert_eq!(
            error(1, "x", true, None),
            r#"{"op":"error","error":"x","code":1,"reconnect":true,"requestId":null}"#
        );
    }

    #[test]
    fn results_are_a_list() {
        let text = result(&identity(None), 2, &[json!({"a": 1})]);
        assert_eq!(text, r#"{"op":"result","clientId":"c\"1","requestId":2,"results":[{"a":1}]}"#);
    }
}
