//! How often a caller may call.

use super::definition::{FLAG, Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("rate_limit", None, "a JSON object, or an array of them, with Parse Server's keys except `redisUrl`: requestPath, requestTimeWindow, requestCount, requestMethods, includeMasterKey, includeInternalRequests, errorResponseMessage, zone", "Rules about how often somebody may call. Every node counts for itself, and with `redis_url` all of them together too."),
    Key { product_default: Some("true"), ..open("rate_limit_defaults", Some("false"), FLAG, "The rules of docs/limits.md hold beside those of `rate_limit`.") },
    open("wrong_key_limit", Some("10"), "a whole number, or -1 for no limit", "Wrong master or maintenance keys that an address may present in an hour; after that every such key from there is answered with 403 until an hour has passed without one."),
];
