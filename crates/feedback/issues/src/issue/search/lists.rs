//! Cached results of lists.

use std::sync::Arc;

use parse_model::Json;

use feedback_core::cursor::Cursor;
use feedback_core::short_ttl_cache::ShortTtlCache;

/// The rows of a page with their ids, and the position of the next page.
#[derive(Debug)]
pub(crate) struct IssueRows {
    pub(super) rows: Vec<(String, Json)>,
    pub(super) next: Option<Cursor>,
}

/// The totals and first pages that are the same for all callers.
#[derive(Debug)]
pub struct Lists {
    pub(super) totals: ShortTtlCache<i64>,
    pub(super) pages: ShortTtlCache<Arc<IssueRows>>,
}

impl Default for Lists {
    fn default() -> Lists {
        // A page has the size of a thousand totals.
        Lists {
            totals: ShortTtlCache::with_capacity(1_000),
            pages: ShortTtlCache::with_capacity(100),
        }
    }
}

impl Lists {
    /// Numbers of hits and misses.
    pub fn counted(&self) -> (u64, u64) {
        let (totals, pages) = (self.totals.counted(), self.pages.counted());
        (totals.0 + pages.0, totals.1 + pages.1)
    }
}
