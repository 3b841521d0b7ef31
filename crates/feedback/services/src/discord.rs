//! Discord: posts by webhook, direct messages of a bot, linking accounts, and incoming
//! interactions.
//!
//! User text appears only in embeds and is escaped there. Every message disables mentions.

mod answer;
mod interaction;
mod message;
mod oauth;
mod snowflake;
mod user_agent;

use serde_json::Value as Json;

use crate::call::{Answer, Method, Request};
use user_agent::user_agent;

pub use answer::{Code, RateLimit, code, outcome, rate_limit};
pub use interaction::{Interaction, interaction, is_public_key, is_signed, private_answer};
pub use message::{is_webhook_path, webhook_post};
pub use oauth::{Exchange, Identity, authorize_url, read_identity, read_token};
pub use snowflake::is_snowflake;

/// The address of Discord.
pub const ORIGIN: &str = "https://discord.com";

/// The permissions of the bot: see channels, send messages, embed links.
pub const BOT_PERMISSIONS: u32 = 1 << 10 | 1 << 11 | 1 << 14;

/// A bot with its addresses.
#[derive(Debug, Clone, Copy)]
pub struct Bot<'a> {
    /// The address of Discord, without a slash at the end.
    pub origin: &'a str,
    /// Its token.
    pub token: &'a str,
    /// The address of the app.
    pub site: &'a str,
}

impl Bot<'_> {
    /// Reads the bot's own account, which tests the token.
    pub fn me(&self) -> Request {
        self.request(Method::Get, "/users/@me")
    }

    /// Opens the direct message channel to a user. Idempotent.
    pub fn open_channel(&self, person: &str) -> Request {
        let body = serde_json::json!({ "recipient_id": person });
        self.request(Method::Post, "/users/@me/channels").json(body.to_string())
    }

    /// Sends to a direct message channel. Repetitions with the same `nonce` within a few minutes
    /// create one message.
    pub fn send(&self, channel: &str, message: &crate::DirectMessage, nonce: &str) -> Request {
        let body = message::direct(message, nonce);
        let path = format!("/channels/{}/messages", crate::text::encoded(channel));
        self.request(Method::Post, &path).json(body.to_string())
    }

    /// Registers the command `/link`, by which users link their account. Idempotent.
    pub fn register_link(&self, application: &str) -> Request {
        let code = serde_json::json!({
            "type": 3, "name": "code", "description": "The code that the page shows", "required": true,
        });
        let body = serde_json::json!({
            "type": 1, "name": "link", "description": "Link this account", "options": [code],
        });
        let path = format!("/applications/{}/commands", crate::text::encoded(application));
        self.request(Method::Post, &path).json(body.to_string())
    }

    fn request(&self, method: Method, path: &str) -> Request {
        Request::new(method, format!("{}/api/v10{path}", self.origin))
            .header("authorization", format!("Bot {}", self.token))
            .header("user-agent", user_agent(self.site))
            .on_behalf_of(crate::text::credential(self.token))
    }
}

/// The address on which administrators of a Discord server add the bot.
pub fn invite_url(origin: &str, client_id: &str) -> String {
    let permissions = BOT_PERMISSIONS.to_string();
    let query = [
        ("client_id", client_id),
        ("scope", "bot applications.commands"),
        ("permissions", &permissions),
    ];
    format!("{origin}/oauth2/authorize?{}", crate::text::pairs(&query))
}

/// The id in an answer: of a user, a channel, a message.
pub fn read_id(answer: &Answer) -> Option<String> {
    body(answer)["id"].as_str().filter(|id| is_snowflake(id)).map(str::to_owned)
}

fn body(answer: &Answer) -> Json {
    serde_json::from_slice(&answer.body).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DirectMessage;

    const BOT: Bot<'_> = Bot { origin: ORIGIN, token: "tok.en", site: "https://beta.example" };

    #[test]
    fn a_bot_says_who_it_is_and_its_token_stands_in_a_header_alone() {
        let request = BOT.open_channel("42");
        assert_eq!(request.url, "https://discord.com/api/v10/users/@me/channels");
        assert!(request.headers.contains(&("authorization".to_owned(), "Bot tok.en".to_owned())));
        let agent = request.headers.iter().find(|(name, _)| name == "user-agent").expect("a name");
        assert!(agent.1.starts_with("DiscordBot (https://beta.example, "), "{}", agent.1);
        assert_eq!(request.body, br#"{"recipient_id":"42"}"#);
        assert!(!request.credential.expect("a credential").contains("tok"));
    }

    #[test]
    fn a_direct_message_is_made_once_for_one_nonce() {
        let message = DirectMessage {
            title: "Please answer a question".to_owned(),
            text: Some("Which wallet?".to_owned()),
            url: "https://beta.example/issues/1".to_owned(),
            event: "evt_1".to_owned(),
        };
        let request = BOT.send("99", &message, "d17");
        assert_eq!(request.url, "https://discord.com/api/v10/channels/99/messages");
        let body: Json = serde_json::from_slice(&request.body).expect("JSON");
        assert_eq!((&body["nonce"], &body["enforce_nonce"]), (&"d17".into(), &true.into()));
        assert_eq!(body["allowed_mentions"], serde_json::json!({ "parse": [] }));
    }

    #[test]
    fn the_invitation_asks_for_no_more_than_is_needed() {
        let url = invite_url(ORIGIN, "12");
        assert!(
            url.ends_with("client_id=12&scope=bot%20applications%2Ecommands&permissions=19456"),
            "{url}"
        );
    }

    #[test]
    fn only_digits_are_an_id() {
        let id = |body: &str| read_id(&Answer::new(200, body));
        assert_eq!(id(r#"{"id":"155"}"#).as_deref(), Some("155"));
        for odd in [r#"{"id":"1/../2"}"#, r#"{"id":""}"#, r#"{"id":155}"#, "<html>"] {
            assert_eq!(id(odd), None, "{odd}");
        }
    }
}
