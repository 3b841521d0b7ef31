//! Updates from Telegram. They are not signed. A secret in a header authenticates them, and is
//! compared before the body is parsed.

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::text::cut;

/// The longest payload of a deep link.
const PAYLOAD: usize = 64;

/// Whether a header has our secret. Digests are compared in full, so that the time reveals nothing.
pub fn is_secret(expected: &str, given: &str) -> bool {
    let digest = |text: &str| -> [u8; 32] { Sha256::digest(text.as_bytes()).into() };
    let differences =
        digest(expected).iter().zip(digest(given)).fold(0, |all, (a, b)| all | (a ^ b));
    std::hint::black_box(differences) == 0 && !expected.is_empty()
}

/// A Telegram user, whose private chat has the same id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Their id.
    pub id: String,
    /// Their name.
    pub name: String,
}

/// An update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update {
    /// The user pressed *Start*, with the payload of a link or without.
    Start {
        /// The user.
        person: Person,
        /// The payload of the link.
        payload: Option<String>,
    },
    /// The user wrote another private message to the bot.
    Message {
        /// The user.
        person: Person,
    },
    /// The user blocked the bot.
    Blocked {
        /// Their id.
        person: String,
    },
    /// The user unblocked the bot.
    Unblocked {
        /// Their id.
        person: String,
    },
    /// Anything else: groups, bots, unknown updates.
    Other,
}

/// Parses an update and its id. `None` if the body is not one.
pub fn update(body: &[u8]) -> Option<(i64, Update)> {
    let body: Json = serde_json::from_slice(body).ok()?;
    let id = body["update_id"].as_i64()?;
    let read = of_message(&body["message"]).or_else(|| of_member(&body["my_chat_member"]));
    Some((id, read.unwrap_or(Update::Other)))
}

fn of_message(message: &Json) -> Option<Update> {
    let person = private_person(message)?;
    let words = message["text"].as_str().unwrap_or_default();
    let mut words = words.split_whitespace();
    if words.next() != Some("/start") {
        return Some(Update::Message { person });
    }
    let is_fitting = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let payload = words.next().filter(|text| text.len() <= PAYLOAD && text.bytes().all(is_fitting));
    Some(Update::Start { person, payload: payload.map(str::to_owned) })
}

fn of_member(change: &Json) -> Option<Update> {
    let person = private_person(change)?.id;
    match change["new_chat_member"]["status"].as_str()? {
        "kicked" => Some(Update::Blocked { person }),
        "member" => Some(Update::Unblocked { person }),
        _ => None,
    }
}

/// The sender, if it is a user in a private chat.
fn private_person(object: &Json) -> Option<Person> {
    let (from, chat) = (&object["from"], &object["chat"]);
    let is_private = chat["type"] == "private" && from["is_bot"] == false;
    let id = from["id"].as_i64().filter(|id| is_private && chat["id"].as_i64() == Some(*id))?;
    let first = from["first_name"].as_str().unwrap_or_default();
    let name = match from["username"].as_str() {
        Some(username) => format!("{first} (@{username})"),
        None => first.to_owned(),
    };
    Some(Person { id: id.to_string(), name: cut(name.trim(), 80, false) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(text: &str) -> Json {
        json!({ "update_id": 5, "message": { "message_id": 1, "text": text,
            "from": { "id": 42, "is_bot": false, "first_name": "Rin", "username": "rin" },
            "chat": { "id": 42, "type": "private" } } })
    }

    fn read(body: &Json) -> Option<(i64, Update)> {
        update(body.to_string().as_bytes())
    }

    #[test]
    fn pressing_start_brings_the_payload_and_who_pressed() {
        let person = Person { id: "42".to_owned(), name: "Rin (@rin)".to_owned() };
        let start = Update::Start { person: person.clone(), payload: Some("a-_9".to_owned()) };
        assert_eq!(read(&message("/start a-_9")), Some((5, start)));
        let bare = Update::Start { person: person.clone(), payload: None };
        assert_eq!(read(&message("/start")), Some((5, bare.clone())));
        assert_eq!(read(&message(&format!("/start {}", "a".repeat(65)))), Some((5, bare)));
        assert_eq!(read(&message("hello")), Some((5, Update::Message { person })));
    }

    #[test]
    fn groups_and_bots_are_nobody() {
        let mut group = message("/start abc");
        group["message"]["chat"] = json!({ "id": -1, "type": "group" });
        let mut bot = message("/start abc");
        bot["message"]["from"]["is_bot"] = true.into();
        let mut other = message("/start abc");
        other["message"]["chat"]["id"] = 43.into();
        for odd in [group, bot, other, json!({ "update_id": 5, "edited_message": {} })] {
            assert_eq!(read(&odd), Some((5, Update::Other)), "{odd}");
        }
        assert_eq!(update(b"{}"), None);
        assert_eq!(update(b"<html>"), None);
    }

    #[test]
    fn blocking_and_letting_write_again_are_told_apart() {
        let change = |status: &str| {
            json!({ "update_id": 6, "my_chat_member": {
                "from": { "id": 42, "is_bot": false, "first_name": "Rin" }, "chat": { "id": 42, "type": "private" },
                "new_chat_member": { "status": status } } })
        };
        let person = "42".to_owned();
        assert_eq!(read(&change("kicked")), Some((6, Update::Blocked { person: person.clone() })));
        assert_eq!(read(&change("member")), Some((6, Update::Unblocked { person })));
        assert_eq!(read(&change("left")), Some((6, Update::Other)));
    }

    #[test]
    fn only_the_secret_itself_is_the_secret() {
        assert!(is_secret("abc", "abc"));
        for wrong in ["", "ab", "abcd", "ABC"] {
            assert!(!is_secret("abc", wrong), "{wrong}");
        }
        assert!(!is_secret("", ""));
    }
}
