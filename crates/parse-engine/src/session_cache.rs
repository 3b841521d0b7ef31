//! Sessions that were looked up a moment ago.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use parse_model::Date;
use parse_store::Notice;

/// How many sessions are remembered.
const CAPACITY: u64 = 100_000;
/// How long at most. Changes are told between nodes at once; this bounds what a change made behind
/// our back can do.
const ALONE: Duration = Duration::from_secs(60);
/// How long beside a Parse Server, which tells nobody of sessions it ends. Its own value.
const MIXED: Duration = Duration::from_secs(5);

/// What is remembered of a session.
#[derive(Debug, Clone)]
pub(crate) struct CachedSession {
    pub(crate) session_id: String,
    pub(crate) user_id: String,
    pub(crate) expires_at: Option<Date>,
    /// `*`, the roles, the user's id.
    pub(crate) group: Arc<[String]>,
}

/// Sessions by the form in which their token is stored.
#[derive(Debug)]
pub(crate) struct SessionCache(Cache<String, Arc<CachedSession>>);

impl SessionCache {
    pub(crate) fn new(is_mixed_fleet: bool) -> SessionCache {
        let cache = Cache::builder()
            .max_capacity(CAPACITY)
            .time_to_live(if is_mixed_fleet { MIXED } else { ALONE })
            .support_invalidation_closures()
            .build();
        SessionCache(cache)
    }

    pub(crate) fn get(&self, key: &str) -> Option<Arc<CachedSession>> {
        self.0.get(key)
    }

    pub(crate) fn insert(&self, key: String, session: Arc<CachedSession>) {
        self.0.insert(key, session);
    }

    pub(crate) fn forget(&self, notice: &Notice) {
        match notice {
            Notice::Session(key) => self.0.invalidate(key),
            Notice::User(id) => {
                let id = id.clone();
                let forgotten =
                    self.0.invalidate_entries_if(move |_, session| session.user_id == id);
                if forgotten.is_err() {
                    self.0.invalidate_all();
                }
            }
            Notice::Roles | Notice::Everything => self.0.invalidate_all(),
            Notice::Schema => {}
        }
    }
}
