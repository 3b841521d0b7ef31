//! The meaning of Telegram's answers. Rejections are distinguished by the text of `description`.

use std::time::Duration;

use serde_json::Value as Json;

use super::body;
use crate::call::{Answer, CallFailed};
use crate::outcome::Outcome;

/// The outcome of an attempt.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Err(failed) => return Outcome::of_failure(failed),
        Ok(answer) => answer,
    };
    let body = body(answer);
    if answer.is_success() && body["ok"] == true {
        let id = body["result"]["message_id"].as_i64().map(|id| id.to_string());
        return Outcome::Delivered { external_id: id };
    }
    refused(answer, &body)
}

fn refused(answer: &Answer, body: &Json) -> Outcome {
    let status = body["error_code"].as_u64().unwrap_or_else(|| u64::from(answer.status));
    let description = body["description"].as_str().unwrap_or_default().to_ascii_lowercase();
    let has = |text: &str| description.contains(text);
    let gone = |why: &str| Outcome::Gone(why.to_owned());
    if let Some(chat) = body["parameters"]["migrate_to_chat_id"].as_i64() {
        return gone(&format!("The group has a new number: use the address with chat_id={chat}."));
    }
    match status {
        401 | 404 => Outcome::Broken("Telegram rejected the bot token.".to_owned()),
        403 if has("bot was blocked by the user") => gone(
            "You blocked the bot at Telegram. Unblock it to receive notifications there again.",
        ),
        403 if has("user is deactivated") => gone("This Telegram account was deleted."),
        403 if has("can't initiate conversation") => gone("Press Start in the chat with the bot."),
        403 => gone("The bot is not in this chat any more."),
        400 if has("chat not found") => gone("This Telegram chat does not exist."),
        429 => Outcome::Later { after: asked_wait(answer, body) },
        500..=599 => Outcome::Later { after: answer.retry_after() },
        200..=299 => Outcome::Unsure,
        _ => {
            let reason = ["message is too long", "can't parse entities", "message text is empty"];
            let reason = reason.into_iter().find(|reason| has(reason)).unwrap_or("another reason");
            Outcome::Bad(format!("Telegram refused the message, {status}: {reason}."))
        }
    }
}

fn asked_wait(answer: &Answer, body: &Json) -> Option<Duration> {
    let told = body["parameters"]["retry_after"].as_u64().map(Duration::from_secs);
    told.or_else(|| answer.retry_after())
}

/// The name of the bot that a token belongs to.
pub fn read_bot_name(answer: &Answer) -> Option<String> {
    let body = body(answer);
    let is_name = |name: &&str| {
        let is_fitting = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        (1..=32).contains(&name.len()) && name.bytes().all(is_fitting)
    };
    let name = body["result"]["username"].as_str().filter(is_name);
    name.filter(|_| answer.is_success() && body["ok"] == true).map(str::to_owned)
}

/// The state of the webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookInfo {
    /// The registered URL.
    pub url: String,
    /// Number of pending updates.
    pub pending: u64,
    /// The last error, in Telegram's words.
    pub last_error: Option<String>,
}

/// Parses the state of the webhook.
pub fn read_webhook_info(answer: &Answer) -> Option<WebhookInfo> {
    let body = body(answer);
    let info = &body["result"];
    Some(WebhookInfo {
        url: info["url"].as_str()?.to_owned(),
        pending: info["pending_update_count"].as_u64().unwrap_or_default(),
        last_error: info["last_error_message"]
            .as_str()
            .map(|text| crate::text::cut(text, 200, false)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answered(status: u16, description: &str) -> Outcome {
        let body = json!({ "ok": false, "error_code": status, "description": description });
        outcome(&Ok(Answer::new(status, body.to_string())))
    }

    #[test]
    fn descriptions_decide() {
        for description in [
            "Forbidden: bot was blocked by the user",
            "Forbidden: user is deactivated",
            "Forbidden: bot can't initiate conversation with a user",
            "Forbidden: bot was kicked from the supergroup chat",
            "Forbidden: bot is not a member of the channel chat",
        ] {
            assert!(matches!(answered(403, description), Outcome::Gone(_)), "{description}");
        }
        assert!(matches!(answered(400, "Bad Request: chat not found"), Outcome::Gone(_)));
        assert!(matches!(answered(401, "Unauthorized"), Outcome::Broken(_)));
        for description in [
            "Bad Request: message is too long",
            "Bad Request: can't parse entities: unsupported start tag \"x\"",
            "Bad Request: message text is empty",
        ] {
            assert!(matches!(answered(400, description), Outcome::Bad(_)), "{description}");
        }
        assert_eq!(answered(502, "Bad Gateway"), Outcome::LATER);
    }

    #[test]
    fn the_wait_that_is_asked_for_is_obeyed() {
        let body = json!({ "ok": false, "error_code": 429, "description": "Too Many Requests: retry after 35",
            "parameters": { "retry_after": 35 } });
        let later = Outcome::Later { after: Some(Duration::from_secs(35)) };
        assert_eq!(outcome(&Ok(Answer::new(429, body.to_string()))), later);
        let mut bare = Answer::new(429, "");
        bare.headers.push(("retry-after".to_owned(), "35".to_owned()));
        assert_eq!(outcome(&Ok(bare)), later);
    }

    #[test]
    fn what_was_taken_has_its_number_and_a_moved_group_its_new_one() {
        let taken = Answer::new(200, r#"{"ok":true,"result":{"message_id":77}}"#);
        let id = Some("77".to_owned());
        assert_eq!(outcome(&Ok(taken)), Outcome::Delivered { external_id: id });
        let moved = r#"{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1001}}"#;
        let Outcome::Gone(why) = outcome(&Ok(Answer::new(400, moved))) else { panic!("{moved}") };
        assert!(why.contains("chat_id=-1001"), "{why}");
        assert_eq!(outcome(&Ok(Answer::new(200, "<html>"))), Outcome::Unsure);
    }

    #[test]
    fn a_bot_is_known_by_its_name() {
        let name = |body: &str| read_bot_name(&Answer::new(200, body));
        let good = r#"{"ok":true,"result":{"id":1,"is_bot":true,"username":"touch_bot"}}"#;
        assert_eq!(name(good).as_deref(), Some("touch_bot"));
        assert_eq!(name(r#"{"ok":true,"result":{"username":"a/b"}}"#), None);
        assert_eq!(name(r#"{"ok":false}"#), None);
    }
}
