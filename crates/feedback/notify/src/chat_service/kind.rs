//! The chat services, and the settings that each needs.

use feedback_model::notification::ChannelName;
use integrations::{discord, telegram};
use serde::{Deserialize, Serialize};

/// A chat service where users link their accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChatServiceKind {
    /// Discord.
    Discord,
    /// Telegram.
    Telegram,
}

/// One setting of a service.
#[derive(Debug)]
pub(super) struct Field {
    /// Its key in storage and parameters.
    pub(super) key: &'static str,
    /// Its name in the service's own pages.
    pub(super) label: &'static str,
    /// Whether it is never returned.
    pub(super) is_secret: bool,
    /// The expected form, for error messages.
    pub(super) form: &'static str,
    /// Whether a text is valid.
    pub(super) fits: fn(&str) -> bool,
}

fn is_plain(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

const DISCORD: &[Field] = &[
    Field {
        key: "clientId",
        label: "Application ID",
        is_secret: false,
        form: "The application ID is a number of up to 20 digits.",
        fits: discord::is_snowflake,
    },
    Field {
        key: "clientSecret",
        label: "Client secret",
        is_secret: true,
        form: "A client secret has no spaces.",
        fits: is_plain,
    },
    Field {
        key: "botToken",
        label: "Bot token",
        is_secret: true,
        form: "A bot token has no spaces.",
        fits: is_plain,
    },
    Field {
        key: "publicKey",
        label: "Public key",
        is_secret: false,
        form: "A public key is 64 hexadecimal digits.",
        fits: discord::is_public_key,
    },
];

const TELEGRAM: &[Field] = &[Field {
    key: "botToken",
    label: "Bot token",
    is_secret: true,
    form: "A bot token looks like 123456:ABC-DEF.",
    fits: telegram::is_token,
}];

impl ChatServiceKind {
    /// All services.
    pub(crate) const ALL: [ChatServiceKind; 2] =
        [ChatServiceKind::Discord, ChatServiceKind::Telegram];

    /// The name in storage and parameters.
    pub(crate) fn key(self) -> &'static str {
        self.channel().key()
    }

    /// The display name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ChatServiceKind::Discord => "Discord",
            ChatServiceKind::Telegram => "Telegram",
        }
    }

    /// The channel of its messages.
    pub(crate) fn channel(self) -> ChannelName {
        match self {
            ChatServiceKind::Discord => ChannelName::Discord,
            ChatServiceKind::Telegram => ChannelName::Telegram,
        }
    }

    /// Its settings.
    pub(super) fn fields(self) -> &'static [Field] {
        match self {
            ChatServiceKind::Discord => DISCORD,
            ChatServiceKind::Telegram => TELEGRAM,
        }
    }
}
