//! Messages within Telegram's limits, in its kind of HTML.

use serde_json::{Value as Json, json};

use super::token::is_token;
use crate::DirectMessage;
use crate::call::Request;
use crate::post::Post;
use crate::text::{cut, entity, escaped};

/// The longest text. Telegram's limit is 4,096 after parsing entities.
pub(super) const TEXT: usize = 3_000;
/// The longest line.
const LINE: usize = 300;
/// Fields of a post.
const FIELDS: usize = 8;

fn line(text: &str) -> String {
    escaped(text, LINE, false, entity)
}

/// A URL in an attribute.
fn attribute(url: &str) -> String {
    cut(url, 500, false).replace('&', "&amp;").replace('"', "&quot;").replace(['<', '>'], "")
}

/// The parameters of `sendMessage`.
pub(super) fn body(chat: &str, text: &str) -> Json {
    // A chat is a number, or the name of a public channel.
    let chat = chat.parse::<i64>().map_or_else(|_| Json::from(chat), Json::from);
    json!({
        "chat_id": chat, "text": text, "parse_mode": "HTML", "link_preview_options": { "is_disabled": true },
    })
}

/// The text of a message to one person.
pub(super) fn direct(message: &DirectMessage) -> String {
    let mut text = format!("<b>{}</b>", line(&message.title));
    if let Some(more) = &message.text {
        text.push('\n');
        text.push_str(&escaped(more, TEXT, true, entity));
    }
    let (url, event) = (attribute(&message.url), line(&message.event));
    text.push_str(&format!("\n<a href=\"{url}\">Open</a> · <code>{event}</code>"));
    text
}

/// The target of team posts: the URL of a method without its query, and the chat in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The address without its query.
    pub url: String,
    /// The chat's number or name.
    pub chat: String,
    /// The topic of a forum, if given.
    pub thread: Option<i64>,
}

impl Target {
    /// Parses the URL that an administrator entered.
    pub fn parse(url: &str) -> Option<Target> {
        let (url, query) = url.split_once('?')?;
        let (origin, method) = url.rsplit_once('/')?;
        let token = origin.rsplit_once("/bot")?.1;
        if method != "sendMessage" || !is_token(token) {
            return None;
        }
        let (mut chat, mut thread) = (None, None);
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "chat_id" => chat = Some(value.replace("%40", "@")).filter(|chat| is_chat(chat)),
                "message_thread_id" => thread = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        Some(Target { url: url.to_owned(), chat: chat?, thread })
    }
}

fn is_chat(chat: &str) -> bool {
    let is_name = |name: &str| {
        let is_fitting = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        (1..=32).contains(&name.len()) && name.bytes().all(is_fitting)
    };
    chat.parse::<i64>().is_ok_and(|number| number != 0)
        || chat.strip_prefix('@').is_some_and(is_name)
}

/// Posts to a group or channel.
pub fn team_post(url: &str, post: &Post) -> Request {
    let target = Target::parse(url).unwrap_or_else(|| Target {
        url: url.to_owned(),
        chat: String::new(),
        thread: None,
    });
    let mut body = body(&target.chat, &post_text(post));
    if let Some(thread) = target.thread {
        body["message_thread_id"] = thread.into();
    }
    Request::post(&target.url)
        .json(body.to_string())
        .on_behalf_of(crate::text::credential(&target.url))
}

fn post_text(post: &Post) -> String {
    let mut text = format!("<b>{}</b>", line(&post.headline));
    let label = line(post.subject.as_deref().unwrap_or("Open"));
    text.push_str(&format!("\n<a href=\"{}\">{label}</a>", attribute(&post.url)));
    for (label, value) in post.fields.iter().take(FIELDS) {
        text.push_str(&format!("\n{label}: {}", line(value)));
    }
    text.push_str(&format!("\n<code>{}</code>", line(&post.event)));
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::post::Tone;

    /// Whether every angle bracket belongs to a known tag and every ampersand to an entity.
    fn is_well_formed(text: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['<', '>', '&']) {
            let from = &rest[at..];
            if from.starts_with('&') {
                let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
                let Some(known) = entities.iter().find(|known| from.starts_with(**known)) else {
                    return false;
                };
                rest = &from[known.len()..];
                continue;
            }
            let Some((tag, after)) = from.strip_prefix('<').and_then(|tag| tag.split_once('>'))
            else {
                return false;
            };
            match tag.strip_prefix('/') {
                Some(name) if open.pop() != Some(name) => return false,
                Some(_) => {}
                None => open.push(tag.split(' ').next().unwrap_or_default()),
            }
            rest = after;
        }
        open.is_empty()
    }

    fn any_text() -> impl Strategy<Value = String> {
        prop_oneof![".{0,400}", "[<>&\"a😀\n/b]{0,5000}"]
    }

    proptest! {
        #[test]
        fn a_message_is_never_too_long_and_never_markup_of_strangers(title in any_text(), more in any_text()) {
            let (url, event) = ("https://beta.example/?a=1&b=\"".to_owned(), "evt_1".to_owned());
            let text = direct(&DirectMessage { title, text: Some(more), url, event });
            prop_assert!(text.encode_utf16().count() <= 4_096);
            prop_assert!(is_well_formed(&text), "{}", text);
        }

        #[test]
        fn a_post_is_never_too_long_and_never_markup_of_strangers(
            subject in any_text(),
            values in proptest::collection::vec(any_text(), 0..12),
        ) {
            let fields = values.into_iter().map(|value| ("By", value)).collect();
            let (url, event) = ("https://beta.example".to_owned(), "evt_1".to_owned());
            let headline = "New report".to_owned();
            let text = post_text(&Post { headline, subject: Some(subject), url, fields, tone: Tone::Plain, event, at: None });
            prop_assert!(text.encode_utf16().count() <= 4_096);
            prop_assert!(is_well_formed(&text), "{}", text);
        }
    }

    #[test]
    fn a_post_goes_to_the_chat_that_was_pasted() {
        let event = json!({ "id": "evt_1", "type": "test.ping" });
        let post = Post::of_event(&event, "https://beta.example");
        let url = "https://api.telegram.org/bot12:ab/sendMessage?chat_id=-1007&message_thread_id=3";
        let request = team_post(url, &post);
        assert_eq!(request.url, "https://api.telegram.org/bot12:ab/sendMessage");
        let body: Json = serde_json::from_slice(&request.body).expect("JSON");
        assert_eq!((&body["chat_id"], &body["message_thread_id"]), (&json!(-1007), &json!(3)));
        assert_eq!(body["parse_mode"], "HTML");
        let named = "https://api.telegram.org/bot12:ab/sendMessage?chat_id=%40team";
        assert_eq!(Target::parse(named).map(|target| target.chat).as_deref(), Some("@team"));
        for odd in ["chat_id=0", "chat_id=a/b", "chat_id=1&text=x", "", "message_thread_id=1"] {
            let url = format!("https://api.telegram.org/bot12:ab/sendMessage?{odd}");
            assert_eq!(Target::parse(&url), None, "{odd}");
        }
    }
}
