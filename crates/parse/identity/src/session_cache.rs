//! Sessions that were looked up a moment ago.
//!
//! They are believed only while what other nodes tell is heard, and as long as it was without a gap
//! since they were read: otherwise one may have ended without a word.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use moka::notification::RemovalCause;
use moka::sync::Cache;
use parse_model::Date;
use parse_store::{Invalidation, ListenerEpoch, ListenerHealth};

use crate::token::Digest;

/// How many sessions are cached.
const CAPACITY: u64 = 100_000;
/// How long at most. Nodes notify each other of changes immediately; this bounds the effect of a
/// change by other means.
const ALONE: Duration = Duration::from_secs(60);
/// How long beside a Parse Server, which does not announce ended sessions. Its own value.
const MIXED: Duration = Duration::from_secs(5);

/// How many tokens are cached that are no session's.
const UNKNOWN_CAPACITY: u64 = 10_000;
/// How long. Tokens are made at random, so that none becomes a session's after it was tried.
const UNKNOWN: Duration = Duration::from_secs(2);

/// What is cached of a session.
#[derive(Debug, Clone)]
pub struct CachedSession {
    /// The id of the session.
    pub session_id: String,
    /// The id of the user.
    pub user_id: String,
    /// When the session ends, if it does.
    pub expires_at: Option<Date>,
    /// When the session was last changed.
    pub updated_at: Option<Date>,
    /// Whether it ends when it was said to, however much it is used.
    pub keeps_end: bool,
    /// How long it may go unused.
    pub idle_seconds: Option<i64>,
    /// When the user proved who they are to get it.
    pub signed_in_at: Option<Date>,
    /// `*`, the roles, the user's id.
    pub principals: Arc<[String]>,
}

/// Sessions by the digest of their token.
#[derive(Debug)]
pub struct SessionCache {
    sessions: Cache<Digest, CacheEntry>,
    /// Tokens that were looked up in vain a moment ago.
    unknown: Cache<Digest, ()>,
    by_user: Arc<ByUser>,
    listener: ListenerHealth,
    /// How many invalidations there were.
    invalidations: AtomicU64,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// How a cache does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheState {
    /// What is in it, about.
    pub entries: u64,
    /// How often it had what was asked for.
    pub hits: u64,
    /// How often it had not.
    pub misses: u64,
}

/// A session and the epoch of the listener when it was read.
#[derive(Debug, Clone)]
struct CacheEntry {
    session: Arc<CachedSession>,
    listener_epoch: ListenerEpoch,
}

/// A generation of the cache. What was read before an invalidation may be what it was about, so it
/// is not cached; nor is what was read while the listener was unhealthy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Generation {
    invalidations: u64,
    listener_epoch: Option<ListenerEpoch>,
}

impl SessionCache {
    /// An empty cache, which answers only while invalidations are received.
    pub fn new(is_mixed_fleet: bool, listener: ListenerHealth) -> SessionCache {
        let by_user = Arc::new(ByUser::default());
        let index = Arc::clone(&by_user);
        let sessions = Cache::builder()
            .max_capacity(CAPACITY)
            .time_to_live(if is_mixed_fleet { MIXED } else { ALONE })
            .eviction_listener(move |key: Arc<Digest>, kept: CacheEntry, cause| {
                if cause != RemovalCause::Replaced {
                    index.remove(&kept.session.user_id, *key);
                }
            })
            .build();
        let zero = || AtomicU64::new(0);
        let (invalidations, hits, misses) = (zero(), zero(), zero());
        let unknown = Cache::builder().max_capacity(UNKNOWN_CAPACITY).time_to_live(UNKNOWN).build();
        SessionCache { sessions, unknown, by_user, listener, invalidations, hits, misses }
    }

    /// Whether a token was looked up in vain a moment ago.
    pub fn is_unknown(&self, key: &Digest) -> bool {
        self.unknown.contains_key(key)
    }

    /// Remembers for a moment that a token is no session's.
    pub fn note_unknown(&self, key: Digest) {
        self.unknown.insert(key, ());
    }

    /// A cached session.
    pub fn get(&self, key: &Digest) -> Option<Arc<CachedSession>> {
        let found = self.find(key);
        let counted = if found.is_some() { &self.hits } else { &self.misses };
        counted.fetch_add(1, Ordering::Relaxed);
        found
    }

    fn find(&self, key: &Digest) -> Option<Arc<CachedSession>> {
        let listener_epoch = self.listener.epoch()?;
        let kept = self.sessions.get(key)?;
        (kept.listener_epoch == listener_epoch).then_some(kept.session)
    }

    /// How it does.
    pub fn state(&self) -> CacheState {
        CacheState {
            entries: self.sessions.entry_count(),
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
        }
    }

    /// The current generation, to be taken before what is cached is read.
    pub fn generation(&self) -> Generation {
        let listener_epoch = self.listener.epoch();
        Generation { invalidations: self.invalidations.load(Ordering::SeqCst), listener_epoch }
    }

    /// Caches a session, unless there was an invalidation, or one may have been missed, since it
    /// was read.
    pub fn insert(&self, key: Digest, session: Arc<CachedSession>, read_at: Generation) {
        let Some(listener_epoch) = read_at.listener_epoch else { return };
        let user_id = session.user_id.clone();
        self.unknown.invalidate(&key);
        self.sessions.insert(key, CacheEntry { session, listener_epoch });
        // Only after the insert: it may report the entry it replaces as gone.
        self.by_user.add(user_id, key);
        if self.generation() != read_at {
            self.sessions.invalidate(&key);
        }
    }

    /// Removes what an invalidation is about.
    pub fn invalidate(&self, invalidation: &Invalidation) {
        if is_about_sessions(invalidation) {
            self.invalidations.fetch_add(1, Ordering::SeqCst);
        }
        match invalidation {
            Invalidation::Session(key) => {
                if let Some(key) = Digest::parse(key) {
                    self.unknown.invalidate(&key);
                    self.sessions.invalidate(&key);
                }
            }
            Invalidation::User(id) => {
                for key in self.by_user.take(id) {
                    self.sessions.invalidate(&key);
                }
            }
            Invalidation::Roles | Invalidation::Everything => {
                self.unknown.invalidate_all();
                self.sessions.invalidate_all();
            }
            Invalidation::Schema
            | Invalidation::Config
            | Invalidation::Push
            | Invalidation::Hooks
            | Invalidation::Outbox
            | Invalidation::Changes(_) => {}
        }
    }
}

/// Whether a session that was read before may be untrue by now.
fn is_about_sessions(invalidation: &Invalidation) -> bool {
    match invalidation {
        Invalidation::Session(_)
        | Invalidation::User(_)
        | Invalidation::Roles
        | Invalidation::Everything => true,
        Invalidation::Schema
        | Invalidation::Config
        | Invalidation::Push
        | Invalidation::Hooks
        | Invalidation::Outbox
        | Invalidation::Changes(_) => false,
    }
}

/// Which cached sessions a user has, so that invalidating a user is not a walk through all.
#[derive(Debug, Default)]
struct ByUser(Mutex<HashMap<String, Vec<Digest>>>);

impl ByUser {
    fn add(&self, user_id: String, key: Digest) {
        let mut users = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = users.entry(user_id).or_default();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }

    fn remove(&self, user_id: &str, key: Digest) {
        let mut users = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(keys) = users.get_mut(user_id) {
            keys.retain(|known| *known != key);
            if keys.is_empty() {
                users.remove(user_id);
            }
        }
    }

    fn take(&self, user_id: &str) -> Vec<Digest> {
        let mut users = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        users.remove(user_id).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(user_id: &str) -> Arc<CachedSession> {
        Arc::new(CachedSession {
            session_id: "s".to_owned(),
            user_id: user_id.to_owned(),
            expires_at: None,
            keeps_end: false,
            idle_seconds: None,
            signed_in_at: None,
            updated_at: None,
            principals: ["*".to_owned()].into(),
        })
    }

    fn filled() -> (SessionCache, [Digest; 3]) {
        let listener = ListenerHealth::default();
        listener.begin(1);
        let cache = SessionCache::new(false, listener);
        let keys = ["r:a1", "r:a2", "r:b"].map(Digest::of);
        for (key, user) in keys.iter().zip(["ann", "ann", "bob"]) {
            cache.insert(*key, session(user), cache.generation());
        }
        (cache, keys)
    }

    fn cached(cache: &SessionCache, keys: &[Digest]) -> Vec<bool> {
        keys.iter().map(|key| cache.get(key).is_some()).collect()
    }

    #[test]
    fn forgetting_a_user_forgets_all_their_sessions_and_no_others() {
        let (cache, keys) = filled();
        cache.invalidate(&Invalidation::User("ann".to_owned()));
        assert_eq!(cached(&cache, &keys), [false, false, true]);
    }

    #[test]
    fn forgetting_a_session_leaves_the_users_others() {
        let (cache, keys) = filled();
        cache.invalidate(&Invalidation::Session(keys[0].to_text()));
        assert_eq!(cached(&cache, &keys), [false, true, true]);
    }

    #[test]
    fn a_change_of_roles_forgets_everybody() {
        let (cache, keys) = filled();
        cache.invalidate(&Invalidation::Roles);
        assert_eq!(cached(&cache, &keys), [false; 3]);
    }

    #[test]
    fn a_change_of_classes_forgets_nobody() {
        let (cache, keys) = filled();
        cache.invalidate(&Invalidation::Schema);
        assert_eq!(cached(&cache, &keys), [true; 3]);
    }

    #[test]
    fn what_was_read_before_something_was_forgotten_is_not_remembered() {
        let (cache, keys) = filled();
        let read_at = cache.generation();
        cache.invalidate(&Invalidation::User("ann".to_owned()));
        cache.insert(keys[0], session("ann"), read_at);
        assert_eq!(cached(&cache, &keys), [false, false, true]);
    }

    #[test]
    fn nothing_is_believed_while_nothing_is_heard_nor_what_was_read_before_that() {
        let (cache, keys) = filled();
        cache.listener.end();
        assert_eq!(cached(&cache, &keys), [false; 3]);
        cache.insert(keys[0], session("ann"), cache.generation());
        cache.listener.begin(2);
        assert_eq!(cached(&cache, &keys), [false; 3]);
        cache.insert(keys[0], session("ann"), cache.generation());
        assert_eq!(cached(&cache, &keys), [true, false, false]);
    }

    #[test]
    fn a_token_of_no_session_is_known_as_such_until_it_is_one() {
        let (cache, _) = filled();
        let [made_up, other] = ["r:x", "r:y"].map(Digest::of);
        cache.note_unknown(made_up);
        assert!(cache.is_unknown(&made_up) && !cache.is_unknown(&other));
        cache.insert(made_up, session("ann"), cache.generation());
        assert!(!cache.is_unknown(&made_up));
        cache.note_unknown(other);
        cache.invalidate(&Invalidation::Session(other.to_text()));
        assert!(!cache.is_unknown(&other));
    }

    #[test]
    fn a_user_without_remembered_sessions_leaves_no_trace() {
        let (cache, keys) = filled();
        for key in &keys {
            cache.invalidate(&Invalidation::Session(key.to_text()));
        }
        cache.sessions.run_pending_tasks();
        assert!(cache.by_user.0.lock().unwrap().is_empty());
    }
}
