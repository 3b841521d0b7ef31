//! Reads what the product goes by before an administrator decides.

use std::sync::Arc;

use feedback::boards::RankCache;
use feedback::{AccessMode, Options};

use super::reader::{Reader, origin_of};
use crate::redis::Redis;

/// Reads it; the app is where our own address is.
pub(super) fn programme(read: &mut Reader<'_>, own_address: &str, has_push: bool) -> Options {
    let access = read.value("programme_access", access).unwrap_or(AccessMode::Invite);
    let redis = read.value("redis_url", Redis::at);
    Options {
        access,
        app_url: origin_of(own_address).unwrap_or_default(),
        has_push,
        rank_cache: redis.map(|redis| Arc::new(redis) as Arc<dyn RankCache>),
    }
}

fn access(text: &str) -> Option<AccessMode> {
    [AccessMode::Open, AccessMode::Invite].into_iter().find(|mode| mode.name() == text)
}
