//! What cloud code goes by.

use super::reader::{Reader, word};

/// How calls to webhooks are made.
#[derive(Clone, Default)]
pub struct WebhookSettings {
    /// Signs them.
    pub key: Option<String>,
    /// Whether the key itself is sent too.
    pub sends_key: bool,
}

impl std::fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebhookSettings")
            .field("sends_key", &self.sends_key)
            .finish_non_exhaustive()
    }
}

/// Reads how calls to webhooks are made.
pub(super) fn webhooks(read: &mut Reader<'_>) -> WebhookSettings {
    WebhookSettings {
        key: read.value("webhook_key", word),
        sends_key: read.flag("webhook_key_header"),
    }
}
