//! Webhooks.

use super::definition::{Key, SECONDS, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    secret("webhook_key", "Key that signs calls to webhooks: X-Touchstone-Signature is the HMAC-SHA-256 of id, time and body. Default: calls are not signed."),
    open("idempotency_mode", Some("replay"), "replay, refuse or off", "Response to a request whose X-Parse-Request-Id was seen before. `replay`: the first response. `refuse`: error 159, as in Parse Server."),
    open("idempotency_paths", Some(".*"), "patterns of paths separated by commas", "Paths below the base path on which a request id is honored. A pattern matches from the beginning of the path."),
    Key { product_default: Some("86400"), ..open("idempotency_ttl", Some("300"), SECONDS, "Time for which a request id is remembered.") },
];
