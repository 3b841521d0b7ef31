//! Cached pages of ranks.

use std::sync::Arc;

use feedback_model::PersonId;
use parse_model::Json;

use super::place::Rank;
use feedback_core::short_ttl_cache::ShortTtlCache;

/// A page for users who are not on it.
#[derive(Debug)]
pub(super) struct RankPage {
    pub(super) places: Vec<Rank>,
    pub(super) answer: Json,
}

/// The cached pages.
#[derive(Debug)]
pub struct RankPageCache(pub(super) ShortTtlCache<Arc<RankPage>>);

impl Default for RankPageCache {
    fn default() -> RankPageCache {
        RankPageCache(ShortTtlCache::with_capacity(20))
    }
}

impl RankPageCache {
    /// Numbers of hits and misses.
    pub fn counted(&self) -> (u64, u64) {
        self.0.counted()
    }
}

impl RankPage {
    /// The page for a user who may be on it. Their own row has their name even if they hide it from
    /// others.
    pub(super) fn to(&self, me: &PersonId, mine: Option<Json>) -> Json {
        let mut answer = self.answer.clone();
        let place = self.places.iter().find(|place| place.person == *me);
        if let (Some(place), Some(mine), Some(rows)) = (place, &mine, answer["rows"].as_array_mut())
        {
            for row in rows.iter_mut().filter(|row| row["rank"] == place.rank) {
                row["isMe"] = true.into();
                row["person"] = mine["person"].clone();
            }
        }
        answer["me"] = mine.into();
        answer
    }
}
