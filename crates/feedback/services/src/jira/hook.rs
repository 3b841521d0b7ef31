//! What Jira sends by itself: hooks that an administrator made with a secret.

use serde_json::Value as Json;

use super::seen;
use crate::tracker::{Headers, Heard, News, NotProved, header, is_signed, text_of};

/// Proves a delivery and reads what it tells.
pub fn prove(secret: &str, headers: &Headers, body: &[u8]) -> Result<Heard, NotProved> {
    let signature = header(headers, "x-hub-signature").and_then(|h| h.strip_prefix("sha256="));
    if !signature.is_some_and(|signature| is_signed(secret, body, signature)) {
        return Err(NotProved::Signature);
    }
    let delivery = header(headers, "x-atlassian-webhook-identifier").ok_or(NotProved::Form)?;
    let json: Json = serde_json::from_slice(body).map_err(|_| NotProved::Form)?;
    let user = json["user"]["accountId"].as_str();
    let author = json["comment"]["author"]["accountId"].as_str();
    Ok(Heard {
        delivery: delivery.to_owned(),
        is_stale: false,
        sender: user.or(author).map(str::to_owned),
        application: None,
        news: news(&json),
    })
}

fn news(json: &Json) -> News {
    let issue = &json["issue"];
    let external = text_of(&issue["id"]);
    match json["webhookEvent"].as_str().unwrap_or_default() {
        "jira:issue_updated" => {
            let mut items = json["changelog"]["items"].as_array().into_iter().flatten();
            let is_move = items.any(|item| item["field"] == "status");
            match seen(&issue["fields"]) {
                Some(seen) if is_move && !external.is_empty() => News::State { external, seen },
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
