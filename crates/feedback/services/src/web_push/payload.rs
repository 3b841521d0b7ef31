//! The payload of a push, in the form that Safari also reads without a worker.

use serde_json::json;

/// The longest message, in bytes. Services must accept twice as much. Longer texts belong on the
/// page.
pub const MOST_BYTES: usize = 2000;

/// The longest title and text, in characters.
const TITLE: usize = 120;
const BODY: usize = 400;

/// The content of a notification on a device, and its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Its title.
    pub title: &'a str,
    /// The text, which may be empty.
    pub body: &'a str,
    /// The URL that a press opens.
    pub navigate: &'a str,
    /// The tag: of several with the same tag the last one is shown.
    pub tag: &'a str,
    /// The id of its event.
    pub event: Option<&'a str>,
}

/// The payload, at most [`MOST_BYTES`] long. The text is cut first, then the title.
pub fn payload(shown: &Shown<'_>) -> Vec<u8> {
    let (mut title, mut body) = (cut(shown.title, TITLE), cut(shown.body, BODY));
    loop {
        let message = written(shown, &title, &body);
        if message.len() <= MOST_BYTES || (title.is_empty() && body.is_empty()) {
            return message;
        }
        let longer = if body.is_empty() { &mut title } else { &mut body };
        *longer = cut(longer, longer.chars().count() / 2);
    }
}

fn written(shown: &Shown<'_>, title: &str, body: &str) -> Vec<u8> {
    let message = json!({
        "web_push": 8030,
        "notification": {
            "title": title,
            "body": body,
            "navigate": shown.navigate,
            "tag": shown.tag,
            "lang": "en",
        },
        "event": shown.event,
    });
    message.to_string().into_bytes()
}

/// At most this many characters, with a mark if it was cut.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(most.saturating_sub(1)).collect();
    if most > 0 {
        kept.truncate(kept.trim_end().len());
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn shown<'a>(title: &'a str, body: &'a str) -> Shown<'a> {
        let navigate = "https://beta.example/issues/431";
        Shown { title, body, navigate, tag: "info_asked:431", event: Some("evt_8Kd2vQ7mZ1") }
    }

    #[test]
    fn a_message_says_what_it_is_about_and_where_it_leads() {
        let message: Value =
            serde_json::from_slice(&payload(&shown("A question about #431", "Swap reverts")))
                .expect("JSON");
        let expected = json!({ "web_push": 8030, "notification": { "title": "A question about #431",
            "body": "Swap reverts", "navigate": "https://beta.example/issues/431",
            "tag": "info_asked:431", "lang": "en" }, "event": "evt_8Kd2vQ7mZ1" });
        assert_eq!(message, expected);
    }

    #[test]
    fn whatever_the_words_a_message_is_never_too_long() {
        // Each of these takes six bytes in JSON.
        let wide = "\u{1}".repeat(5000);
        for (title, body) in [(&*wide, &*wide), ("short", &*wide), (&*wide, "")] {
            let message = payload(&shown(title, body));
            assert!(message.len() <= MOST_BYTES, "{}", message.len());
            assert!(serde_json::from_slice::<Value>(&message).is_ok());
        }
        assert_eq!(cut("a long title", 6), "a lon…");
        assert_eq!(cut("a b", 3), "a b");
    }
}
