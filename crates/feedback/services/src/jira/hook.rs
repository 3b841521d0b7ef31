//! Jira's webhooks, which an administrator creates with a secret.

use serde_json::Value as Json;

use super::read_state;
use crate::tracker::{Headers, InvalidDelivery, News, WebhookDelivery, header, is_signed, text_of};

/// Verifies the signature of a delivery and reads its event.
pub fn verify(
    secret: &str,
    headers: &Headers,
    body: &[u8],
) -> Result<WebhookDelivery, InvalidDelivery> {
    let signature = header(headers, "x-hub-signature").and_then(|h| h.strip_prefix("sha256="));
    if !signature.is_some_and(|signature| is_signed(secret, body, signature)) {
        return Err(InvalidDelivery::Signature);
    }
    let delivery =
        header(headers, "x-atlassian-webhook-identifier").ok_or(InvalidDelivery::Form)?;
    let json: Json = serde_json::from_slice(body).map_err(|_| InvalidDelivery::Form)?;
    let user = json["user"]["accountId"].as_str();
    let author = json["comment"]["author"]["accountId"].as_str();
    Ok(WebhookDelivery {
        id: delivery.to_owned(),
        is_stale: false,
        sender: user.or(author).map(str::to_owned),
        application: None,
        news: read_news(&json),
    })
}

fn read_news(json: &Json) -> News {
    let issue = &json["issue"];
    let external = text_of(&issue["id"]);
    match json["webhookEvent"].as_str().unwrap_or_default() {
        "jira:issue_updated" => {
            let mut items = json["changelog"]["items"].as_array().into_iter().flatten();
            let is_move = items.any(|item| item["field"] == "status");
            match read_state(&issue["fields"]) {
                Some(state) if is_move && !external.is_empty() => News::State { external, state },
                _ => News::Nothing,
            }
        }
        "jira:issue_deleted" => News::Deleted { external },
        "comment_created" => News::Comment {
            external,
            id: text_of(&json["comment"]["id"]),
            body: text_of(&json["comment"]["body"]),
        },
        _ => News::Nothing,
    }
}
