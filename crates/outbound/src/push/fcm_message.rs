//! A message in the words of FCM's HTTP v1 API, made of the protocol's as Parse Server's adapter
//! does.

use parse_engine::push_provider::{Device, Message};
use parse_model::{Date, Json, JsonMap};
use serde_json::json;

/// FCM keeps a message for four weeks at most.
const MAX_TTL_SECONDS: i64 = 4 * 7 * 24 * 3600;
/// Keys that mean something to Apple's devices and must not be in the data of others.
const APPLE_ONLY: &[&str] =
    &["badge", "content-available", "mutable-content", "priority", "expiration_time"];

/// The message for one device.
pub(crate) fn body(message: &Message, device: &Device) -> Json {
    let mut said = match message.beside("rawPayload") {
        Some(Json::Object(raw)) => raw.clone(),
        _ => match device.kind() {
            "ios" | "osx" | "tvos" | "watchos" => one("apns", apple(message)),
            "web" => one("webpush", web(message)),
            _ => one("android", android(message)),
        },
    };
    said.insert("token".to_owned(), Json::from(device.token.as_str()));
    json!({ "message": said })
}

fn one(key: &str, value: Json) -> JsonMap {
    JsonMap::from_iter([(key.to_owned(), value)])
}

/// How many seconds a message may wait.
fn ttl(message: &Message) -> Option<i64> {
    let end: Date = message.expires_at?;
    let seconds = (end.millis() - message.sent_at.millis()).div_euclid(1000);
    Some(seconds.clamp(0, MAX_TTL_SECONDS))
}

/// What Parse's SDKs for Android read: the data as one text.
fn packed(message: &Message) -> Json {
    let mut data = message.data.clone();
    data.retain(|key, _| !APPLE_ONLY.contains(&key.as_str()));
    json!({
        "push_id": message.push_id,
        "time": message.sent_at.iso(),
        "data": Json::Object(data).to_string(),
    })
}

fn android(message: &Message) -> Json {
    let mut android = json!({ "priority": "high", "data": packed(message) });
    if let Some(notification) = message.beside("notification") {
        android["notification"] = notification.clone();
    }
    if let Some(seconds) = ttl(message) {
        android["ttl"] = Json::from(format!("{seconds}s"));
    }
    android
}

fn web(message: &Message) -> Json {
    let mut web = json!({ "data": packed(message) });
    match message.beside("notification") {
        Some(notification) => web["notification"] = notification.clone(),
        None => {
            let mut shown = JsonMap::new();
            for (from, to) in [("title", "title"), ("alert", "body")] {
                if let Some(words @ Json::String(_)) = message.data.get(from) {
                    shown.insert(to.to_owned(), words.clone());
                }
            }
            if !shown.is_empty() {
                web["notification"] = Json::Object(shown);
            }
        }
    }
    if let Some(seconds) = ttl(message) {
        web["headers"] = json!({ "TTL": seconds.to_string() });
    }
    web
}

fn apple(message: &Message) -> Json {
    let data = &message.data;
    let said = |key: &str| message.beside(key).or_else(|| data.get(key));
    let text = |json: &Json| json.as_str().map_or_else(|| json.to_string(), str::to_owned);
    let push_type = said("push_type").map_or_else(|| "alert".to_owned(), text);
    // Headers are texts, whatever they say.
    let mut headers = json!({ "apns-push-type": push_type });
    if let Some(end) = message.expires_at {
        headers["apns-expiration"] = Json::from((end.millis() / 1000).to_string());
    }
    for (key, header) in [("collapse_id", "apns-collapse-id"), ("priority", "apns-priority")] {
        if let Some(value) = said(key) {
            headers[header] = Json::from(text(value));
        }
    }
    let mut aps = match data.get("aps") {
        Some(Json::Object(aps)) => aps.clone(),
        _ => JsonMap::new(),
    };
    let mut payload = JsonMap::new();
    for (key, value) in data {
        match key.as_str() {
            "alert" if value.is_object() => drop(aps.insert("alert".to_owned(), value.clone())),
            "alert" => alert(&mut aps, "body", value),
            "title" => alert(&mut aps, "title", value),
            "badge" | "sound" | "content-available" | "mutable-content" | "category" => {
                aps.insert(key.clone(), value.clone());
            }
            "targetContentIdentifier" => {
                aps.insert("target-content-id".to_owned(), value.clone());
            }
            "interruptionLevel" => drop(aps.insert("interruption-level".to_owned(), value.clone())),
            "threadId" => drop(aps.insert("thread-id".to_owned(), value.clone())),
            "aps" | "expiration_time" | "collapse_id" | "push_type" | "priority" => {}
            _ => drop(payload.insert(key.clone(), value.clone())),
        }
    }
    payload.insert("aps".to_owned(), Json::Object(aps));
    json!({ "headers": headers, "payload": payload })
}

/// Sets one word of the alert, which may be there already.
fn alert(aps: &mut JsonMap, key: &str, value: &Json) {
    let alert = aps.entry("alert").or_insert_with(|| Json::Object(JsonMap::new()));
    if let Json::Object(alert) = alert {
        alert.insert(key.to_owned(), value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(json: Json) -> JsonMap {
        let Json::Object(map) = json else { panic!("an object") };
        map
    }

    fn message(data: Json, more: Json) -> Message {
        Message {
            push_id: "p1".to_owned(),
            sent_at: Date::from_millis(0),
            expires_at: Some(Date::from_millis(60_000)),
            data: map(data),
            more: map(more),
        }
    }

    fn to(kind: &str) -> Device {
        Device {
            id: "i".to_owned(),
            token: "t".to_owned(),
            device_type: kind.to_owned(),
            push_type: None,
        }
    }

    #[test]
    fn android_gets_its_data_as_one_text() {
        let message = message(json!({ "alert": "hi", "badge": 3 }), json!({}));
        let expected = json!({ "message": { "token": "t", "android": {
            "priority": "high",
            "ttl": "60s",
            "data": { "push_id": "p1", "time": "1970-01-01T00:00:00.000Z", "data": "{\"alert\":\"hi\"}" },
        }}});
        assert_eq!(body(&message, &to("android")), expected);
    }

    #[test]
    fn apple_gets_words_for_the_system_and_the_rest_beside_them() {
        let data = json!({ "alert": "hi", "title": "T", "badge": 3, "threadId": "x", "mine": 1 });
        let body = body(&message(data, json!({ "priority": 5 })), &to("ios"));
        let apns = &body["message"]["apns"];
        assert_eq!(apns["payload"]["aps"]["alert"], json!({ "body": "hi", "title": "T" }));
        assert_eq!(apns["payload"]["aps"]["badge"], 3);
        assert_eq!(apns["payload"]["aps"]["thread-id"], "x");
        assert_eq!(apns["payload"]["mine"], 1);
        let headers = json!({
            "apns-push-type": "alert", "apns-expiration": "60", "apns-priority": "5",
        });
        assert_eq!(apns["headers"], headers);
    }

    #[test]
    fn the_web_gets_a_notification() {
        let body = body(&message(json!({ "alert": "hi", "title": "T" }), json!({})), &to("web"));
        let web = &body["message"]["webpush"];
        assert_eq!(web["notification"], json!({ "title": "T", "body": "hi" }));
        assert_eq!(web["headers"], json!({ "TTL": "60" }));
    }

    #[test]
    fn anyone_who_speaks_fcm_is_not_interpreted() {
        let raw = json!({ "rawPayload": { "notification": { "title": "x" } } });
        let expected = json!({ "message": { "notification": { "title": "x" }, "token": "t" } });
        assert_eq!(body(&message(json!({}), raw), &to("android")), expected);
    }
}
