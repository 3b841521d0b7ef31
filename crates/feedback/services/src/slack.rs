//! Slack: posts by an incoming webhook, which answers with a single word.

use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;
use crate::post::Post;
use crate::text::{cut, entity, escaped};

/// The longest text of a header.
const HEADER: usize = 150;
/// The longest text of a section. Slack's limit is 3,000.
const SECTION: usize = 2_000;
/// The longest value of a field. Slack's limit is 2,000, and about 12,000 in all blocks.
const FIELD: usize = 900;
/// The most fields of a section.
const FIELDS: usize = 10;
/// The longest word of an answer that is parsed.
const WORD: usize = 60;

/// Posts by the address of a webhook.
pub fn webhook_post(url: &str, post: &Post) -> Request {
    Request::post(url).json(body(post).to_string()).on_behalf_of(crate::text::credential(url))
}

fn body(post: &Post) -> Json {
    let subject = post.subject.as_deref().unwrap_or("Open");
    let label = escaped(subject, SECTION, false, entity).replace('|', "¦");
    let link = format!("*<{}|{label}>*", address(&post.url));
    let mut section = json!({ "type": "section", "text": { "type": "mrkdwn", "text": link } });
    let field = |(name, value): &(&str, String)| {
        let value = escaped(value, FIELD, false, entity);
        json!({ "type": "mrkdwn", "text": format!("*{name}*\n{value}") })
    };
    let fields: Vec<Json> = post.fields.iter().take(FIELDS).map(field).collect();
    if !fields.is_empty() {
        section["fields"] = fields.into();
    }
    let event = escaped(&post.event, FIELD, false, entity);
    json!({
        "text": format!("{}: {}", escaped(&post.headline, HEADER, false, entity), label),
        "blocks": [
            { "type": "header", "text": { "type": "plain_text", "text": cut(&post.headline, HEADER, false) } },
            section,
            { "type": "context", "elements": [{ "type": "mrkdwn", "text": event }] },
        ],
        "unfurl_links": false,
    })
}

/// An address inside a link.
fn address(url: &str) -> String {
    escaped(url, 500, false, entity).replace('|', "%7C")
}

/// The outcome of an attempt. The word decides before the status.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Err(failed) => return Outcome::of_failure(failed),
        Ok(answer) => answer,
    };
    let said = String::from_utf8_lossy(&answer.body);
    let word: String = said.trim().chars().take(WORD).collect();
    match (answer.status, &*word) {
        (429, _) | (_, "rate_limited" | "ratelimited") => {
            Outcome::Later { after: answer.retry_after() }
        }
        (
            _,
            "invalid_payload"
            | "invalid_blocks"
            | "no_text"
            | "too_many_attachments"
            | "user_not_found"
            | "msg_blocks_too_long",
        ) => Outcome::Bad(format!("Slack refused the message: {word}.")),
        (
            _,
            "action_prohibited"
            | "posting_to_general_channel_denied"
            | "invalid_token"
            | "channel_not_found"
            | "no_service"
            | "no_service_id"
            | "no_team"
            | "no_active_hooks"
            | "team_disabled"
            | "channel_is_archived",
        ) => Outcome::Gone(format!("Slack no longer accepts this webhook: {word}.")),
        (200..=299, "ok") => Outcome::DELIVERED,
        (200..=299, _) => Outcome::Unsure,
        (500..=599, _) => Outcome::Later { after: answer.retry_after() },
        (403 | 404 | 410, _) => Outcome::Gone("Slack no longer accepts this webhook.".to_owned()),
        (status, _) => Outcome::Bad(format!("Slack answered {status}.")),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::post::Tone;

    fn answered(status: u16, word: &str) -> Outcome {
        outcome(&Ok(Answer::new(status, word)))
    }

    #[test]
    fn words_decide_before_statuses() {
        assert_eq!(answered(200, "ok"), Outcome::DELIVERED);
        for (status, word) in [
            (403, "action_prohibited"),
            (403, "posting_to_general_channel_denied"),
            (403, "invalid_token"),
            (404, "channel_not_found"),
            (404, "no_service"),
            (400, "no_team"),
            (404, "no_active_hooks"),
            (404, "team_disabled"),
            (410, "channel_is_archived"),
            (404, ""),
        ] {
            assert!(matches!(answered(status, word), Outcome::Gone(_)), "{status} {word}");
        }
        for (status, word) in
            [(400, "invalid_payload"), (400, "no_text"), (500, "invalid_blocks"), (400, "")]
        {
            assert!(matches!(answered(status, word), Outcome::Bad(_)), "{status} {word}");
        }
        assert_eq!(answered(500, "rollup_error"), Outcome::LATER);
        let mut limited = Answer::new(429, "");
        limited.headers.push(("retry-after".to_owned(), "30".to_owned()));
        assert_eq!(outcome(&Ok(limited)), Outcome::Later { after: Some(Duration::from_secs(30)) });
    }

    fn any_text() -> impl Strategy<Value = String> {
        prop_oneof![".{0,400}", "[<>!@|&a😀]{0,4000}"]
    }

    proptest! {
        #[test]
        fn a_post_is_never_too_long_and_never_mentions(
            subject in any_text(),
            values in proptest::collection::vec(any_text(), 0..14),
        ) {
            let fields = values.into_iter().map(|value| ("By", value)).collect();
            let (url, event) = ("https://beta.example/issues/1".to_owned(), "evt_1".to_owned());
            let headline = "New report".to_owned();
            let body = body(&Post { headline, subject: Some(subject), url, fields, tone: Tone::Plain, event, at: None });
            let length = |value: &Json| value.as_str().map_or(0, |text| text.chars().count());
            prop_assert!(length(&body["text"]) <= 4_000 && length(&body["blocks"][0]["text"]["text"]) <= HEADER);
            let section = &body["blocks"][1];
            prop_assert!(length(&section["text"]["text"]) <= 3_000);
            let none = Vec::new();
            let fields = section["fields"].as_array().unwrap_or(&none);
            prop_assert!(fields.len() <= 10 && fields.iter().all(|one| length(&one["text"]) <= 2_000));
            prop_assert!(body.to_string().chars().count() < 40_000);
            // The only angle brackets are those of the link.
            prop_assert_eq!(body.to_string().matches('<').count(), 1);
            prop_assert!(!body["text"].as_str().unwrap_or_default().contains('<'));
        }
    }

    #[test]
    fn nobody_is_called_by_the_text_of_a_stranger() {
        let event = json!({ "id": "evt_1", "type": "issue.submitted",
            "issue": { "number": 1, "title": "<!channel> & <@U1>", "url": "https://beta.example/issues/1" } });
        let post = Post::of_event(&event, "https://beta.example");
        let request = webhook_post("https://hooks.slack.com/services/T/B/x", &post);
        let sent = String::from_utf8(request.body).expect("text");
        assert!(sent.contains("&lt;!channel&gt; &amp; &lt;@U1&gt;"), "{sent}");
        assert!(!sent.contains("<!channel"));
    }
}
