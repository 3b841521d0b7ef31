//! How often a caller may call.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("rate_limit", None, "a JSON object, or an array of them, with Parse Server's keys except `redisUrl`: requestPath, requestTimeWindow, requestCount, requestMethods, includeMasterKey, includeInternalRequests, errorResponseMessage, zone", "Rules about how often a client may call, in addition to those of `limits`. Every node counts for itself, and with `redis_url` all of them together too."),
];
