//! Telegram: messages of a bot to users and groups, linking by a deep link, and incoming updates.
//!
//! User text is escaped for Telegram's HTML, so that it is never read as markup.

mod answer;
mod message;
mod token;
mod update;

use serde_json::{Value as Json, json};

use crate::call::{Answer, Request};

pub use answer::{WebhookInfo, outcome, read_bot_name, read_webhook_info};
pub use message::{Target, team_post};
pub use token::is_token;
pub use update::{Person, Update, is_secret, update};

/// The address of Telegram's bot API.
pub const ORIGIN: &str = "https://api.telegram.org";

/// A bot with its address.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'a> {
    /// The address of Telegram, without a slash at the end.
    pub origin: &'a str,
    /// Its token.
    pub token: &'a str,
}

impl Bot<'_> {
    /// Reads the bot's own account, which tests the token.
    pub fn me(&self) -> Request {
        self.request("getMe", &json!({}))
    }

    /// Registers the URL for updates, and the secret in their header.
    pub fn set_webhook(&self, url: &str, secret: &str) -> Request {
        let body = json!({
            "url": url, "secret_token": secret, "allowed_updates": ["message", "my_chat_member"],
        });
        self.request("setWebhook", &body)
    }

    /// Reads the state of the webhook.
    pub fn webhook_info(&self) -> Request {
        self.request("getWebhookInfo", &json!({}))
    }

    /// Sends a direct message.
    pub fn send(&self, chat: &str, message: &crate::DirectMessage) -> Request {
        self.request("sendMessage", &message::body(chat, &message::direct(message)))
    }

    /// Replies in a chat.
    pub fn say(&self, chat: &str, text: &str) -> Request {
        let text = crate::text::escaped(text, message::TEXT, true, crate::text::entity);
        self.request("sendMessage", &message::body(chat, &text))
    }

    fn request(&self, method: &str, body: &Json) -> Request {
        Request::post(format!("{}/bot{}/{method}", self.origin, self.token))
            .json(body.to_string())
            .on_behalf_of(crate::text::credential(self.token))
    }
}

/// The URL that opens a chat with a bot, and sends it this payload on *Start*.
pub fn deep_link(bot_name: &str, payload: &str) -> String {
    format!("https://t.me/{}?start={payload}", crate::text::encoded(bot_name).replace("%5F", "_"))
}

fn body(answer: &Answer) -> Json {
    serde_json::from_slice(&answer.body).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOT: Bot<'_> = Bot { origin: ORIGIN, token: "12:ab" };

    #[test]
    fn methods_are_called_below_the_token() {
        let request = BOT.set_webhook("https://beta.example/service-hooks/telegram/x", "s");
        assert_eq!(request.url, "https://api.telegram.org/bot12:ab/setWebhook");
        let body: Json = serde_json::from_slice(&request.body).expect("JSON");
        assert_eq!(body["secret_token"], "s");
        assert_eq!(body["allowed_updates"], json!(["message", "my_chat_member"]));
    }

    #[test]
    fn a_deep_link_carries_the_payload() {
        assert_eq!(deep_link("touch_bot", "a-_9"), "https://t.me/touch_bot?start=a-_9");
    }
}
