//! Webhooks to chats. Each accepts only URLs of its own service.

use serde_json::Value as Json;

use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;
use crate::post::Post;
use crate::{discord, slack, telegram};

/// A chat that a webhook posts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChatPreset {
    /// A channel at Discord.
    Discord,
    /// A channel at Slack.
    Slack,
    /// A group or channel at Telegram.
    Telegram,
}

impl ChatPreset {
    /// The preset with this stored key.
    pub fn from_key(key: &str) -> Option<ChatPreset> {
        match key {
            "discord" => Some(ChatPreset::Discord),
            "slack" => Some(ChatPreset::Slack),
            "telegram" => Some(ChatPreset::Telegram),
            _ => None,
        }
    }

    /// The hosts of the service.
    fn hosts(self) -> &'static [&'static str] {
        match self {
            ChatPreset::Discord => {
                &["discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"]
            }
            ChatPreset::Slack => &["hooks.slack.com"],
            ChatPreset::Telegram => &["api.telegram.org"],
        }
    }

    /// The problem of a URL that an administrator entered, if there is one. `further` are hosts
    /// that the operator allows besides the service's own, with a non-default port.
    pub fn check_url(self, url: &str, further: &[String]) -> Result<(), &'static str> {
        let wrong = match self {
            ChatPreset::Discord => {
                "A Discord webhook looks like https://discord.com/api/webhooks/<id>/<token>."
            }
            ChatPreset::Slack => {
                "A Slack webhook looks like https://hooks.slack.com/services/T…/B…/<secret>."
            }
            ChatPreset::Telegram => {
                "A Telegram chat looks like https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>."
            }
        };
        let (scheme, rest) = url.split_once("://").ok_or(wrong)?;
        let (host, path) = rest.split_once('/').ok_or(wrong)?;
        let is_theirs = scheme == "https" && self.hosts().contains(&host);
        let is_allowed = further.iter().any(|known| known == host);
        let is_fitting = match self {
            ChatPreset::Discord => discord::is_webhook_path(path),
            ChatPreset::Slack => path.starts_with("services/") && !path.contains(['?', '#']),
            ChatPreset::Telegram => telegram::Target::parse(url).is_some(),
        };
        if (is_theirs || is_allowed) && is_fitting { Ok(()) } else { Err(wrong) }
    }

    /// The outcome of an attempt.
    pub fn outcome(self, result: &Result<Answer, CallFailed>) -> Outcome {
        match self {
            ChatPreset::Discord => discord::outcome(result),
            ChatPreset::Slack => slack::outcome(result),
            ChatPreset::Telegram => telegram::outcome(result),
        }
    }
}

/// The request that posts an event to a team channel, from its stable form. `url` is the configured
/// URL, `base_url` the address of the app.
pub fn team_post(preset: ChatPreset, url: &str, event: &Json, base_url: &str) -> Request {
    let post = Post::of_event(event, base_url);
    match preset {
        ChatPreset::Discord => discord::webhook_post(url, &post, base_url),
        ChatPreset::Slack => slack::webhook_post(url, &post),
        ChatPreset::Telegram => telegram::team_post(url, &post),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_takes_addresses_of_its_own_service_alone() {
        use ChatPreset::{Discord, Slack, Telegram};
        let good = [
            (Discord, "https://discord.com/api/webhooks/1/abc"),
            (Discord, "https://canary.discord.com/api/v10/webhooks/1/abc?thread_id=7"),
            (Slack, "https://hooks.slack.com/services/T1/B1/abc"),
            (Telegram, "https://api.telegram.org/bot12:ab/sendMessage?chat_id=-100"),
            (Telegram, "https://api.telegram.org/bot12:ab/sendMessage?chat_id=@team"),
        ];
        for (preset, url) in good {
            assert_eq!(preset.check_url(url, &[]), Ok(()), "{url}");
        }
        let bad = [
            (Discord, "http://discord.com/api/webhooks/1/abc"),
            (Discord, "https://discord.com.evil.example/api/webhooks/1/abc"),
            (Discord, "https://discord.com@evil.example/api/webhooks/1/abc"),
            (Discord, "https://discord.com/api/users/@me"),
            (Discord, "https://discord.com/api/webhooks/1/../../users/@me"),
            (Discord, "https://discord.com/api/webhooks/1/a b"),
            (Slack, "https://slack.com/services/T1/B1/abc"),
            (Slack, "https://hooks.slack.com/services/T1?x=1"),
            (Telegram, "https://api.telegram.org/bot12:ab/getUpdates?chat_id=1"),
            (Telegram, "https://api.telegram.org/bot12:ab/sendMessage"),
            (Telegram, "https://t.me/team"),
        ];
        for (preset, url) in bad {
            assert!(preset.check_url(url, &[]).is_err(), "{url}");
        }
        let local = "http://127.0.0.1:4010/api/webhooks/1/abc";
        assert!(Discord.check_url(local, &[]).is_err());
        assert_eq!(Discord.check_url(local, &["127.0.0.1:4010".to_owned()]), Ok(()));
    }
}
