//! What Linear sends by itself.

use serde_json::Value as Json;

use super::seen;
use crate::tracker::{Headers, Heard, News, NotProved, header, is_signed, text_of};

/// How far the moment in a delivery may be from now, in milliseconds.
const MOST_OFF: u64 = 60_000;

/// Proves a delivery and reads what it tells. One that is signed but old is stale: the tracker is
/// asked instead.
pub fn prove(secret: &str, headers: &Headers, body: &[u8], now: i64) -> Result<Heard, NotProved> {
    let signature = header(headers, "linear-signature");
    if !signature.is_some_and(|signature| is_signed(secret, body, signature)) {
        return Err(NotProved::Signature);
    }
    let delivery = header(headers, "linear-delivery").ok_or(NotProved::Form)?;
    let json: Json = serde_json::from_slice(body).map_err(|_| NotProved::Form)?;
    let at = json["webhookTimestamp"].as_i64().ok_or(NotProved::Form)?;
    Ok(Heard {
        delivery: delivery.to_owned(),
        is_stale: at.abs_diff(now) > MOST_OFF,
        sender: json["actor"]["id"].as_str().map(str::to_owned),
        application: None,
        news: news(&json),
    })
}

fn news(json: &Json) -> News {
    let data = &json["data"];
    let external = text_of(&data["id"]);
    match (json["type"].as_str(), json["action"].as_str()) {
        // What was changed besides the state is not ours.
        (Some("Issue"), Some("update")) if json["updatedFrom"]["stateId"].is_null() => {
            News::Nothing
        }
        (Some("Issue"), Some("update" | "create")) => match seen(data) {
            Some(seen) => News::State { external, seen },
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
