//! Webhooks.

use super::definition::{Key, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    secret("webhook_key", "Signs calls to webhooks: X-Touchstone-Signature is the HMAC-SHA-256 over id, time and body. Not set: calls are not signed."),
    open("idempotency_mode", Some("replay"), "replay, refuse or off", "What happens to a request whose X-Parse-Request-Id was seen before: it gets the first answer, or is refused with 159 as in Parse Server."),
    open("idempotency_paths", Some(".*"), "patterns of paths separated by commas", "Where requests that carry an id are done once, as patterns that begin where the path below the mount does."),
    Key { product_default: Some("86400"), ..open("idempotency_ttl", Some("300"), "seconds, 1 to 31536000", "How long a request is remembered by its id.") },
];
