//! Messages within Discord's limits, without mentions.

use serde_json::{Value as Json, json};

use super::snowflake::is_snowflake;
use super::user_agent::user_agent;
use crate::DirectMessage;
use crate::call::Request;
use crate::post::{Post, Tone};
use crate::text::{cut, escaped};

/// The longest title of an embed.
const TITLE: usize = 256;
/// The longest description. Discord's limit is 4,096.
const DESCRIPTION: usize = 2_000;
/// The longest value of a field.
const VALUE: usize = 1_024;
/// Fields of an embed.
const FIELDS: usize = 25;
/// Characters of all embeds together.
const EMBEDS: usize = 6_000;
/// The longest footer. Discord's limit is 2,048.
const FOOTER: usize = 64;
/// The longest nonce.
const NONCE: usize = 25;

/// Escapes characters with a meaning in Discord's markup or at the start of a mention.
fn escape(character: char, written: &mut String) {
    if "\\*_~`|>#[]()<@".contains(character) {
        written.push('\\');
    }
    written.push(character);
}

fn line(text: &str, most: usize) -> String {
    escaped(text, most, false, escape)
}

/// Whether a path is that of a webhook: its id and its token.
pub fn is_webhook_path(path: &str) -> bool {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut segments: Vec<&str> = path.split('/').collect();
    if segments.get(1).is_some_and(|version| version.starts_with('v') && is_number(&version[1..])) {
        segments.remove(1);
    }
    let is_token = |token: &str| {
        let is_fitting = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (1..=200).contains(&token.len()) && token.bytes().all(is_fitting)
    };
    let is_thread = query.is_empty() || query.strip_prefix("thread_id=").is_some_and(is_snowflake);
    matches!(&segments[..], ["api", "webhooks", id, token] if is_snowflake(id) && is_token(token))
        && is_thread
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Posts to the address of a webhook, and asks Discord to confirm that the message was stored.
pub fn webhook_post(url: &str, post: &Post, site: &str) -> Request {
    let joint = if url.contains('?') { '&' } else { '?' };
    let body = json!({
        "username": "Touchstone",
        "embeds": [embed(post)],
        "allowed_mentions": { "parse": [] },
    });
    Request::post(format!("{url}{joint}wait=true"))
        .header("user-agent", user_agent(site))
        .json(body.to_string())
        .on_behalf_of(crate::text::credential(url))
}

fn embed(post: &Post) -> Json {
    let title = line(post.subject.as_deref().unwrap_or(&post.headline), TITLE);
    let description = match post.subject {
        Some(_) => line(&post.headline, DESCRIPTION),
        None => String::new(),
    };
    let footer = cut(&post.event, FOOTER, false);
    let mut left = EMBEDS
        - [&title, &description, &footer]
            .map(|text| text.encode_utf16().count())
            .iter()
            .sum::<usize>();
    let mut fields = Vec::new();
    for (label, value) in post.fields.iter().take(FIELDS) {
        let value = line(value, VALUE);
        let Some(rest) = left.checked_sub(label.len() + value.encode_utf16().count()) else {
            break;
        };
        left = rest;
        fields.push(json!({ "name": label, "value": value, "inline": true }));
    }
    let mut embed = json!({
        "title": title, "url": post.url, "color": post.tone.colour(), "fields": fields, "footer": { "text": footer },
    });
    if !description.is_empty() {
        embed["description"] = description.into();
    }
    if let Some(at) = &post.at {
        embed["timestamp"] = at.as_str().into();
    }
    embed
}

/// The body of a direct message.
pub(super) fn direct(message: &DirectMessage, nonce: &str) -> Json {
    let mut embed = json!({
        "title": line(&message.title, TITLE), "url": message.url, "color": Tone::Plain.colour(),
        "footer": { "text": cut(&message.event, FOOTER, false) },
    });
    if let Some(text) = &message.text {
        embed["description"] = escaped(text, DESCRIPTION, true, escape).into();
    }
    json!({
        "embeds": [embed], "allowed_mentions": { "parse": [] },
        "nonce": cut(nonce, NONCE, false), "enforce_nonce": true,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn length(value: &Json) -> usize {
        value.as_str().map_or(0, |text| text.chars().count())
    }

    /// Whether every character that means something to Discord has a backslash before it.
    fn is_escaped(value: &Json) -> bool {
        let mut characters = value.as_str().unwrap_or_default().chars();
        while let Some(character) = characters.next() {
            if character == '\\' {
                if characters.next().is_none() {
                    return false;
                }
            } else if "*_~`|>#[]()<@".contains(character) {
                return false;
            }
        }
        true
    }

    fn check(embed: &Json) {
        assert!(length(&embed["title"]) <= TITLE && length(&embed["description"]) <= 4_096);
        let none = Vec::new();
        let fields = embed["fields"].as_array().unwrap_or(&none);
        let of_fields: usize =
            fields.iter().map(|one| length(&one["name"]) + length(&one["value"])).sum();
        let all = length(&embed["title"])
            + length(&embed["description"])
            + length(&embed["footer"]["text"])
            + of_fields;
        assert!(fields.len() <= FIELDS && all <= EMBEDS, "{all}");
        assert!(
            fields.iter().all(|one| length(&one["value"]) <= VALUE && is_escaped(&one["value"]))
        );
        assert!(is_escaped(&embed["title"]) && is_escaped(&embed["description"]), "{embed}");
    }

    fn any_text() -> impl Strategy<Value = String> {
        prop_oneof![".{0,400}", "[\\\\*_~`|>#\\[\\]()<@a😀]{0,6000}"]
    }

    proptest! {
        #[test]
        fn a_post_is_never_too_long_and_never_mentions(
            subject in any_text(),
            values in proptest::collection::vec(any_text(), 0..30),
        ) {
            let post = Post {
                headline: "New report".to_owned(),
                subject: Some(subject),
                url: "https://beta.example".to_owned(),
                fields: values.into_iter().map(|value| ("By", value)).collect(),
                tone: Tone::Plain,
                event: "evt_7Qd02mXk1a".to_owned(),
                at: None,
            };
            check(&embed(&post));
        }

        #[test]
        fn a_direct_message_is_never_too_long_and_never_mentions(title in any_text(), text in any_text()) {
            let (url, event) = ("https://beta.example".to_owned(), "evt_1".to_owned());
            let message = DirectMessage { title, text: Some(text), url, event };
            let body = direct(&message, &"n".repeat(40));
            check(&body["embeds"][0]);
            prop_assert!(length(&body["nonce"]) <= NONCE);
        }
    }

    #[test]
    fn a_webhook_is_asked_to_say_what_became_of_the_post() {
        let event = json!({ "id": "evt_1", "type": "test.ping" });
        let post = Post::of_event(&event, "https://beta.example");
        let request =
            webhook_post("https://discord.com/api/webhooks/1/t", &post, "https://beta.example");
        assert_eq!(request.url, "https://discord.com/api/webhooks/1/t?wait=true");
        let request = webhook_post("https://discord.com/api/webhooks/1/t?thread_id=2", &post, "");
        assert!(request.url.ends_with("?thread_id=2&wait=true"));
        let body: Json = serde_json::from_slice(&request.body).expect("JSON");
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
        assert_eq!(body["embeds"][0]["footer"]["text"], "evt_1");
        assert!(body.get("content").is_none(), "user text is in embeds alone");
    }

    #[test]
    fn markup_and_mentions_of_strangers_are_plain_text() {
        assert_eq!(line("<@&777> @everyone **x**", 99), "\\<\\@&777\\> \\@everyone \\*\\*x\\*\\*");
        assert_eq!(line("[a](https://b)", 99), "\\[a\\]\\(https://b\\)");
    }
}
