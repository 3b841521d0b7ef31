//! What cloud code goes by.

use outbound::network::Networks;
use outbound::webhook::WebhookSettings;
use parse_http::settings::{RepeatMode, RepeatSettings};

use super::reader::{Reader, word};
use super::unit::Unit;

/// Reads which networks outgoing calls may reach although they are private.
pub(super) fn outgoing_allowed(read: &mut Reader<'_>) -> Networks {
    read.value("outgoing_allowed_networks", Networks::parse).unwrap_or_default()
}

/// Reads how calls to webhooks are made.
pub(super) fn webhooks(read: &mut Reader<'_>, is_product: bool) -> WebhookSettings {
    // A receiver that checks the signature needs no key, and Parse Server's receivers check the key.
    WebhookSettings { key: read.value("webhook_key", word), sends_key: !is_product }
}

/// Reads which requests are done once.
pub(super) fn repeats(read: &mut Reader<'_>) -> RepeatSettings {
    RepeatSettings {
        mode: read
            .value("idempotency_mode", |text| match text {
                "replay" => Some(RepeatMode::Replay),
                "refuse" => Some(RepeatMode::Refuse),
                "off" => Some(RepeatMode::Off),
                _ => None,
            })
            .unwrap_or_default(),
        paths: read.value("idempotency_paths", patterns).unwrap_or_default(),
        ttl_seconds: read.duration("idempotency_ttl", Unit::Seconds, 1, 31_536_000).unwrap_or(300),
    }
}

/// Patterns match from the beginning of a path.
fn patterns(text: &str) -> Option<Vec<regex::Regex>> {
    let patterns = text.split(',').map(str::trim).filter(|pattern| !pattern.is_empty());
    patterns
        .map(|pattern| {
            let is_path = pattern.chars().all(|c| !c.is_control() && !c.is_whitespace());
            let pattern = pattern.trim_start_matches('^');
            regex::Regex::new(&format!("^(?:{pattern})")).ok().filter(|_| is_path)
        })
        .collect()
}
