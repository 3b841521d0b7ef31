//! GitHub's webhooks.

use serde_json::Value as Json;

use super::{Repository, read_issue, read_state};
use crate::tracker::{Headers, InvalidDelivery, News, WebhookDelivery, header, is_signed, text_of};

/// The largest accepted delivery, in bytes.
pub const MOST: usize = 5 << 20;

/// Verifies the signature of a delivery and reads its event.
pub fn verify(
    secret: &str,
    repository: &Repository,
    headers: &Headers,
    body: &[u8],
) -> Result<WebhookDelivery, InvalidDelivery> {
    let signature = header(headers, "x-hub-signature-256").and_then(|h| h.strip_prefix("sha256="));
    if !signature.is_some_and(|signature| is_signed(secret, body, signature)) {
        return Err(InvalidDelivery::Signature);
    }
    let event = header(headers, "x-github-event").ok_or(InvalidDelivery::Form)?;
    let delivery = header(headers, "x-github-delivery").ok_or(InvalidDelivery::Form)?;
    let json: Json = serde_json::from_slice(body).map_err(|_| InvalidDelivery::Form)?;
    let sender = json["sender"]["id"].as_u64().map(|id| id.to_string());
    let by = &json["comment"]["performed_via_github_app"]["id"];
    Ok(WebhookDelivery {
        id: delivery.to_owned(),
        is_stale: false,
        sender,
        application: by.as_u64().map(|id| id.to_string()),
        news: read_news(event, repository, &json),
    })
}

fn read_news(event: &str, repository: &Repository, json: &Json) -> News {
    let issue = &json["issue"];
    let external = text_of(&issue["id"]);
    match (event, json["action"].as_str().unwrap_or_default()) {
        ("issues", "closed" | "reopened") => match read_state(issue) {
            Some(state) if !external.is_empty() => News::State { external, state },
            _ => News::Nothing,
        },
        ("issues", "transferred") => read_transfer(external, &json["changes"]),
        ("issues", "deleted") => News::Deleted { external },
        ("issue_comment", "created") if issue["pull_request"].is_null() => News::Comment {
            external,
            id: text_of(&json["comment"]["id"]),
            body: text_of(&json["comment"]["body"]),
        },
        ("installation", "deleted") => News::Broken("The App was uninstalled.".to_owned()),
        ("installation", "suspend") => News::Broken("The App was suspended.".to_owned()),
        ("installation_repositories", "removed") => read_removal(repository, json),
        _ => News::Nothing,
    }
}

fn read_transfer(external: String, changes: &Json) -> News {
    let name = changes["new_repository"]["full_name"].as_str().unwrap_or_default();
    let to = Repository::parse(name)
        .and_then(|repository| read_issue(&changes["new_issue"], &repository));
    match to {
        Some(to) => News::Renamed { external, to },
        None => News::Deleted { external },
    }
}

/// The App lost access to repositories, perhaps to this one.
fn read_removal(repository: &Repository, json: &Json) -> News {
    let removed = json["repositories_removed"].as_array().into_iter().flatten();
    let mut names = removed.filter_map(|one| one["full_name"].as_str());
    let is_ours = |name: &str| name.split_once('/').is_some_and(|(o, n)| repository.is(o, n));
    if names.any(is_ours) {
        News::Broken(format!("The App no longer has access to {repository}."))
    } else {
        News::Nothing
    }
}
