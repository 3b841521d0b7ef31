//! How often a caller may call.

use super::definition::{Key, open};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("rate_limit", None, "a JSON object, or an array of them, with Parse Server's keys except `redisUrl`: requestPath, requestTimeWindow, requestCount, requestMethods, includeMasterKey, includeInternalRequests, errorResponseMessage, zone", "Rate limits in addition to those of `limits`. Each node counts by itself. If `redis_url` is set, all nodes also count together."),
];
