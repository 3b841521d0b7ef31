//! Linear's webhooks.

use serde_json::Value as Json;

use super::read_state;
use crate::tracker::{Headers, InvalidDelivery, News, WebhookDelivery, header, is_signed, text_of};

/// How far the timestamp of a delivery may differ from now, in milliseconds.
const MOST_OFF: u64 = 60_000;

/// Verifies the signature of a delivery and reads its event. A delivery is stale if
/// its timestamp is too far from now.
pub fn verify(
    secret: &str,
    headers: &Headers,
    body: &[u8],
    now: i64,
) -> Result<WebhookDelivery, InvalidDelivery> {
    let signature = header(headers, "linear-signature");
    if !signature.is_some_and(|signature| is_signed(secret, body, signature)) {
        return Err(InvalidDelivery::Signature);
    }
    let delivery = header(headers, "linear-delivery").ok_or(InvalidDelivery::Form)?;
    let json: Json = serde_json::from_slice(body).map_err(|_| InvalidDelivery::Form)?;
    let at = json["webhookTimestamp"].as_i64().ok_or(InvalidDelivery::Form)?;
    Ok(WebhookDelivery {
        id: delivery.to_owned(),
        is_stale: at.abs_diff(now) > MOST_OFF,
        sender: json["actor"]["id"].as_str().map(str::to_owned),
        application: None,
        news: read_news(&json),
    })
}

fn read_news(json: &Json) -> News {
    let data = &json["data"];
    let external = text_of(&data["id"]);
    match (json["type"].as_str(), json["action"].as_str()) {
        // Only changes of the state matter.
        (Some("Issue"), Some("update")) if json["updatedFrom"]["stateId"].is_null() => {
            News::Nothing
        }
        (Some("Issue"), Some("update" | "create")) => match read_state(data) {
            Some(state) => News::State { external, state },
            None => News::Nothing,
        },
        (Some("Issue"), Some("remove")) => News::Deleted { external },
        (Some("Comment"), Some("create")) => News::Comment {
            external: text_of(&data["issueId"]),
            id: external,
            body: text_of(&data["body"]),
        },
        (Some("OAuthApp"), Some("revoked")) => {
            News::Broken("The application was revoked at Linear.".to_owned())
        }
        _ => News::Nothing,
    }
}
