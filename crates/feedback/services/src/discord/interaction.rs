//! Interactions from Discord, each with a signature over its time and body.

use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Value as Json, json};

use super::oauth::Identity;

/// The largest difference of a signature's time, in seconds.
const MOST_AGE: u64 = 300;

/// The longest accepted code.
const CODE_LENGTH: usize = 40;

/// Whether Discord has recently signed a body: a hexadecimal signature over time and body, by the
/// application's public key.
pub fn is_signed(public_key: &str, signature: &str, time: &str, body: &[u8], now: i64) -> bool {
    let is_fresh = time.parse::<i64>().is_ok_and(|then| now.abs_diff(then) <= MOST_AGE);
    let key = bytes::<32>(public_key).and_then(|key| VerifyingKey::from_bytes(&key).ok());
    let (Some(key), Some(signature)) = (key, bytes::<64>(signature)) else { return false };
    let message = [time.as_bytes(), body].concat();
    is_fresh && key.verify_strict(&message, &Signature::from_bytes(&signature)).is_ok()
}

/// Whether a text is a valid public key of an application.
pub fn is_public_key(text: &str) -> bool {
    bytes::<32>(text).is_some_and(|key| VerifyingKey::from_bytes(&key).is_ok())
}

fn bytes<const N: usize>(hex: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let hex = hex.as_bytes();
    if hex.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(hex.chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(bytes)
}

/// A user's action at Discord.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Interaction {
    /// Discord checks the endpoint.
    Ping,
    /// `/link` with a code from the app.
    Link {
        /// The user.
        person: Identity,
        /// The code.
        code: String,
    },
    /// Anything else.
    Other,
}

/// Parses an interaction. `None` if the body is not one.
pub fn interaction(body: &[u8]) -> Option<Interaction> {
    let body: Json = serde_json::from_slice(body).ok()?;
    match body["type"].as_u64()? {
        1 => Some(Interaction::Ping),
        2 if body["data"]["name"] == "link" => Some(link(&body).unwrap_or(Interaction::Other)),
        _ => Some(Interaction::Other),
    }
}

fn link(body: &Json) -> Option<Interaction> {
    // In a server the user is in `member`, in a direct chat in `user`.
    let user = if body["member"].is_object() { &body["member"]["user"] } else { &body["user"] };
    let options = body["data"]["options"].as_array()?;
    let code = options.iter().find(|option| option["name"] == "code")?["value"].as_str()?;
    let person = Identity::of_user(user)?;
    Some(Interaction::Link { person, code: code.chars().take(CODE_LENGTH).collect() })
}

/// An answer that only the user sees.
pub fn private_answer(text: &str) -> Json {
    let data = json!({ "content": text, "flags": 64, "allowed_mentions": { "parse": [] } });
    json!({ "type": 4, "data": data })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
    const SIGNATURE: &str = "9ef52e0980512fc86504213828935ead2d8ad69632af84e31aae7c0a1593a04f81779d871c1d68240dce56038c60788e51e59a6c3f14c72a4183c785b1e8b70e";
    const TIME: &str = "1700000000";
    const BODY: &[u8] = br#"{"type":1}"#;

    #[test]
    fn a_signature_holds_for_its_key_time_and_body_alone() {
        let now = 1_700_000_010;
        assert!(is_signed(KEY, SIGNATURE, TIME, BODY, now));
        assert!(is_signed(KEY, &SIGNATURE.to_uppercase(), TIME, BODY, now));
        assert!(!is_signed(KEY, SIGNATURE, TIME, br#"{"type":2}"#, now));
        assert!(!is_signed(KEY, SIGNATURE, "1700000001", BODY, now));
        assert!(!is_signed(KEY, &SIGNATURE.replace("9e", "9f"), TIME, BODY, now));
        assert!(!is_signed(&KEY.replace("8a", "8b"), SIGNATURE, TIME, BODY, now));
        for odd in ["", "zz", &SIGNATURE[1..], "é".repeat(64).as_str()] {
            assert!(!is_signed(KEY, odd, TIME, BODY, now), "{odd}");
            assert!(!is_signed(odd, SIGNATURE, TIME, BODY, now), "{odd}");
        }
    }

    #[test]
    fn a_signature_of_another_time_is_refused() {
        for now in [1_700_000_301, 1_699_999_699, i64::MIN, i64::MAX] {
            assert!(!is_signed(KEY, SIGNATURE, TIME, BODY, now), "{now}");
        }
    }

    #[test]
    fn a_link_is_read_in_a_server_and_in_a_direct_chat() {
        let command =
            json!({ "name": "link", "options": [{ "name": "code", "value": "ABCD-EFGH" }] });
        let user = json!({ "id": "42", "username": "rin", "global_name": "Rin" });
        let person = Identity { id: "42".to_owned(), name: "Rin".to_owned() };
        let link = Interaction::Link { person, code: "ABCD-EFGH".to_owned() };
        let in_server = json!({ "type": 2, "data": command, "member": { "user": user } });
        let direct = json!({ "type": 2, "data": command, "user": user });
        assert_eq!(interaction(in_server.to_string().as_bytes()).as_ref(), Some(&link));
        assert_eq!(interaction(direct.to_string().as_bytes()), Some(link));
        let other = json!({ "type": 2, "data": { "name": "link" } }).to_string();
        assert_eq!(interaction(other.as_bytes()), Some(Interaction::Other));
        assert_eq!(interaction(BODY), Some(Interaction::Ping));
        assert_eq!(interaction(b"[]"), None);
    }
}
