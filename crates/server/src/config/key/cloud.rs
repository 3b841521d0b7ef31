//! Cloud code that lives elsewhere.

use super::{FLAG, Key, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    secret("webhook_key", "Signs calls to webhooks: X-Touchstone-Signature is the HMAC-SHA-256 over id, time and body. Not set: calls are not signed."),
    Key { product_default: Some("false"), ..open("webhook_key_header", Some("true"), FLAG, "Calls to webhooks also carry the key itself as X-Parse-Webhook-Key, as those of Parse Server do.") },
];
